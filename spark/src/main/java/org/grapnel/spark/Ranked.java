package org.grapnel.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import org.apache.spark.api.java.JavaRDD;

/**
 * The distinct samples of a panel.
 *
 * @param rank how many distinct samples come before them
 */
record Ranked(int rank, Points points) implements Serializable {
    /**
     * One for each panel, lazily.
     *
     * @param ranks how many distinct samples are in the partitions before each, and at the end in all
     * @param most how many equals of a sample matter
     */
    static JavaRDD<Ranked> of(Panels X, JavaRDD<Duplicates> duplicates, int[] ranks, int most) {
        return X.rdd().zipPartitions(duplicates, (panels, some) -> ranked(panels, some.next(), ranks, most));
    }

    private static Iterator<Ranked> ranked(Iterator<Panel> panels, Duplicates duplicates, int[] ranks, int most) {
        return new Iterator<>() {
            private int at = ranks[duplicates.part()];

            @Override
            public boolean hasNext() {
                return panels.hasNext();
            }

            @Override
            public Ranked next() {
                Points points = Points.of(panels.next(), duplicates, most);
                Ranked ranked = new Ranked(at, points);
                at += points.count();
                return ranked;
            }
        };
    }

    /** Those of its samples whose rank is among the given, which ascend. */
    Points drawn(int[] ranks) {
        int from = place(ranks, rank);
        int end = place(ranks, rank + points.count());
        int[] some = new int[end - from];
        for (int q = 0; q < some.length; q++) some[q] = ranks[from + q] - rank;
        return points.at(some);
    }

    private static int place(int[] ranks, int rank) {
        int at = Arrays.binarySearch(ranks, rank);
        return at < 0 ? -at - 1 : at;
    }
}
