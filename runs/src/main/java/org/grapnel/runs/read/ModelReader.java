package org.grapnel.runs.read;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.grapnel.cluster.Clustering;
import org.grapnel.data.DataException;
import org.grapnel.data.FittedPreparation;
import org.grapnel.data.Normalization;
import org.grapnel.formats.csv.CsvRowReader;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.mtx.MatrixMarketFile;
import org.grapnel.formats.npy.NpyFile;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.graph.Metric;
import org.grapnel.graph.WeightKind;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Model;
import org.grapnel.runs.json.Json;
import org.grapnel.runs.table.PreparationCsv;
import org.grapnel.transform.FittedModel;

/** A run folder, read back as far as new samples need it. What does not fit together is refused with the file that does not. */
public final class ModelReader {
    private final Path folder;
    private final Map<String, Object> summary;

    private ModelReader(Path folder) {
        this.folder = folder;
        Path file = folder.resolve("summary.json");
        if (!Files.isDirectory(folder)) throw new DataException("%s is not a folder; give the folder of a fit", folder);
        if (!Files.exists(file))
            throw new DataException("%s is not the folder of a fit: it holds no summary.json", folder);
        summary = Json.read(file);
        if (summary.get("fit") instanceof String fit)
            throw new DataException(
                    "%s is the folder of new samples that were placed; give the folder of a fit, such as %s",
                    folder, fit);
        if ("compare".equals(summary.get("command")))
            throw new DataException(
                    "%s is the folder of a comparison, which leaves no model; give the folder of a fit", folder);
        if (summary.containsKey("spark"))
            throw new DataException(
                    "%s is the folder of a fit on Spark; new samples are placed there, by GraphNmfModel.load of %s",
                    folder, folder.resolve("model"));
        if ("select".equals(summary.get("command")))
            throw new DataException(
                    "%s is the folder of features that were chosen, without a model; give the folder of a fit", folder);
    }

    public static FittedModel read(Path folder) {
        return new ModelReader(folder).trained();
    }

    private FittedModel trained() {
        Model model = word("model", Model::parse);
        FittedPreparation recipe = PreparationCsv.read(
                folder.resolve("preparation.csv"),
                value("log1p", Boolean.class),
                word("normalize", String::valueOf).equals(Normalization.L2.toString()));
        RowSet kept = kept(recipe.features().size());
        List<String> samples = new ArrayList<>();
        Clustering groups = groups(samples);
        // all that may be missing is asked for before there are matrices that nobody would close
        double error = value("relative_error_kept", Number.class).doubleValue();
        try (DenseMatrix W = matrix("W.npy", recipe.features().size(), -1);
                DenseMatrix H = matrix("H.npy", W.cols(), groups.size())) {
            Optional<FittedModel.TrainingGraph> around = surroundings(kept, samples);
            return new FittedModel(
                    model, recipe, kept, W.selectRows(kept.toArray()), H.transpose(), groups, around, error);
        }
    }

    private RowSet kept(int features) {
        return InputFile.read(folder.resolve("features.csv"), in -> {
            CsvRowReader rows = new CsvRowReader(in);
            List<String> header = rows.header();
            int column = column(header, "index", in.name());
            RowSet kept = RowSet.none(features);
            List<Integer> indices = new ArrayList<>();
            while (rows.next()) {
                rows.requireCells(header.size());
                double index = rows.number(column);
                if (!(index >= 0 && index < features && index == Math.rint(index)))
                    throw rows.error(column, "there is no feature " + rows.text(column) + " among " + features);
                indices.add((int) index);
            }
            indices.stream().sorted().distinct().forEach(kept::add);
            return kept;
        });
    }

    private Clustering groups(List<String> samples) {
        return InputFile.read(folder.resolve("labels.csv"), in -> {
            CsvRowReader rows = new CsvRowReader(in);
            List<String> header = rows.header();
            int name = column(header, "sample", in.name());
            int column = column(header, "cluster", in.name());
            int clusters = whole("clusters");
            List<Integer> labels = new ArrayList<>();
            while (rows.next()) {
                rows.requireCells(header.size());
                double label = rows.number(column);
                if (!(label >= 0 && label < clusters && label == Math.rint(label)))
                    throw rows.error(column, "there is no group " + rows.text(column) + " among " + clusters);
                samples.add(rows.text(name));
                labels.add((int) label);
            }
            if (clusters > labels.size())
                throw new DataException(
                        "%s: has %d samples, and summary.json says %d groups", in.name(), labels.size(), clusters);
            return Clustering.ofLabels(
                    clusters, labels.stream().mapToInt(i -> i).toArray());
        });
    }

    private static int column(List<String> header, String name, String file) {
        int column = header.indexOf(name);
        if (column < 0) throw new DataException("%s: has no column '%s'", file, name);
        return column;
    }

    /** Where a graph was used there is its file. */
    private Optional<FittedModel.TrainingGraph> surroundings(RowSet kept, List<String> samples) {
        Path file = folder.resolve("graph.mtx");
        if (!Files.exists(file)) return Optional.empty();
        Graph graph = MatrixMarketFile.readGraph(file, OptionalInt.of(samples.size()));
        double lambda = value("lambda", Number.class).doubleValue();
        if (!(lambda >= 0 && lambda < Double.POSITIVE_INFINITY)) throw unknown("lambda");
        LaplacianKind laplacian = word("laplacian", LaplacianKind::parse);
        GraphTerm term = term();
        GraphSpec spec = spec(graph);
        try (DenseMatrix X = matrix("kept.npy", samples.size(), kept.count())) {
            return Optional.of(
                    new FittedModel.TrainingGraph(graph, X.transpose(), samples, lambda, term, laplacian, spec));
        }
    }

    /** Earlier versions had the one of the paper, and did not say so. */
    private GraphTerm term() {
        String key = "graph_term_kind";
        if (summary.get(key) == null) return GraphTerm.TRACE;
        return word(key, word -> constant(GraphTerm.values(), key, word));
    }

    private GraphSpec spec(Graph graph) {
        if (summary.get("neighbors") == null) return GraphSpec.like(graph);
        return GraphSpec.standard()
                .withNeighbors(whole("neighbors"))
                .withWeights(word("weights", word -> constant(WeightKind.values(), "weights", word)))
                .withMetric(word("metric", word -> constant(Metric.values(), "metric", word)));
    }

    private <T> T constant(T[] all, String key, String word) {
        for (T one : all) if (one.toString().equals(word)) return one;
        throw new DataException("%s: %s is '%s', which is unknown", folder.resolve("summary.json"), key, word);
    }

    private DenseMatrix matrix(String name, int rows, int cols) {
        DenseMatrix M = NpyFile.read(folder.resolve(name));
        boolean fits = M.rows() == rows && (cols < 0 || M.cols() == cols);
        if (fits) return M;
        String shape = M.rows() + " × " + M.cols();
        M.close();
        throw new DataException(
                "%s: is %s, the other files say %d × %s",
                folder.resolve(name), shape, rows, cols < 0 ? "rank" : String.valueOf(cols));
    }

    private <T> T word(String key, Function<String, T> of) {
        String word = value(key, String.class);
        try {
            return of.apply(word);
        } catch (IllegalArgumentException e) {
            throw new DataException(folder.resolve("summary.json") + ": " + e.getMessage(), e);
        }
    }

    /** A number from 1 on. */
    private int whole(String key) {
        if (value(key, Number.class) instanceof Integer number && number >= 1) return number;
        throw unknown(key);
    }

    private <T> T value(String key, Class<T> type) {
        Object value = summary.get(key);
        if (!type.isInstance(value)) throw unknown(key);
        return type.cast(value);
    }

    private DataException unknown(String key) {
        Object value = summary.get(key);
        return new DataException(
                "%s: %s is %s, which is not what a fit of this version writes",
                folder.resolve("summary.json"), key, value == null ? "missing" : "'" + value + "'");
    }
}
