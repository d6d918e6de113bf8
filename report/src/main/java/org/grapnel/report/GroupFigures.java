package org.grapnel.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** How large the groups are, and what they have to do with the labels. */
final class GroupFigures {
    private static final int CLASSES = 40;
    private static final int WITH_NUMBERS = 16;

    private GroupFigures() {}

    static List<Part> of(RunData run) {
        if (run.groupCount() == 0) return List.of();
        List<Part> parts = new ArrayList<>(List.of(sizes(run)));
        run.truth().ifPresent(truth -> parts.add(contingency(run, truth)));
        return parts;
    }

    private static Figure sizes(RunData run) {
        int[] sizes = run.sizes();
        int single = (int) Arrays.stream(sizes).filter(size -> size == 1).count();
        return Bars.lying(
                        new Caption(
                                "sizes",
                                "How many samples are in which group",
                                Words.format(
                                        "Bars of %s; the smallest has %,d samples, the largest %,d.",
                                        Words.count(sizes.length, "group"),
                                        Arrays.stream(sizes).min().orElse(0),
                                        Arrays.stream(sizes).max().orElse(0)),
                                single == 0
                                        ? ""
                                        : Words.count(single, "group") + (single == 1 ? " has" : " have")
                                                + " a single sample: it may be an outlier."),
                        "samples",
                        run.groupNames(),
                        List.of(new Bars.Series(
                                "samples",
                                Arrays.stream(sizes)
                                        .mapToObj(size -> (double) size)
                                        .toList(),
                                List.of())))
                .byGroup();
    }

    /** Labels beside one another whose samples are mostly in the same group, so that agreement is a diagonal. */
    private static Figure contingency(RunData run, List<String> truth) {
        List<String> classes = Words.sorted(truth);
        List<Integer> codes = Scatter.Colouring.of("label", truth).codes();
        int[][] counts = new int[classes.size()][run.groupCount()];
        for (int j = 0; j < truth.size(); j++) counts[codes.get(j)][run.groups().get(j)]++;
        int[] sizes =
                Arrays.stream(counts).mapToInt(row -> Arrays.stream(row).sum()).toArray();
        List<Integer> bySize = IntStream.range(0, classes.size())
                .boxed()
                .sorted(Comparator.comparing(c -> -sizes[c]))
                .limit(CLASSES)
                .toList();
        List<Integer> shown = bySize.stream()
                .sorted(Comparator.<Integer>comparingInt(c -> largest(counts[c]))
                        .thenComparing(c -> -counts[c][largest(counts[c])]))
                .toList();
        List<List<Double>> values = IntStream.range(0, run.groupCount())
                .mapToObj(g -> shown.stream().map(c -> (double) counts[c][g]).toList())
                .toList();
        HeatMap map = HeatMap.of(
                new Caption(
                        "contingency",
                        "Groups and labels",
                        Words.format(
                                "A table of counts: %s by %s.",
                                Words.count(run.groupCount(), "group"), Words.count(shown.size(), "label")),
                        "How many samples of each label are in each group; labels stand in the order of the group that has most of them."
                                + (shown.size() < classes.size()
                                        ? Words.format(" The %d largest of %,d labels.", shown.size(), classes.size())
                                        : "")),
                new HeatMap.Side("group", run.groupNames()),
                new HeatMap.Side(
                        "label", Names.of(shown.stream().map(classes::get).toList())),
                "samples",
                values);
        return shown.size() <= WITH_NUMBERS ? map.withNumbers() : map;
    }

    private static int largest(int[] counts) {
        int at = 0;
        for (int g = 1; g < counts.length; g++) if (counts[g] > counts[at]) at = g;
        return at;
    }
}
