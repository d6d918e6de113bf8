package org.grapnel.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.grapnel.data.Dataset;
import org.grapnel.tune.Tried;
import org.grapnel.tune.Tuning;

/** The tables of a choice of parameters: nothing in them depends on a clock. */
final class TuningFiles {
    private TuningFiles() {}

    static void write(Tuning tuning, Dataset data, RunFolder folder) throws IOException {
        tried(folder.file("tuning.csv"), tuning, data.labels().isPresent());
        if (!tuning.leaving().isEmpty()) leaving(folder.file("leaving.csv"), tuning, data.features());
    }

    private static void tried(Path file, Tuning tuning, boolean labelled) throws IOException {
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
        try (CsvOutput out = CsvOutput.create(file, header)) {
            for (Tried one : tuning.tried()) {
                List<Object> cells = new ArrayList<>(List.of(
                        one.stage().word(),
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

    private static void leaving(Path file, Tuning tuning, List<String> names) throws IOException {
        try (CsvOutput out = CsvOutput.create(file, "rank", "index", "name", "kept_down_to")) {
            int rank = 1;
            for (Tuning.Leaving each : tuning.leaving())
                out.row(rank++, each.feature(), names.get(each.feature()), each.keptDownTo());
        }
    }
}
