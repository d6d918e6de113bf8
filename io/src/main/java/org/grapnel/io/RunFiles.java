package org.grapnel.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.grapnel.ChosenFeatures;
import org.grapnel.Fit;
import org.grapnel.KeptFeature;
import org.grapnel.Preserved;
import org.grapnel.cluster.Clustering;
import org.grapnel.select.Selection;
import org.grapnel.solve.Step;
import org.grapnel.solve.Trace;
import org.jspecify.annotations.Nullable;

/** The files of a run folder. */
final class RunFiles {
    private RunFiles() {}

    /**
     * Writes all of them. {@code kept.npy} is X on the kept features, a row per sample, features by ascending index (not by
     * rank), so that its columns stand in the order of the data.
     */
    static void write(Fit fit, RunFolder folder, Map<String, ?> more) throws IOException {
        trace(folder.file("trace.csv"), fit.solution().trace());
        features(folder.file("features.csv"), fit.kept());
        labels(folder.file("labels.csv"), fit.data().samples(), fit.groups().clustering());
        if (fit.selection().isPresent()) path(folder, fit.selection().orElseThrow());
        RecipeFile.write(folder.file("preparation.csv"), fit.prepared().recipe());
        NpyFile.write(folder.file("W.npy"), fit.W());
        NpyFile.writeTransposed(folder.file("H.npy"), fit.Ht());
        NpyFile.writeTransposed(
                folder.file("kept.npy"), fit.data().X(), fit.support().toArray());
        if (fit.graph().isPresent())
            MatrixMarket.write(
                    folder.file("graph.mtx"), fit.graph().orElseThrow().graph().adjacency());
        Map<String, @Nullable Object> summary = Summary.of(fit);
        summary.putAll(more);
        Json.write(folder.file("summary.json"), summary);
    }

    /** Those of a choice without a fit. */
    static void write(ChosenFeatures chosen, Optional<Preserved> preserved, RunFolder folder, Map<String, ?> more)
            throws IOException {
        features(folder.file("features.csv"), chosen.kept());
        path(folder, chosen.selection());
        RecipeFile.write(folder.file("preparation.csv"), chosen.prepared().recipe());
        NpyFile.writeTransposed(
                folder.file("kept.npy"),
                chosen.prepared().data().X(),
                chosen.selection().kept().toArray());
        if (chosen.graph().isPresent())
            MatrixMarket.write(
                    folder.file("graph.mtx"),
                    chosen.graph().orElseThrow().graph().adjacency());
        Map<String, @Nullable Object> summary = Summary.of(chosen, preserved);
        summary.putAll(more);
        Json.write(folder.file("summary.json"), summary);
    }

    private static void trace(Path file, Trace trace) throws IOException {
        try (CsvOutput out = CsvOutput.create(
                file,
                "iteration",
                "seconds",
                "objective",
                "loss",
                "graph_term",
                "change",
                "beta",
                "accepted",
                "rows_computed")) {
            for (Step step : trace.steps()) {
                boolean start = step.iteration() == 0;
                out.row(
                        step.iteration(),
                        Double.isNaN(step.seconds()) ? "" : String.format(Locale.ROOT, "%.9f", step.seconds()),
                        step.objective().total(),
                        step.objective().loss(),
                        step.objective().graphTerm(),
                        start ? "" : step.change(),
                        start ? "" : step.beta(),
                        start ? "" : step.accepted() ? 1 : 0,
                        step.rowsComputed());
            }
        }
    }

    static void labels(Path file, List<String> samples, Clustering groups) throws IOException {
        try (CsvOutput out = CsvOutput.create(file, "sample", "cluster")) {
            for (int j = 0; j < samples.size(); j++) out.row(samples.get(j), groups.of(j));
        }
    }

    /** The criterion on the first s features, where the way to choose has one. */
    private static void path(RunFolder folder, Selection selection) throws IOException {
        if (selection.path().isEmpty()) return;
        try (CsvOutput out = CsvOutput.create(folder.file("path.csv"), "features", "score")) {
            for (int s = 0; s < selection.path().size(); s++)
                out.row(s + 1, selection.path().get(s));
        }
    }

    private static void features(Path file, List<KeptFeature> kept) throws IOException {
        try (CsvOutput out = CsvOutput.create(file, "rank", "index", "name", "score")) {
            int rank = 1;
            for (KeptFeature feature : kept) out.row(rank++, feature.index(), feature.name(), feature.score());
        }
    }
}
