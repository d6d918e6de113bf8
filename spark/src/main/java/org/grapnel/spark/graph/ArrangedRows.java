package org.grapnel.spark.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.grapnel.spark.data.Panels;
import scala.Tuple2;

/** Splits the rows of A by the partitions of another order of the samples, and joins them there. */
final class ArrangedRows {
    private ArrangedRows() {}

    /**
     * Returns the rows for each partition, with new numbers.
     *
     * @param place new number of each own sample; those of a region follow each other
     * @param slots new number of the sample of each slot
     * @param offsets first number of every partition, followed by the number of samples
     */
    static List<Tuple2<Integer, AdjacencyRows>> split(
            LaplacianPartition share, double[] place, double[] slots, int[] offsets) {
        int targets = offsets.length - 1;
        RowsBuilder[] parts = new RowsBuilder[targets];
        for (int i = 0; i < place.length; i++) {
            int number = (int) place[i];
            int t = Panels.partitionOf(number, offsets);
            if (parts[t] == null) parts[t] = new RowsBuilder(number);
            parts[t].add(share, i, slots);
        }
        List<Tuple2<Integer, AdjacencyRows>> sent = new ArrayList<>();
        for (int t = 0; t < targets; t++) if (parts[t] != null) sent.add(new Tuple2<>(t, parts[t].build()));
        return sent;
    }

    /** Joins the rows of a partition. */
    static AdjacencyRows join(Iterator<AdjacencyRows> arrived, int first) {
        List<AdjacencyRows> parts = new ArrayList<>();
        arrived.forEachRemaining(parts::add);
        parts.sort(Comparator.comparingInt(AdjacencyRows::first));
        int rows = parts.stream().mapToInt(AdjacencyRows::size).sum();
        int entries = parts.stream().mapToInt(part -> part.other().length).sum();
        int[] start = new int[rows + 1];
        int[] other = new int[entries];
        double[] weight = new double[entries];
        int row = 0;
        int filled = 0;
        for (AdjacencyRows part : parts) {
            for (int i = 0; i < part.size(); i++) start[++row] = filled + part.start()[i + 1];
            System.arraycopy(part.other(), 0, other, filled, part.other().length);
            System.arraycopy(part.weight(), 0, weight, filled, part.other().length);
            filled += part.other().length;
        }
        return new AdjacencyRows(first, start, other, weight, null);
    }

    private static final class RowsBuilder {
        private final int first;
        private int rows;
        private int filled;
        private int[] start = new int[16];
        private int[] other = new int[128];
        private double[] weight = new double[128];

        RowsBuilder(int first) {
            this.first = first;
        }

        /** Appends row i, sorted by the new numbers of the other ends. */
        void add(LaplacianPartition share, int i, double[] slots) {
            int begin = filled;
            int most = filled + share.start()[i + 1] - share.start()[i];
            if (most > other.length) {
                other = Arrays.copyOf(other, Math.max(most, 2 * other.length));
                weight = Arrays.copyOf(weight, other.length);
            }
            for (int e = share.start()[i]; e < share.start()[i + 1]; e++) {
                int slot = share.slot()[e];
                if (slot == i) continue; // the diagonal
                int number = (int) slots[slot];
                int at = filled++;
                for (; at > begin && other[at - 1] > number; at--) {
                    other[at] = other[at - 1];
                    weight[at] = weight[at - 1];
                }
                other[at] = number;
                weight[at] = share.value()[e];
            }
            if (++rows == start.length) start = Arrays.copyOf(start, 2 * rows);
            start[rows] = filled;
        }

        AdjacencyRows build() {
            return new AdjacencyRows(
                    first,
                    Arrays.copyOf(start, rows + 1),
                    Arrays.copyOf(other, filled),
                    Arrays.copyOf(weight, filled),
                    null);
        }
    }
}
