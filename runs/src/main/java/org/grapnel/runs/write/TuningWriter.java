package org.grapnel.runs.write;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.grapnel.data.Dataset;
import org.grapnel.formats.csv.CsvTableWriter;
import org.grapnel.graph.WeightKind;
import org.grapnel.tune.ParameterPoint;
import org.grapnel.tune.TuningFit;
import org.grapnel.tune.TuningResult;

/** Writes the tables of a tuning. They hold no times, so they are reproducible. */
public final class TuningWriter {
    private TuningWriter() {}

    public static void write(TuningResult tuning, Dataset data, RunFolder folder) throws IOException {
        writeFits(folder.file("tuning.csv"), tuning, data.labels().isPresent());
        if (!tuning.eliminationOrder().isEmpty())
            writeEliminationOrder(folder.file("leaving.csv"), tuning, data.features());
    }

    private static void writeFits(Path file, TuningResult tuning, boolean labelled) throws IOException {
        List<String> header = new ArrayList<>(List.of(
                "stage",
                "neighbors",
                "components",
                "weights",
                "alpha",
                "keep",
                "seed",
                "score",
                "modularity",
                "silhouette",
                "iterations",
                "stop",
                "inside"));
        if (labelled) header.add("nmi");
        for (int t = 1; t <= tuning.winner().hidings().size(); t++) header.add("hiding_" + t);
        try (CsvTableWriter out = CsvTableWriter.create(file, header)) {
            for (TuningFit fit : tuning.fits()) {
                List<Object> cells = new ArrayList<>(List.of(
                        fit.stage().code(),
                        fit.point().neighbors().<Object>map(k -> k).orElse(""),
                        components(fit.point()),
                        fit.point().weights().map(WeightKind::toString).orElse(""),
                        fit.point().alpha(),
                        fit.point().keep(),
                        fit.seed(),
                        fit.score(),
                        fit.modularity(),
                        fit.silhouette().<Object>map(s -> s).orElse(""),
                        fit.iterations(),
                        fit.stop(),
                        fit.inside()));
                if (labelled) cells.add(fit.nmi().<Object>map(nmi -> nmi).orElse(""));
                cells.addAll(fit.hidings());
                out.row(cells);
            }
        }
    }

    /** The word of {@code --graph-pcs}; empty where a graph is given. */
    private static String components(ParameterPoint point) {
        if (point.neighbors().isEmpty()) return "";
        return point.components().map(String::valueOf).orElse("none");
    }

    private static void writeEliminationOrder(Path file, TuningResult tuning, List<String> names) throws IOException {
        try (CsvTableWriter out = CsvTableWriter.create(file, "rank", "index", "name", "kept_down_to")) {
            int rank = 1;
            for (TuningResult.FeatureElimination feature : tuning.eliminationOrder())
                out.row(rank++, feature.feature(), names.get(feature.feature()), feature.smallestKeep());
        }
    }
}
