package org.grapnel.runs.write;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.grapnel.formats.csv.CsvTableWriter;
import org.grapnel.formats.npy.NpyFile;
import org.grapnel.model.Loss;
import org.grapnel.runs.json.Json;
import org.grapnel.transform.TransformResult;
import org.jspecify.annotations.Nullable;

/** Writes the files of a transform: the coefficients and groups of new samples. */
public final class TransformWriter {
    private TransformWriter() {}

    public static void write(TransformResult placed, RunFolder folder, Map<String, ?> more) throws IOException {
        RunWriter.writeLabels(folder.file("labels.csv"), placed.samples(), placed.groups(), Optional.empty());
        // D(x‖Wh)/D(x‖b) is no relative error, so it has a name of its own
        String error = placed.loss() == Loss.KL ? "deviance_unexplained" : "relative_error";
        try (CsvTableWriter out = CsvTableWriter.create(folder.file("placement.csv"), "sample", "cluster", error)) {
            for (int j = 0; j < placed.samples().size(); j++)
                out.row(placed.samples().get(j), placed.groups().labelOf(j), placed.relativeError(j));
        }
        NpyFile.writeTransposed(folder.file("H.npy"), placed.Ht());
        Map<String, @Nullable Object> summary = new LinkedHashMap<>();
        summary.put("samples", placed.samples().size());
        summary.put("rank", placed.Ht().cols());
        summary.put("clusters", placed.groups().clusters());
        summary.put(error, placed.relativeError());
        summary.put(error + "_median", placed.medianError());
        summary.put("notes", placed.notes());
        summary.putAll(more);
        Json.write(folder.file("summary.json"), summary);
    }
}
