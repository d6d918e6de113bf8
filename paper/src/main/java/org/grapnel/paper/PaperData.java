package org.grapnel.paper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.data.Normalization;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.grapnel.graph.GraphSpec;
import org.grapnel.model.Model;

/** The paper's data sets: their file names, sizes and settings. */
public enum PaperData {
    /** UCI Libras Movement: hand movements as 45 points (x, y), 15 signs. Not scaled. */
    LIBRAS(List.of("libras"), 90, 600, Normalization.NONE),
    /** Faces of 20 people, 56 × 46 pixels. The size follows from Table 2, which has 2500 features. */
    UMIST(List.of("umist_2576", "umist"), 2576, 300, Normalization.MAX),
    /** Faces of 10 women, 256 × 256 pixels. The first two letters of a file name are the person. */
    JAFFE(List.of("jaffe"), 65536, 300, Normalization.MAX);

    private final List<String> names;
    private final int features;
    private final int palmIterations;
    private final Normalization normalize;

    PaperData(List<String> names, int features, int palmIterations, Normalization normalize) {
        this.names = names;
        this.features = features;
        this.palmIterations = palmIterations;
        this.normalize = normalize;
    }

    /** The number of iterations of PALM that define the target objective for the other solvers. */
    int palmIterations() {
        return palmIterations;
    }

    /** The expected file names: {@code umist_2576.*, umist.*}. */
    String fileNames() {
        String files = String.join(", ", names.stream().map(name -> name + ".*").toList());
        return this == JAFFE ? "jaffe/ (a folder of pictures)" : files;
    }

    /** Finds the readable file or folder of this data set, in any format; letter case does not matter. */
    public Optional<Path> findFile(Path folder) {
        for (String name : names) {
            try (Stream<Path> listed = Files.list(folder)) {
                Optional<Path> found = listed.filter(path -> stem(path).equals(name))
                        .filter(path -> Datasets.format(path).isPresent())
                        .sorted()
                        .findFirst();
                if (found.isPresent()) return found;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return Optional.empty();
    }

    private static String stem(Path path) {
        return String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT).split("\\.", 2)[0];
    }

    /** Reads and prepares the data with their classes. The caller closes them. */
    public PreparedData read(Path file) {
        Dataset data = Datasets.read(file, ReadOptions.plain().withLabels(labels(file)));
        try {
            long classes = data.labels().orElse(List.of()).stream().distinct().count();
            if (classes < 2)
                throw new DataException(
                        "%s: the labels have %s, at least 2 are needed", file, classes == 1 ? "1 class" : "no classes");
            int n = data.X().cols();
            int neighbors = GraphSpec.standard().neighbors();
            if (n <= neighbors)
                throw new DataException("%s: %d samples are too few for %d neighbours each", file, n, neighbors);
            return Preparation.none().withNormalize(normalize).apply(data);
        } catch (RuntimeException | Error e) {
            data.close();
            throw e;
        }
    }

    /** The source of labels: the person for pictures, else the column {@code label} or the labels of the format. */
    private String labels(Path file) {
        if (Files.isDirectory(file)) return this == JAFFE ? "prefix:2" : "folder";
        String format = Datasets.format(file).orElseThrow();
        if (List.of("csv", "tsv", "txt").contains(format)) return "label";
        List<String> likely = Datasets.labelCandidates(file, ReadOptions.plain());
        return likely.contains("label") ? "label" : likely.stream().findFirst().orElse("label");
    }

    /** The number of kept features of a model in Table 1; ℓ₀ and ℓc,₀ use that of GNMF_ℓ20. */
    Optional<Integer> keep(Model model, int p) {
        if (!model.isSparse()) return Optional.empty();
        int printed = PaperNumbers.features(this, model)
                .or(() -> PaperNumbers.features(this, Model.GNMF_L20))
                .orElseThrow();
        return Optional.of(scaled(printed, p));
    }

    /** The numbers of features of Table 2. */
    List<FeatureCount> counts(int p) {
        List<FeatureCount> counts = new ArrayList<>();
        List<Integer> printed = PaperNumbers.counts(this);
        for (int c = 0; c < printed.size(); c++) {
            int features = scaled(printed.get(c), p);
            if (counts.stream().noneMatch(count -> count.features() == features))
                counts.add(new FeatureCount(features, c));
        }
        return counts;
    }

    /** A number of features and its column in Table 2. */
    record FeatureCount(int features, int column) {}

    /** Whether the data have the paper's number of features. */
    boolean hasPaperSize(int p) {
        return p == features;
    }

    /** The paper's number of features, scaled to the same fraction if the data have another size. */
    private int scaled(int printed, int p) {
        return hasPaperSize(p) ? printed : (int) Math.max(1, Math.round((double) printed * p / features));
    }
}
