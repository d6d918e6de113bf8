package org.grapnel.spark.graph;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import org.apache.spark.api.java.JavaRDD;
import org.grapnel.spark.data.Panel;
import org.grapnel.spark.data.Panels;

/**
 * Distinct samples of a panel.
 *
 * @param rank number of distinct samples before them
 */
record RankedPoints(int rank, SearchPoints points) implements Serializable {
    /**
     * Returns the distinct samples of each panel, lazily.
     *
     * @param ranks number of distinct samples before each partition, followed by the total
     * @param most maximum number of duplicates to keep per sample
     */
    static JavaRDD<RankedPoints> create(Panels X, JavaRDD<DuplicateSamples> duplicates, int[] ranks, int most) {
        return X.rdd().zipPartitions(duplicates, (panels, positions) -> ranked(panels, positions.next(), ranks, most));
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

    /** Returns the samples with these ascending ranks. */
    SearchPoints selectRanks(int[] ranks) {
        int from = place(ranks, rank);
        int end = place(ranks, rank + points.count());
        int[] positions = new int[end - from];
        for (int q = 0; q < positions.length; q++) positions[q] = ranks[from + q] - rank;
        return points.select(positions);
    }

    private static int place(int[] ranks, int rank) {
        int at = Arrays.binarySearch(ranks, rank);
        return at < 0 ? -at - 1 : at;
    }
}
