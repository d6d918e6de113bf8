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

/** The paper's data sets: what they are called in a folder, and what the paper does with each. */
public enum PaperData {
    /** UCI Libras Movement: 45 points (x, y) of a hand's way, 15 signs. Taken as they are. */
    LIBRAS(List.of("libras"), 90, 600, Normalization.NONE),
    /** Faces of 20 people, 56 × 46 pixels: the size follows from Table 2, which has 2500 features. */
    UMIST(List.of("umist_2576", "umist"), 2576, 300, Normalization.MAX),
    /** Faces of 10 women, 256 × 256 pixels. The two letters that begin a file's name are the person. */
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

    /** How far PALM goes where other solvers are measured by what it reached. */
    int palmIterations() {
        return palmIterations;
    }

    /** What is looked for: {@code umist_2576.*, umist.*}. */
    String fileNames() {
        String files = String.join(", ", names.stream().map(name -> name + ".*").toList());
        return this == JAFFE ? "jaffe/ (a folder of pictures)" : files;
    }

    /** The file or folder of this name that can be read, whatever the case of its letters and whatever its format. */
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

    /** The data as the models see them, with their classes. The caller closes them. */
    public PreparedData read(Path file) {
        Dataset data = Datasets.read(file, ReadOptions.plain().withLabels(labels(file)));
        try {
            long classes = data.labels().orElse(List.of()).stream().distinct().count();
            if (classes < 2)
                throw new DataException(
                        "%s: there %s in the labels, at least 2 are needed",
                        file, classes == 1 ? "is 1 class" : "are no classes");
            int n = data.X().cols();
            int neighbors = GraphSpec.standard().neighbors();
            if (n <= neighbors)
                throw new DataException(
                        "%s: %d samples are too few, each needs %d others for neighbours", file, n, neighbors);
            return Preparation.none().withNormalize(normalize).apply(data);
        } catch (RuntimeException | Error e) {
            data.close();
            throw e;
        }
    }

    /** Pictures: their person; elsewhere the column {@code label}, or what the format itself takes for the truth. */
    private String labels(Path file) {
        if (Files.isDirectory(file)) return this == JAFFE ? "prefix:2" : "folder";
        String format = Datasets.format(file).orElseThrow();
        if (List.of("csv", "tsv", "txt").contains(format)) return "label";
        List<String> likely = Datasets.labelCandidates(file, ReadOptions.plain());
        return likely.contains("label") ? "label" : likely.stream().findFirst().orElse("label");
    }

    /** As many features as Table 1 gives a model; entries of ℓ₀ and ℓc,₀ follow the number of GNMF_ℓ20. */
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

    /** A number of features of Table 2, and the column that it has there. */
    record FeatureCount(int features, int column) {}

    /** Whether the data have the paper's number of features, so that its numbers of kept features apply as they are. */
    boolean hasPapersSize(int p) {
        return p == features;
    }

    /** Of data of another size, the same share is kept. */
    private int scaled(int printed, int p) {
        return hasPapersSize(p) ? printed : (int) Math.max(1, Math.round((double) printed * p / features));
    }
}
