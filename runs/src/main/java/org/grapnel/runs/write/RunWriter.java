package org.grapnel.runs.write;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.grapnel.Fit;
import org.grapnel.KeptFeature;
import org.grapnel.SelectionResult;
import org.grapnel.baseline.NeighborhoodPreservation;
import org.grapnel.cluster.Clustering;
import org.grapnel.cluster.GroupConfidence;
import org.grapnel.data.Dataset;
import org.grapnel.data.FittedPreparation;
import org.grapnel.data.PreparedData;
import org.grapnel.embed.Embedding2d;
import org.grapnel.evaluate.Markers;
import org.grapnel.formats.csv.CsvTableWriter;
import org.grapnel.formats.mtx.MatrixMarketFile;
import org.grapnel.formats.npy.NpyFile;
import org.grapnel.graph.ComponentScores;
import org.grapnel.graph.GraphSource;
import org.grapnel.graph.KnnGraph;
import org.grapnel.runs.json.Json;
import org.grapnel.runs.table.ColorsCsv;
import org.grapnel.runs.table.MarkersCsv;
import org.grapnel.runs.table.PreparationCsv;
import org.grapnel.select.Selection;
import org.grapnel.solve.Step;
import org.grapnel.solve.Trace;
import org.jspecify.annotations.Nullable;

/** Writes the files of a fit or of a feature selection. */
public final class RunWriter {
    private RunWriter() {}

    /**
     * Writes the files of a fit. {@code kept.npy} is X on the kept features: a row per sample, features by ascending index, not by
     * rank.
     *
     * @return the entries of the summary
     */
    public static Map<String, @Nullable Object> write(
            Fit fit, Optional<Embedding2d> drawing, RunFolder folder, Map<String, ?> more) throws IOException {
        writeTrace(
                folder.file("trace.csv"),
                fit.solution().trace(),
                ExtensionSummary.columns(fit.spec().extensions()));
        Markers markers = fit.markers();
        writeFeatures(
                folder.file("features.csv"),
                fit.kept(),
                markers,
                fit.selection().flatMap(Selection::frequency));
        MarkersCsv.write(folder.file("markers.csv"), markers, fit.data().features());
        writeLabels(
                folder.file("labels.csv"),
                fit.data().samples(),
                fit.groups().clustering(),
                fit.groups().confidence());
        if (fit.selection().isPresent())
            writePath(folder.file("path.csv"), fit.selection().orElseThrow());
        writeData(folder, fit.prepared());
        NpyFile.write(folder.file("W.npy"), fit.W());
        NpyFile.writeTransposed(folder.file("H.npy"), fit.Ht());
        NpyFile.writeTransposed(
                folder.file("kept.npy"), fit.data().X(), fit.support().toArray());
        if (fit.restarts().isPresent()) ConsensusWriter.write(fit.restarts().orElseThrow(), fit.data(), folder);
        if (fit.graph().isPresent())
            MatrixMarketFile.write(
                    folder.file("graph.mtx"), fit.graph().orElseThrow().graph().adjacency());
        writeComponents(folder, fit.graph());
        if (drawing.isPresent() && !drawing.orElseThrow().isEmpty())
            writeEmbedding(folder.file("embedding.csv"), fit.data().samples(), drawing.orElseThrow());
        Map<String, @Nullable Object> summary = SummaryBuilder.build(fit, drawing);
        summary.putAll(more);
        Json.write(folder.file("summary.json"), summary);
        return summary;
    }

    /**
     * Writes {@code components.npy}, a row per feature and a column per component, and {@code scores.npy}, a row per sample, of a graph on
     * principal components. New samples are projected with them; the mean of the features is in {@code mean.npy}.
     */
    private static void writeComponents(RunFolder folder, Optional<GraphSource> graph) throws IOException {
        Optional<ComponentScores> scores = graph.filter(
                        source -> source.features().isEmpty())
                .flatMap(GraphSource::built)
                .flatMap(KnnGraph::scores);
        if (scores.isEmpty()) return;
        NpyFile.write(folder.file("components.npy"), scores.get().directions());
        NpyFile.writeTransposed(folder.file("scores.npy"), scores.get().points());
    }

    /** Writes the files of a feature selection. */
    public static void write(
            SelectionResult chosen, Optional<NeighborhoodPreservation> preserved, RunFolder folder, Map<String, ?> more)
            throws IOException {
        if (chosen.groups().isPresent()) writeGroups(chosen, folder);
        else writeFeatures(folder.file("features.csv"), chosen.kept());
        writePath(folder.file("path.csv"), chosen.selection());
        writeData(folder, chosen.prepared());
        NpyFile.writeTransposed(
                folder.file("kept.npy"),
                chosen.prepared().data().X(),
                chosen.selection().kept().toArray());
        if (chosen.graph().isPresent())
            MatrixMarketFile.write(
                    folder.file("graph.mtx"),
                    chosen.graph().orElseThrow().graph().adjacency());
        Map<String, @Nullable Object> summary = SummaryBuilder.build(chosen, preserved);
        summary.putAll(more);
        Json.write(folder.file("summary.json"), summary);
    }

    /** Writes the features with the groups that they tell apart. */
    private static void writeGroups(SelectionResult chosen, RunFolder folder) throws IOException {
        Dataset data = chosen.prepared().data();
        Markers markers = chosen.markers().orElseThrow();
        writeFeatures(
                folder.file("features.csv"),
                chosen.kept(),
                markers,
                chosen.selection().frequency());
        MarkersCsv.write(folder.file("markers.csv"), markers, data.features());
        writeLabels(folder.file("labels.csv"), data.samples(), chosen.groups().orElseThrow(), chosen.confidence());
    }

    /** Writes {@code trace.csv}. */
    public static void writeTrace(Path file, Trace trace) throws IOException {
        writeTrace(file, trace, List.of());
    }

    /**
     * Writes {@code trace.csv} with the values of further terms in columns at the end.
     *
     * @param added the names of these columns
     */
    static void writeTrace(Path file, Trace trace, List<String> added) throws IOException {
        List<String> columns = new ArrayList<>(List.of(
                "iteration",
                "seconds",
                "objective",
                "loss",
                "graph_term",
                "change",
                "beta",
                "accepted",
                "rows_computed"));
        columns.addAll(added);
        try (CsvTableWriter out = CsvTableWriter.create(file, columns.toArray(String[]::new))) {
            for (Step step : trace.steps()) {
                boolean start = step.iteration() == 0;
                List<Object> cells = new ArrayList<>(List.of(
                        step.iteration(),
                        Double.isNaN(step.seconds()) ? "" : String.format(Locale.ROOT, "%.9f", step.seconds()),
                        step.objective().total(),
                        step.objective().loss(),
                        step.objective().graphTerm(),
                        Double.isNaN(step.change())
                                ? ""
                                : step.change(), // not measured at the start, nor by every solver
                        start ? "" : step.beta(),
                        start ? "" : step.accepted() ? 1 : 0,
                        step.rowsComputed()));
                cells.addAll(step.objective().added());
                out.row(cells.toArray());
            }
        }
    }

    /** Writes {@code labels.csv}; the confidence of a sample is empty where it is unknown. */
    static void writeLabels(Path file, List<String> samples, Clustering groups, Optional<GroupConfidence> confidence)
            throws IOException {
        try (CsvTableWriter out = CsvTableWriter.create(file, "sample", "cluster", "confidence")) {
            for (int j = 0; j < samples.size(); j++) {
                int sample = j;
                Object sure = confidence
                        .map(all -> all.of(sample))
                        .filter(Double::isFinite)
                        .<Object>map(share -> share)
                        .orElse("");
                out.row(samples.get(j), groups.labelOf(j), sure);
            }
        }
    }

    /** Writes the preparation, the means of the features, the labels and what else is known about the samples. */
    private static void writeData(RunFolder folder, PreparedData prepared) throws IOException {
        Dataset data = prepared.data();
        PreparationCsv.write(folder.file("preparation.csv"), prepared);
        double[] means = data.X().rowSums();
        for (int i = 0; i < means.length; i++) means[i] /= data.X().cols();
        NpyFile.writeVector(folder.file("mean.npy"), means);
        if (!data.columns().isEmpty()) ColorsCsv.write(folder.file("colors.csv"), data.samples(), data.columns());
        if (data.labels().isEmpty()) return;
        try (CsvTableWriter out = CsvTableWriter.create(folder.file("truth.csv"), "sample", "label")) {
            for (int j = 0; j < data.samples().size(); j++)
                out.row(data.samples().get(j), data.labels().orElseThrow().get(j));
        }
    }

    /**
     * Writes {@code preparation.csv}.
     *
     * @param origins the index of every feature in the data as read
     */
    public static void writePreparation(
            Path file, List<FittedPreparation.FeatureTransform> features, List<Integer> origins) throws IOException {
        PreparationCsv.write(file, features, origins);
    }

    /** Writes the t-SNE coordinates; cells are empty where an embedding is missing. */
    private static void writeEmbedding(Path file, List<String> samples, Embedding2d drawing) throws IOException {
        try (CsvTableWriter out = CsvTableWriter.create(file, "sample", "index", "data_x", "data_y", "h_x", "h_y")) {
            for (int q = 0; q < drawing.samples().size(); q++) {
                int at = q;
                int sample = drawing.samples().get(q);
                List<Object> row = new ArrayList<>(List.of(samples.get(sample), sample));
                for (Optional<List<Embedding2d.Point2d>> points : List.of(drawing.data(), drawing.factors())) {
                    row.add(points.<Object>map(p -> p.get(at).x()).orElse(""));
                    row.add(points.<Object>map(p -> p.get(at).y()).orElse(""));
                }
                out.row(row);
            }
        }
    }

    /** Writes the score of the first s features; no file where the selection strategy has none. */
    public static void writePath(Path file, Selection selection) throws IOException {
        if (selection.path().isEmpty()) return;
        try (CsvTableWriter out = CsvTableWriter.create(file, "features", "score")) {
            for (int s = 0; s < selection.path().size(); s++)
                out.row(s + 1, selection.path().get(s));
        }
    }

    /**
     * Writes {@code features.csv}, best feature first, with the group that each feature marks best, empty where it marks none, and how often it
     * is selected on parts of the samples, empty where that was not measured.
     */
    public static void writeFeatures(
            Path file, List<KeptFeature> kept, Markers markers, Optional<List<Double>> frequency) throws IOException {
        try (CsvTableWriter out = CsvTableWriter.create(file, "rank", "index", "name", "score", "group", "frequency")) {
            for (int s = 0; s < kept.size(); s++) {
                KeptFeature feature = kept.get(s);
                OptionalInt group = markers.groupOf(feature.index());
                out.row(
                        s + 1,
                        feature.index(),
                        feature.name(),
                        feature.score(),
                        group.isPresent() ? group.getAsInt() : "",
                        frequency.isPresent() ? frequency.get().get(s) : "");
            }
        }
    }

    /** Writes {@code features.csv} of a result without groups, best feature first. */
    public static void writeFeatures(Path file, List<KeptFeature> kept) throws IOException {
        try (CsvTableWriter out = CsvTableWriter.create(file, "rank", "index", "name", "score")) {
            int rank = 1;
            for (KeptFeature feature : kept) out.row(rank++, feature.index(), feature.name(), feature.score());
        }
    }
}
