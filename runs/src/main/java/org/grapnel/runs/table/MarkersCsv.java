package org.grapnel.runs.table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.grapnel.evaluate.Marker;
import org.grapnel.evaluate.Markers;
import org.grapnel.formats.csv.CsvTableWriter;

/** Writes and reads {@code markers.csv}: the features that mark each group, group by group, best first. */
public final class MarkersCsv {
    private MarkersCsv() {}

    /** A marker and the name of its feature. */
    public record NamedMarker(Marker marker, String name) {}

    /** @param names the names of all features */
    public static void write(Path file, Markers markers, List<String> names) throws IOException {
        try (CsvTableWriter out = CsvTableWriter.create(
                file, "group", "rank", "index", "name", "mean_in", "mean_out", "share_in", "share_out", "auc")) {
            for (Marker marker : markers.all())
                out.row(
                        marker.group(),
                        marker.rank(),
                        marker.feature(),
                        names.get(marker.feature()),
                        marker.meanIn(),
                        marker.meanOut(),
                        marker.shareIn(),
                        marker.shareOut(),
                        marker.auc());
        }
    }

    /** Reads the markers of a run with so many groups and features. */
    public static List<NamedMarker> read(SavedTable table, int groups, int features) {
        List<Integer> group = table.indices("group", groups);
        List<Integer> rank = table.indices("rank", features + 1);
        List<Integer> index = table.indices("index", features);
        List<String> name = table.texts("name");
        List<Double> meanIn = table.numbers("mean_in");
        List<Double> meanOut = table.numbers("mean_out");
        List<Double> shareIn = table.numbers("share_in");
        List<Double> shareOut = table.numbers("share_out");
        List<Double> auc = table.numbers("auc");
        List<NamedMarker> markers = new ArrayList<>(table.size());
        for (int i = 0; i < table.size(); i++)
            markers.add(new NamedMarker(
                    new Marker(
                            group.get(i),
                            rank.get(i),
                            index.get(i),
                            meanIn.get(i),
                            meanOut.get(i),
                            shareIn.get(i),
                            shareOut.get(i),
                            auc.get(i)),
                    name.get(i)));
        return markers;
    }
}
