package org.grapnel.report.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.grapnel.Groups;
import org.grapnel.report.page.BarChart;
import org.grapnel.report.page.Caption;
import org.grapnel.report.page.Figure;
import org.grapnel.report.page.HeatMap;
import org.grapnel.report.page.PageElement;
import org.grapnel.report.page.TextFormat;
import org.grapnel.report.page.TooltipNames;

/** Sizes of the groups, and how they relate to the labels. */
public final class GroupSection {
    private static final int CLASSES = 40;
    private static final int WITH_NUMBERS = 16;

    private GroupSection() {}

    public static List<PageElement> build(RunData run) {
        if (run.groupCount() == 0) return List.of();
        List<PageElement> parts = new ArrayList<>(List.of(sizes(run)));
        if (!run.confidence().isEmpty()) parts.add(confidence(run));
        run.truth().filter(truth -> !run.groups().isEmpty()).ifPresent(truth -> parts.add(contingency(run, truth)));
        return parts;
    }

    private static Figure sizes(RunData run) {
        int[] sizes = run.sizes();
        int single = (int) Arrays.stream(sizes).filter(size -> size == 1).count();
        return BarChart.horizontal(
                        new Caption(
                                "sizes",
                                "Number of samples per group",
                                TextFormat.format(
                                        "Bar chart of %s; the smallest has %,d samples, the largest %,d.",
                                        TextFormat.count(sizes.length, "group"),
                                        Arrays.stream(sizes).min().orElse(0),
                                        Arrays.stream(sizes).max().orElse(0)),
                                single == 0
                                        ? ""
                                        : TextFormat.count(single, "group") + (single == 1 ? " has" : " have")
                                                + " a single sample, which may be an outlier."),
                        "samples",
                        run.groupNames(),
                        List.of(new BarChart.BarSeries(
                                "samples",
                                Arrays.stream(sizes)
                                        .mapToObj(size -> (double) size)
                                        .toList(),
                                List.of())))
                .withGroupColors(run.groupIndices());
    }

    /** Shows the mean confidence of each group. */
    private static Figure confidence(RunData run) {
        List<Double> means = run.meanConfidence();
        long doubtful = run.confidence().stream().filter(sure -> sure < 0.5).count();
        return BarChart.horizontal(
                        new Caption(
                                "confidence",
                                "How sure the groups are",
                                TextFormat.format(
                                        "Bar chart of the mean confidence of %s, from 0 to 1.",
                                        TextFormat.count(means.size(), "group")),
                                "Mean confidence of the samples of each group. "
                                        + (run.saved()
                                                        .text("groups_from")
                                                        .filter(Groups.Origin.MEMBERSHIPS.jsonName()::equals)
                                                        .isPresent()
                                                ? "The confidence of a sample is the share that its group has of all its memberships. "
                                                : "The confidence of a sample is the share of its neighbours that are in its own group. ")
                                        + (doubtful == 0
                                                ? "It is at least one half for every sample."
                                                : TextFormat.format(
                                                        "It is below one half for %s; labels.csv lists all.",
                                                        TextFormat.count(doubtful, "sample")))),
                        "mean confidence",
                        run.groupNames(),
                        List.of(new BarChart.BarSeries("mean confidence", means, List.of())))
                .withGroupColors(run.groupIndices());
    }

    /** The labels are ordered by group, so that agreement appears as a diagonal. */
    private static Figure contingency(RunData run, List<String> truth) {
        GroupedLabels labels = GroupedLabels.of(run, truth);
        List<String> classes = labels.classes();
        List<Integer> shown = labels.largest(CLASSES);
        List<List<Double>> values = IntStream.range(0, run.groupCount())
                .mapToObj(g ->
                        shown.stream().map(c -> (double) labels.count(c, g)).toList())
                .toList();
        HeatMap map = HeatMap.of(
                        new Caption(
                                "contingency",
                                "Groups and labels",
                                TextFormat.format(
                                        "Table of counts: %s by %s.",
                                        TextFormat.count(run.groupCount(), "group"),
                                        TextFormat.count(shown.size(), "label")),
                                "Number of samples of each label in each group. Labels are ordered by the group that holds most of them."
                                        + (shown.size() < classes.size()
                                                ? TextFormat.format(
                                                        " Shown: the %d largest of %,d labels.",
                                                        shown.size(), classes.size())
                                                : "")),
                        new HeatMap.HeatMapSide("group", run.groupNames()),
                        new HeatMap.HeatMapSide(
                                "label",
                                TooltipNames.shorten(
                                        shown.stream().map(classes::get).toList())),
                        "samples",
                        values)
                .withRowBands(run.groupBands());
        return shown.size() <= WITH_NUMBERS ? map.withNumbers() : map;
    }
}
