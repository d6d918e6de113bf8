package org.grapnel.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.grapnel.cluster.Clustering;
import org.grapnel.io.CsvOutput;
import org.grapnel.io.Json;
import org.grapnel.io.MatrixMarket;
import org.grapnel.io.NpyFile;
import org.grapnel.io.RunFolder;
import org.grapnel.solve.Step;
import org.grapnel.solve.Trace;

/** The files of a run folder. */
final class RunFiles {
    private RunFiles() {}

    /**
     * Writes all of them. {@code kept.npy} is X on the kept features, a row per sample, features by ascending index (not by
     * rank), so that its columns stand in the order of the data.
     */
    static void write(Fitted fitted, RunFolder folder) throws IOException {
        trace(folder.file("trace.csv"), fitted.solution().trace());
        features(folder.file("features.csv"), fitted.kept());
        labels(
                folder.file("labels.csv"),
                fitted.data().samples(),
                fitted.groups().clustering());
        NpyFile.write(folder.file("W.npy"), fitted.solution().W());
        NpyFile.writeTransposed(folder.file("H.npy"), fitted.solution().Ht());
        NpyFile.writeTransposed(
                folder.file("kept.npy"),
                fitted.data().X(),
                fitted.solution().support().toArray());
        if (fitted.graph().isPresent())
            MatrixMarket.write(
                    folder.file("graph.mtx"),
                    fitted.graph().orElseThrow().graph().adjacency());
        Json.write(folder.file("summary.json"), Summary.of(fitted));
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
                        Double.isNaN(step.seconds()) ? "" : Text.format("%.9f", step.seconds()),
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

    private static void labels(Path file, List<String> samples, Clustering groups) throws IOException {
        try (CsvOutput out = CsvOutput.create(file, "sample", "cluster")) {
            for (int j = 0; j < samples.size(); j++) out.row(samples.get(j), groups.of(j));
        }
    }

    private static void features(Path file, List<KeptFeature> kept) throws IOException {
        try (CsvOutput out = CsvOutput.create(file, "rank", "index", "name", "score")) {
            int rank = 1;
            for (KeptFeature feature : kept) out.row(rank++, feature.index(), feature.name(), feature.score());
        }
    }
}
