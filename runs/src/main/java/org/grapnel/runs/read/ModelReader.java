package org.grapnel.runs.read;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;
import org.grapnel.cluster.Clustering;
import org.grapnel.data.DataException;
import org.grapnel.data.FittedPreparation;
import org.grapnel.data.Normalization;
import org.grapnel.formats.mtx.MatrixMarketFile;
import org.grapnel.formats.npy.NpyFile;
import org.grapnel.graph.ComponentKind;
import org.grapnel.graph.ComponentScores;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.graph.Metric;
import org.grapnel.graph.WeightKind;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Loss;
import org.grapnel.model.Model;
import org.grapnel.runs.json.Json;
import org.grapnel.runs.json.JsonObjectView;
import org.grapnel.runs.table.PreparationCsv;
import org.grapnel.runs.table.SavedTable;
import org.grapnel.transform.FittedModel;

/** Reads the fitted model of a run folder, which places new samples. Inconsistent files are refused by name. */
public final class ModelReader {
    private static final String SUMMARY = "summary.json";

    private final Path folder;
    private final Map<String, Object> values;
    private final JsonObjectView summary;

    private ModelReader(Path folder) {
        this.folder = folder;
        Path file = folder.resolve(SUMMARY);
        if (!Files.isDirectory(folder)) throw new DataException("%s is not a folder; give the folder of a fit", folder);
        if (!Files.exists(file))
            throw new DataException("%s is not the folder of a fit: it has no %s", folder, SUMMARY);
        values = Json.read(file);
        summary = JsonObjectView.of(file.toString(), values);
        requireFit();
    }

    private void requireFit() {
        if (values.get("fit") instanceof String fit)
            throw new DataException(
                    "%s is the folder of a transform, which has no model; give the folder of its fit, %s", folder, fit);
        if ("compare".equals(values.get("command")))
            throw new DataException(
                    "%s is the folder of a comparison, which has no model; give the folder of a fit", folder);
        if (values.containsKey("spark")) requireSampleFiles();
        if ("select".equals(values.get("command")))
            throw new DataException(
                    "%s is the folder of a feature selection, which has no model; give the folder of a fit", folder);
    }

    /** A fit on Spark writes the files of the samples only if they are not too large. */
    private void requireSampleFiles() {
        List<String> needed = values.get("graph_edges") == null
                ? List.of("labels.csv", "H.npy")
                : List.of("labels.csv", "H.npy", "kept.npy", "graph.mtx");
        for (String name : needed)
            if (!Files.exists(folder.resolve(name)))
                throw new DataException(
                        "%s is the folder of a fit on Spark without %s; place new samples there: prepare them in the same way, then GraphNmfModel.load(\"%s\").transform(samples)",
                        folder, name, folder.resolve("model"));
    }

    /** The caller closes the model. */
    public static FittedModel read(Path folder) {
        return new ModelReader(folder).read();
    }

    private FittedModel read() {
        Model model = parse("model", Model::parse);
        FittedPreparation preparation = PreparationCsv.read(
                folder.resolve("preparation.csv"),
                summary.findNumber("total").map(OptionalDouble::of).orElse(OptionalDouble.empty()),
                summary.findCount("features_read").map(OptionalInt::of).orElse(OptionalInt.empty()),
                summary.flag("log1p"),
                parse("normalize", Normalization::parse));
        int features = preparation.features().size();
        RowSet kept = kept(features);
        SavedTable labels = SavedTable.read(folder.resolve("labels.csv"));
        List<String> samples = labels.texts("sample");
        Clustering groups = groups(labels);
        // all entries that may be missing are read before a matrix is allocated
        Optional<FittedModel.CountTraining> counts = counts(kept, features);
        // undefined where the background explains all kept features
        double error = counts.isPresent()
                ? 1 - summary.findNumber("deviance_explained_kept").orElse(1.0)
                : summary.number("relative_error_kept");
        try (DenseMatrix W = matrix("W.npy", features, -1);
                DenseMatrix H = matrix("H.npy", W.cols(), groups.size())) {
            Optional<FittedModel.TrainingGraph> graph =
                    model.usesGraph() ? trainingGraph(kept, samples, features) : Optional.empty();
            return new FittedModel(
                    model,
                    preparation,
                    kept,
                    W.selectRows(kept.toArray()),
                    H.transpose(),
                    groups,
                    graph,
                    error,
                    counts);
        }
    }

    /** What a fit of the loss kl knows about its samples. Versions that did not record the loss had squared errors. */
    private Optional<FittedModel.CountTraining> counts(RowSet kept, int features) {
        String key = "loss_kind";
        if (values.get(key) == null || constant(key, Loss.values()) == Loss.SQUARED) return Optional.empty();
        double background = summary.number("background_loss_kept");
        if (background < 0) throw summary.unexpected("background_loss_kept", "a number from 0 on");
        double[] means = means(features);
        return Optional.of(new FittedModel.CountTraining(
                Arrays.stream(kept.toArray()).mapToObj(i -> means[i]).toList(), background));
    }

    private double[] means(int features) {
        double[] means = NpyFile.readVector(folder.resolve("mean.npy"));
        if (means.length != features)
            throw new DataException(
                    "%s: has %d means for %d features", folder.resolve("mean.npy"), means.length, features);
        return means;
    }

    private RowSet kept(int features) {
        RowSet kept = RowSet.none(features);
        SavedTable.read(folder.resolve("features.csv")).indices("index", features).stream()
                .sorted()
                .distinct()
                .forEach(kept::add);
        return kept;
    }

    private Clustering groups(SavedTable labels) {
        int clusters = summary.positive("clusters");
        List<Integer> groups = labels.indices("cluster", clusters);
        if (clusters > groups.size())
            throw new DataException(
                    "%s: has %d samples, but summary.json says %d groups",
                    folder.resolve("labels.csv"), groups.size(), clusters);
        return Clustering.ofLabels(
                clusters, groups.stream().mapToInt(group -> group).toArray());
    }

    /** A fit with a graph has graph.mtx. */
    private Optional<FittedModel.TrainingGraph> trainingGraph(RowSet kept, List<String> samples, int features) {
        Path file = folder.resolve("graph.mtx");
        if (!Files.exists(file)) return Optional.empty();
        Graph graph = MatrixMarketFile.readGraph(file, OptionalInt.of(samples.size()));
        GraphTerm term = graphTerm();
        String key = term == GraphTerm.JOINT ? "alpha" : "lambda";
        double weight = summary.number(key);
        if (weight < 0) throw summary.unexpected(key, "a number from 0 on");
        LaplacianKind laplacian = parse("laplacian", LaplacianKind::parse);
        GraphSpec spec = graphSpec(graph);
        try (DenseMatrix X = matrix("kept.npy", samples.size(), kept.count())) {
            return Optional.of(new FittedModel.TrainingGraph(
                    graph, X.transpose(), samples, weight, term, laplacian, spec, scores(features, samples.size())));
        }
    }

    /** A fit with a graph on principal components has components.npy and scores.npy. */
    private Optional<ComponentScores> scores(int features, int samples) {
        if (values.get("graph_pcs_kind") == null || !Files.exists(folder.resolve("components.npy")))
            return Optional.empty();
        int count = summary.positive("graph_pcs");
        ComponentKind kind = constant("graph_pcs_kind", ComponentKind.values());
        boolean centred = kind == ComponentKind.CENTERED;
        double[] mean = centred ? means(features) : new double[features];
        DenseMatrix directions = matrix("components.npy", features, count);
        try (DenseMatrix scores = matrix("scores.npy", samples, count)) {
            return Optional.of(ComponentScores.of(kind, mean, directions, scores.transpose()));
        } catch (RuntimeException e) {
            directions.close();
            throw e;
        }
    }

    /** Versions that did not record the graph term used that of the paper. */
    private GraphTerm graphTerm() {
        String key = "graph_term_kind";
        return values.get(key) == null ? GraphTerm.TRACE : constant(key, GraphTerm.values());
    }

    private GraphSpec graphSpec(Graph graph) {
        if (values.get("neighbors") == null) return GraphSpec.like(graph);
        return GraphSpec.standard()
                .withNeighbors(summary.positive("neighbors"))
                .withWeights(constant("weights", WeightKind.values()))
                .withMetric(constant("metric", Metric.values()));
    }

    private <T> T constant(String key, T[] all) {
        String word = summary.text(key);
        for (T one : all) if (one.toString().equals(word)) return one;
        throw summary.unexpected(key, "one of " + List.of(all));
    }

    private <T> T parse(String key, Function<String, T> parser) {
        try {
            return parser.apply(summary.text(key));
        } catch (IllegalArgumentException e) {
            throw new DataException(folder.resolve(SUMMARY) + ": " + e.getMessage(), e);
        }
    }

    private DenseMatrix matrix(String name, int rows, int cols) {
        DenseMatrix M = NpyFile.read(folder.resolve(name));
        boolean fits = M.rows() == rows && (cols < 0 || M.cols() == cols);
        if (fits) return M;
        String shape = M.rows() + " × " + M.cols();
        M.close();
        throw new DataException(
                "%s: is %s, but the other files expect %d × %s",
                folder.resolve(name), shape, rows, cols < 0 ? "rank" : String.valueOf(cols));
    }
}
