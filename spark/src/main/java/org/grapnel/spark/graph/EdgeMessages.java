package org.grapnel.spark.graph;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.grapnel.spark.data.Panels;
import scala.Tuple2;

/**
 * Entries of A, sent to the partition of their row.
 *
 * @param reversed whether the other end reports the edge
 */
record EdgeMessages(boolean reversed, int[] row, int[] column, double[] weight) implements Serializable {
    int count() {
        return row.length;
    }

    /** Collects entries by target partition. */
    static final class EdgeMessagesBuilder {
        private final int[] first;
        private final boolean reversed;
        private final int[][] row;
        private final int[][] column;
        private final double[][] weight;
        private final int[] size;

        EdgeMessagesBuilder(int[] first, boolean reversed) {
            this.first = first;
            this.reversed = reversed;
            int partitions = first.length - 1;
            row = new int[partitions][0];
            column = new int[partitions][0];
            weight = new double[partitions][0];
            size = new int[partitions];
        }

        void add(int i, int j, double w) {
            int to = Panels.partitionOf(i, first);
            int at = size[to]++;
            if (at == row[to].length) {
                int more = Math.max(16, 2 * at);
                row[to] = Arrays.copyOf(row[to], more);
                column[to] = Arrays.copyOf(column[to], more);
                weight[to] = Arrays.copyOf(weight[to], more);
            }
            row[to][at] = i;
            column[to][at] = j;
            weight[to][at] = w;
        }

        List<Tuple2<Integer, EdgeMessages>> build() {
            List<Tuple2<Integer, EdgeMessages>> packed = new ArrayList<>();
            for (int to = 0; to < size.length; to++)
                if (size[to] > 0)
                    packed.add(new Tuple2<>(
                            to,
                            new EdgeMessages(
                                    reversed,
                                    Arrays.copyOf(row[to], size[to]),
                                    Arrays.copyOf(column[to], size[to]),
                                    Arrays.copyOf(weight[to], size[to]))));
            return packed;
        }
    }
}
