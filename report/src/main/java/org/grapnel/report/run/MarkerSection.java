package org.grapnel.report.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.grapnel.evaluate.Marker;
import org.grapnel.report.page.Caption;
import org.grapnel.report.page.DotPlot;
import org.grapnel.report.page.PageElement;
import org.grapnel.report.page.Paragraphs;
import org.grapnel.report.page.Table;
import org.grapnel.report.page.TextFormat;
import org.grapnel.report.page.TooltipNames;
import org.grapnel.runs.table.MarkersCsv.NamedMarker;

/** The features that mark each group: a dot plot and tables. */
public final class MarkerSection {
    /** Most groups with a table of their own. */
    private static final int TABLES = 12;

    private static final int IN_TABLE = 8;
    private static final int IN_ROW = 3;
    private static final int GROUPS = 40;
    private static final int DOT_ROWS = 48;
    private static final int DOTS_PER_GROUP = 5;

    private MarkerSection() {}

    /** Returns nothing for folders without markers, and for a single group. */
    public static List<PageElement> build(RunData run) {
        if (run.markers().isEmpty() || run.groupCount() < 2) return List.of();
        Map<Integer, List<NamedMarker>> byGroup = new HashMap<>();
        for (NamedMarker marker : run.markers().orElseThrow())
            byGroup.computeIfAbsent(marker.marker().group(), g -> new ArrayList<>())
                    .add(marker);
        if (byGroup.isEmpty())
            return List.of(Paragraphs.of("No kept feature is higher in one group than in the other samples."));
        List<PageElement> parts = new ArrayList<>();
        if (run.isUntrusted())
            parts.add(
                    Paragraphs.of(
                            "These groups cannot be trusted, so their markers mean nothing: any division of the samples has features that differ."));
        parts.add(Paragraphs.of(
                "A marker is a kept feature that is higher in a group than in all other samples. AUC tells how surely: it is 1 if every sample of the group "
                        + "is above every other sample, and 0.5 if chance decides. The groups were found from the same data, so read the numbers as a description, "
                        + "not as a test. The file markers.csv has all markers."));
        if (run.hasSamples()) dots(run, byGroup).ifPresent(parts::add);
        if (run.groupCount() <= TABLES)
            for (int g = 0; g < run.groupCount(); g++) {
                if (byGroup.containsKey(g)) parts.add(table(g, byGroup.get(g)));
            }
        else parts.add(overview(run, byGroup));
        return parts;
    }

    private static Table table(int group, List<NamedMarker> markers) {
        List<List<Table.Cell>> rows = markers.stream()
                .limit(IN_TABLE)
                .map(named -> {
                    Marker marker = named.marker();
                    return List.of(
                            Table.Cell.of(named.name()),
                            Table.Cell.of(TextFormat.format("%.3f", marker.auc())),
                            Table.Cell.of(TextFormat.formatNumber(marker.meanIn())),
                            Table.Cell.of(TextFormat.formatNumber(marker.meanOut())),
                            Table.Cell.of(TextFormat.percent(marker.shareIn())),
                            Table.Cell.of(TextFormat.percent(marker.shareOut())));
                })
                .toList();
        String title = markers.size() > IN_TABLE
                ? TextFormat.format(
                        "The best %d of %s of %s",
                        IN_TABLE, TextFormat.count(markers.size(), "marker"), RunData.groupName(group))
                : "The markers of " + RunData.groupName(group);
        return Table.ofNumbers(
                title,
                List.of("feature", "AUC", "mean in group", "mean outside", "above zero in group", "above zero outside"),
                rows);
    }

    /** One row per group, for many groups. */
    private static Table overview(RunData run, Map<Integer, List<NamedMarker>> byGroup) {
        List<List<Table.Cell>> rows = new ArrayList<>();
        for (int g = 0; g < run.groupCount(); g++) {
            List<NamedMarker> markers = byGroup.getOrDefault(g, List.of());
            List<Table.Cell> row = new ArrayList<>(List.of(Table.Cell.ofGroup(RunData.groupName(g), g)));
            for (int rank = 0; rank < IN_ROW; rank++)
                row.add(Table.Cell.of(rank < markers.size() ? describe(markers.get(rank)) : "–"));
            rows.add(row);
        }
        return new Table(
                "The best markers of each group, with their AUC",
                List.of("group", "best", "second", "third"),
                rows,
                true,
                List.of());
    }

    private static String describe(NamedMarker named) {
        return TextFormat.format("%s (%.2f)", named.name(), named.marker().auc());
    }

    private static Optional<DotPlot> dots(RunData run, Map<Integer, List<NamedMarker>> byGroup) {
        int[] sizes = run.sizes();
        List<Integer> groups = IntStream.range(0, run.groupCount())
                .boxed()
                .sorted(Comparator.comparingInt((Integer g) -> -sizes[g]))
                .limit(GROUPS)
                .sorted()
                .toList();
        List<RunData.KeptFeature> features = features(run, byGroup, groups);
        if (features.isEmpty()) return Optional.empty();
        GroupProfile profile = GroupProfile.compute(run, features).of(groups);
        return Optional.of(new DotPlot(
                new Caption(
                        "markers",
                        "The best markers in all groups",
                        TextFormat.format(
                                "Dot plot: %s by %s. Strong large dots are along the diagonal where markers are specific.",
                                TextFormat.count(features.size(), "feature"), TextFormat.count(groups.size(), "group")),
                        "Size: the share of the group's samples in which the feature is above zero. Colour: the mean in the group, from the smallest (faint) to the largest (strong) "
                                + "mean of the feature. Each feature is listed with the group that it marks best."
                                + (groups.size() < run.groupCount()
                                        ? TextFormat.format(
                                                " Shown: the %d largest of %,d groups.",
                                                groups.size(), run.groupCount())
                                        : "")),
                TooltipNames.shorten(
                        features.stream().map(RunData.KeptFeature::name).toList()),
                RunData.rowBands(features),
                groups.stream().map(g -> RunData.groupBand(g, 1, sizes[g])).toList(),
                profile.shares(),
                profile.means()));
    }

    /** Returns the best markers of each group among the features that mark it best, ordered by group. */
    private static List<RunData.KeptFeature> features(
            RunData run, Map<Integer, List<NamedMarker>> byGroup, List<Integer> groups) {
        int each = Math.max(1, Math.min(DOTS_PER_GROUP, DOT_ROWS / groups.size()));
        Map<Integer, RunData.KeptFeature> kept =
                run.kept().stream().collect(Collectors.toMap(RunData.KeptFeature::index, f -> f, (a, b) -> a));
        Map<Integer, RunData.KeptFeature> shown = new LinkedHashMap<>();
        for (int g : groups)
            byGroup.getOrDefault(g, List.of()).stream()
                    .map(named -> kept.get(named.marker().feature()))
                    .filter(Objects::nonNull)
                    .filter(feature -> feature.group() == g)
                    .limit(each)
                    .forEach(feature -> shown.put(feature.index(), feature));
        return List.copyOf(shown.values());
    }
}
