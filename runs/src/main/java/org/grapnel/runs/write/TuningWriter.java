package org.grapnel.runs.write;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.grapnel.data.Dataset;
import org.grapnel.formats.csv.CsvTableWriter;
import org.grapnel.tune.TuningFit;
import org.grapnel.tune.TuningResult;

/** The tables of a choice of parameters: nothing in them depends on a clock. */
public final class TuningWriter {
    private TuningWriter() {}

    public static void write(TuningResult tuning, Dataset data, RunFolder folder) throws IOException {
        tried(folder.file("tuning.csv"), tuning, data.labels().isPresent());
        if (!tuning.eliminationOrder().isEmpty()) leaving(folder.file("leaving.csv"), tuning, data.features());
    }

    private static void tried(Path file, TuningResult tuning, boolean labelled) throws IOException {
        List<String> header = new ArrayList<>(List.of(
                "stage",
                "neighbors",
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
        try (CsvTableWriter out = CsvTableWriter.create(file, header)) {
            for (TuningFit one : tuning.fits()) {
                List<Object> cells = new ArrayList<>(List.of(
                        one.stage().code(),
                        one.point().neighbors().<Object>map(k -> k).orElse(""),
                        one.point().alpha(),
                        one.point().keep(),
                        one.seed(),
                        one.score(),
                        one.modularity(),
                        one.silhouette().<Object>map(s -> s).orElse(""),
                        one.iterations(),
                        one.stop(),
                        one.inside()));
                if (labelled) cells.add(one.nmi().<Object>map(nmi -> nmi).orElse(""));
                out.row(cells);
            }
        }
    }

    private static void leaving(Path file, TuningResult tuning, List<String> names) throws IOException {
        try (CsvTableWriter out = CsvTableWriter.create(file, "rank", "index", "name", "kept_down_to")) {
            int rank = 1;
            for (TuningResult.FeatureElimination each : tuning.eliminationOrder())
                out.row(rank++, each.feature(), names.get(each.feature()), each.smallestKeep());
        }
    }
}
