package org.grapnel.spark.graph;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;

/** Renumbers the samples of a graph that are kept: every partition keeps its own, and the rows of A lose the others. */
final class Subgraph {
    private Subgraph() {}

    /** New numbers of the samples of a partition, −1 for those that are left out. */
    private record SamplePlaces(int first, double[] place) implements Serializable {}

    /** Returns the new number of the first sample of every partition, followed by the number of samples. */
    static int[] offsets(JavaRDD<boolean[]> kept) {
        List<Integer> counts = kept.map(Subgraph::count).collect();
        int[] first = new int[counts.size() + 1];
        for (int q = 0; q < counts.size(); q++) first[q + 1] = first[q] + counts.get(q);
        return first;
    }

    private static int count(boolean[] kept) {
        int count = 0;
        for (boolean one : kept) if (one) count++;
        return count;
    }

    static JavaRDD<AdjacencyRows> rows(SampleGraph graph, JavaRDD<boolean[]> kept, int[] first) {
        JavaRDD<SamplePlaces> places = kept.mapPartitionsWithIndex(
                (part, own) -> List.of(places(own.next(), first[part])).iterator(), true);
        return new GraphExchange(graph.patterns()).step(places, 1, SamplePlaces::place, Subgraph::rows);
    }

    private static SamplePlaces places(boolean[] kept, int first) {
        double[] place = new double[kept.length];
        int next = first;
        for (int i = 0; i < kept.length; i++) place[i] = kept[i] ? next++ : -1;
        return new SamplePlaces(first, place);
    }

    private static AdjacencyRows rows(LaplacianPartition share, SamplePlaces own, double[] slots) {
        int[] start = new int[share.own() + 1];
        int[] other = new int[share.slot().length];
        double[] weight = new double[other.length];
        int rows = 0;
        int filled = 0;
        for (int i = 0; i < share.own(); i++) {
            if (own.place[i] < 0) continue;
            for (int e = share.start()[i]; e < share.start()[i + 1]; e++) {
                int at = share.slot()[e];
                if (at == i || slots[at] < 0) continue;
                other[filled] = (int) slots[at];
                weight[filled++] = share.value()[e];
            }
            start[++rows] = filled;
        }
        return new AdjacencyRows(
                own.first,
                Arrays.copyOf(start, rows + 1),
                Arrays.copyOf(other, filled),
                Arrays.copyOf(weight, filled),
                null);
    }
}
