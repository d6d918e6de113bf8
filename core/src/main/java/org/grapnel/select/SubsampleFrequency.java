package org.grapnel.select;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.grapnel.cluster.Clustering;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;

/**
 * How often each selected feature is selected again on a part of the samples. {@value #SUBSAMPLES} times, four fifths of the samples are drawn
 * without replacement, with the groups that they have in the whole, and {@link GroupContrast} selects as many features. The frequency of a
 * feature is the share of the draws that select it.
 *
 * <p>It tells how much the list depends on single samples. It does not tell whether the groups are real: they stay the same.
 *
 * <p>The draws depend on nothing but the number of samples. The cost is that of {@value #SUBSAMPLES} selections.
 */
public final class SubsampleFrequency {
    private static final int SUBSAMPLES = 10;
    private static final double SHARE = 0.8;
    private static final long SEED = 0;

    /** Features × samples × selected features up to which the frequency is computed. */
    public static final double MOST_WORK = 4e9;

    private SubsampleFrequency() {}

    /** Whether the data are small enough. */
    public static boolean isCheap(Matrix X, int keep) {
        return (double) X.rows() * X.cols() * keep <= MOST_WORK;
    }

    /** Says why there is no frequency for data that are not small enough. */
    public static String tooLarge(Matrix X, int keep) {
        return String.format(
                Locale.ROOT,
                "how often each feature is selected on parts of the samples was not computed: %,d samples x %,d features x %,d kept is more than %.0e",
                X.cols(),
                X.rows(),
                keep,
                MOST_WORK);
    }

    /**
     * Adds the frequencies to a selection by groups. They stay unknown if a part of the samples has no two groups.
     *
     * @param groupings the groups that the features tell apart
     */
    public static Selection measure(
            ExecutionContext context, Matrix X, List<Clustering> groupings, Selection selection) {
        int keep = selection.order().size();
        int n = X.cols();
        if (Math.ceil(SHARE * n) == n) return selection; // so few samples have no part
        int[] times = new int[X.rows()];
        for (int draw = 0; draw < SUBSAMPLES; draw++) {
            int[] part = draw(n, draw);
            List<Clustering> within =
                    groupings.stream().map(groups -> restrict(groups, part)).toList();
            if (!within.stream().allMatch(SubsampleFrequency::canBeTold)) return selection;
            try (Matrix some = X.selectColumns(part)) {
                for (int i : GroupContrast.select(context, some, within, keep).order()) times[i]++;
            }
        }
        return selection.withFrequency(Optional.of(selection.order().stream()
                .map(i -> (double) times[i] / SUBSAMPLES)
                .toList()));
    }

    /** Four fifths of the samples, in their order. */
    private static int[] draw(int n, int draw) {
        long seed = CounterRandom.split(SEED, draw);
        double[] key = IntStream.range(0, n)
                .mapToDouble(j -> CounterRandom.uniform(seed, 0, j))
                .toArray();
        return IntStream.range(0, n)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer j) -> key[j]).thenComparingInt(j -> j))
                .limit((long) Math.ceil(SHARE * n))
                .mapToInt(j -> j)
                .sorted()
                .toArray();
    }

    private static Clustering restrict(Clustering groups, int[] part) {
        return Clustering.ofLabels(
                groups.clusters(), Arrays.stream(part).map(groups::labelOf).toArray());
    }

    private static boolean canBeTold(Clustering groups) {
        long formed = Arrays.stream(groups.sizes()).filter(size -> size > 0).count();
        return formed >= 2 && formed < groups.size();
    }
}
