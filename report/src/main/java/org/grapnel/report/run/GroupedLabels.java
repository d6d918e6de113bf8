package org.grapnel.report.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.grapnel.report.page.TextFormat;

/**
 * The labels of the samples in the order of the groups: a label belongs to the group that holds most of its samples. Every figure uses this order, so
 * that labels that agree with the groups have the same colours as these.
 */
final class GroupedLabels {
    private final List<String> classes;
    private final List<Integer> codes;
    private final int[][] counts;

    private GroupedLabels(List<String> classes, List<Integer> codes, int[][] counts) {
        this.classes = classes;
        this.codes = codes;
        this.counts = counts;
    }

    /** Labels of the same group are ordered by their number of samples in it; without groups the labels are sorted by name. */
    static GroupedLabels of(RunData run, List<String> labels) {
        List<String> byName = TextFormat.sortDistinct(labels);
        List<Integer> places = TextFormat.positions(labels, byName);
        int[][] counts = new int[byName.size()][Math.max(1, run.groupCount())];
        for (int j = 0; j < labels.size(); j++)
            counts[places.get(j)][run.groupCount() == 0 ? 0 : run.groups().get(j)]++;
        List<Integer> order =
                new ArrayList<>(IntStream.range(0, byName.size()).boxed().toList());
        if (run.groupCount() > 0)
            order.sort(Comparator.<Integer>comparingInt(c -> largest(counts[c]))
                    .thenComparing(c -> -counts[c][largest(counts[c])]));
        List<String> classes = order.stream().map(byName::get).toList();
        return new GroupedLabels(
                classes,
                TextFormat.positions(labels, classes),
                order.stream().map(c -> counts[c]).toArray(int[][]::new));
    }

    private static int largest(int[] counts) {
        int at = 0;
        for (int g = 1; g < counts.length; g++) if (counts[g] > counts[at]) at = g;
        return at;
    }

    List<String> classes() {
        return classes;
    }

    /** Returns the label of every sample, as an index into the classes. */
    List<Integer> codes() {
        return codes;
    }

    int count(int label, int group) {
        return counts[label][group];
    }

    /** Returns the labels with most samples, in the order of the classes. */
    List<Integer> largest(int most) {
        int[] sizes = new int[classes.size()];
        codes.forEach(code -> sizes[code]++);
        return IntStream.range(0, sizes.length)
                .boxed()
                .sorted(Comparator.comparing(c -> -sizes[c]))
                .limit(most)
                .sorted()
                .toList();
    }
}
