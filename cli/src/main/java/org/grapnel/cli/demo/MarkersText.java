package org.grapnel.cli.demo;

import java.io.PrintWriter;
import java.util.List;
import org.grapnel.Fit;
import org.grapnel.KeptFeature;
import org.grapnel.cluster.Clustering;
import org.grapnel.options.console.Text;

/** Prints the result on the marker data: kept features and groups against the planted ones. */
final class MarkersText {
    private static final int BAR = 40;

    private MarkersText() {}

    static void print(Fit fit, PrintWriter out) {
        out.println(Text.format(
                "%d samples in %d groups; %d of %d features are markers of a group, the rest is noise.",
                fit.data().X().cols(),
                MarkerData.GROUPS,
                MarkerData.MARKERS,
                fit.data().X().rows()));
        out.println("Grapnel knows both numbers, but not which features and which samples.");
        out.println();
        features(fit.kept(), out);
        groups(fit, out);
        DemoScores.print(fit, "groups", out);
    }

    private static void features(List<KeptFeature> kept, PrintWriter out) {
        out.println("Kept features and their scores");
        double best = kept.get(0).score();
        for (KeptFeature feature : kept) {
            int length = (int) Math.max(1, Math.round(BAR * feature.score() / best));
            out.println(
                    Text.format("  %-12s %-" + BAR + "s %.3g", feature.name(), "#".repeat(length), feature.score()));
        }
        long found = kept.stream()
                .filter(feature -> feature.name().startsWith(MarkerData.MARKER))
                .count();
        out.println(Text.format("  %d of the %d planted features were found.", found, MarkerData.MARKERS));
        out.println();
    }

    private static void groups(Fit fit, PrintWriter out) {
        List<String> truth = fit.data().labels().orElseThrow();
        List<String> names = truth.stream().distinct().sorted().toList();
        Clustering found = fit.groups().clustering();
        int[][] counts = new int[found.clusters()][names.size()];
        for (int j = 0; j < truth.size(); j++) counts[found.labelOf(j)][names.indexOf(truth.get(j))]++;

        out.println("Groups found (rows) and planted groups (columns)");
        StringBuilder header = new StringBuilder(" ".repeat(28));
        for (String name : names) header.append(Text.format("%6s", name));
        out.println(header);
        int agreeing = 0;
        for (int c = 0; c < found.clusters(); c++) {
            int size = 0;
            int most = 0;
            StringBuilder cells = new StringBuilder();
            for (int count : counts[c]) {
                size += count;
                most = Math.max(most, count);
                cells.append(Text.format("%6d", count));
            }
            agreeing += most;
            out.println(Text.format("  group %d, %3d samples       ", c, size) + cells);
        }
        out.println(Text.format(
                "  %d of %d samples belong to the planted group that is most common in their group.",
                agreeing, truth.size()));
        out.println();
    }
}
