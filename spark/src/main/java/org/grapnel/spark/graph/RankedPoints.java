package org.grapnel.spark.graph;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import org.apache.spark.api.java.JavaRDD;
import org.grapnel.spark.data.Panel;
import org.grapnel.spark.data.Panels;

/**
 * The distinct samples of a panel.
 *
 * @param rank how many distinct samples come before them
 */
record RankedPoints(int rank, SearchPoints points) implements Serializable {
    /**
     * One for each panel, lazily.
     *
     * @param ranks how many distinct samples are in the partitions before each, and at the end in all
     * @param most how many equals of a sample matter
     */
    static JavaRDD<RankedPoints> create(Panels X, JavaRDD<DuplicateSamples> duplicates, int[] ranks, int most) {
        return X.rdd().zipPartitions(duplicates, (panels, some) -> ranked(panels, some.next(), ranks, most));
    }

    private static Iterator<RankedPoints> ranked(
            Iterator<Panel> panels, DuplicateSamples duplicates, int[] ranks, int most) {
        return new Iterator<>() {
            private int at = ranks[duplicates.part()];

            @Override
            public boolean hasNext() {
                return panels.hasNext();
            }

            @Override
            public RankedPoints next() {
                SearchPoints points = SearchPoints.distinct(panels.next(), duplicates, most);
                RankedPoints ranked = new RankedPoints(at, points);
                at += points.count();
                return ranked;
            }
        };
    }

    /** Those of its samples whose rank is among the given, which ascend. */
    SearchPoints selectRanks(int[] ranks) {
        int from = place(ranks, rank);
        int end = place(ranks, rank + points.count());
        int[] some = new int[end - from];
        for (int q = 0; q < some.length; q++) some[q] = ranks[from + q] - rank;
        return points.select(some);
    }

    private static int place(int[] ranks, int rank) {
        int at = Arrays.binarySearch(ranks, rank);
        return at < 0 ? -at - 1 : at;
    }
}
