package org.grapnel.spark.graph;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.spark.data.Panels;
import scala.Tuple2;

/**
 * Rows of L for the samples of a partition, and the routing of its products.
 *
 * <p>Columns are slots: first the partition's own samples, then the other ends of its edges by ascending number, which
 * is also by partition. A is symmetric, so the rows that partition p needs from this one are those with a neighbour in
 * p, and no request is needed.
 *
 * @param own number of own samples
 * @param start start of the entries of each row, which are sorted by column
 * @param peer partitions with which rows are exchanged, ascending
 * @param from slot of the first row from each peer, followed by the number of slots
 * @param ship own rows that each peer needs, ascending
 */
record LaplacianPartition(int own, int[] start, int[] slot, double[] value, int[] peer, int[] from, int[][] ship)
        implements Serializable {
    /** Rows of a tall matrix, sent by a partition. */
    record RowMessage(int from, double[] rows) implements Serializable {}

    /** Builds the pattern of L, with the weights of A and a zero diagonal. */
    static LaplacianPartition pattern(AdjacencyRows rows, int part, int[] first) {
        int own = rows.size();
        int end = rows.first() + own;
        int[] outside = Arrays.stream(rows.other())
                .filter(j -> j < rows.first() || j >= end)
                .sorted()
                .distinct()
                .toArray();
        List<Integer> peers = new ArrayList<>();
        List<Integer> froms = new ArrayList<>();
        for (int q = 0; q < outside.length; q++) {
            int peer = Panels.partitionOf(outside[q], first);
            if (!peers.isEmpty() && peers.get(peers.size() - 1) == peer) continue;
            peers.add(peer);
            froms.add(own + q);
        }
        froms.add(own + outside.length);
        int[] peer = peers.stream().mapToInt(Integer::intValue).toArray();
        int[] start = new int[own + 1];
        int[] slot = new int[rows.other().length + own];
        double[] value = new double[slot.length];
        int[][] ship = new int[peer.length][16];
        int[] ships = new int[peer.length];
        int filled = 0;
        for (int i = 0; i < own; i++) {
            boolean diagonal = false;
            int last = -1;
            for (int e = rows.start()[i]; e < rows.start()[i + 1]; e++) {
                int j = rows.other()[e];
                if (!diagonal && j > rows.first() + i) {
                    slot[filled++] = i;
                    diagonal = true;
                }
                boolean inside = j >= rows.first() && j < end;
                slot[filled] = inside ? j - rows.first() : own + Arrays.binarySearch(outside, j);
                value[filled++] = rows.weight()[e];
                if (inside) continue;
                int p = Arrays.binarySearch(peer, Panels.partitionOf(j, first));
                if (p == last) continue;
                if (ships[p] == ship[p].length) ship[p] = Arrays.copyOf(ship[p], 2 * ships[p]);
                ship[p][ships[p]++] = i;
                last = p;
            }
            // a sample without a neighbour has an empty row
            if (!diagonal && rows.start()[i + 1] > rows.start()[i]) slot[filled++] = i;
            start[i + 1] = filled;
        }
        for (int p = 0; p < peer.length; p++) ship[p] = Arrays.copyOf(ship[p], ships[p]);
        return new LaplacianPartition(
                own,
                start,
                Arrays.copyOf(slot, filled),
                Arrays.copyOf(value, filled),
                peer,
                froms.stream().mapToInt(Integer::intValue).toArray(),
                ship);
    }

    /** Computes L from the pattern. {@code degree} has an entry per slot; the plain Laplacian reads only its own. */
    LaplacianPartition laplacian(LaplacianKind kind, double[] degree) {
        double[] entries = new double[value.length];
        boolean plain = kind == LaplacianKind.PLAIN;
        for (int i = 0; i < own; i++) {
            for (int e = start[i]; e < start[i + 1]; e++) {
                if (slot[e] == i) entries[e] = plain ? degree[i] : 1;
                else if (plain) entries[e] = -value[e];
                // a product of roots instead of two divisions: L is then symmetric to the bit
                else entries[e] = -value[e] / (Math.sqrt(degree[i]) * Math.sqrt(degree[slot[e]]));
            }
        }
        return new LaplacianPartition(own, start, slot, entries, peer, from, ship);
    }

    /**
     * Computes S = D^(−½) A D^(−½) from the pattern, without a diagonal. {@code degree} has an entry per slot. The arithmetic is that of {@link
     * org.grapnel.graph.NormalizedAdjacency}: the division by the root of the lower sample number comes first, so S is symmetric to the bit.
     */
    LaplacianPartition normalizedAdjacency(double[] degree) {
        int[] begin = new int[start.length];
        int[] column = new int[slot.length];
        double[] entries = new double[value.length];
        int filled = 0;
        for (int i = 0; i < own; i++) {
            double root = Math.sqrt(degree[i]);
            boolean isLower = false; // whether i is below the other end: entries after the diagonal
            for (int e = start[i]; e < start[i + 1]; e++) {
                if (slot[e] == i) {
                    isLower = true;
                    continue;
                }
                double other = Math.sqrt(degree[slot[e]]);
                double mean = value[e] / 2 + value[e] / 2;
                column[filled] = slot[e];
                entries[filled++] = mean == 0 ? 0 : mean / (isLower ? root : other) / (isLower ? other : root);
            }
            begin[i + 1] = filled;
        }
        return new LaplacianPartition(
                own, begin, Arrays.copyOf(column, filled), Arrays.copyOf(entries, filled), peer, from, ship);
    }

    /** Returns the row sums of A, from the pattern. */
    double[] degrees() {
        double[] degrees = new double[own];
        for (int i = 0; i < own; i++)
            for (int e = start[i]; e < start[i + 1]; e++) if (slot[e] != i) degrees[i] += value[e];
        return degrees;
    }

    /** Returns the number of rows that leave this partition for a product. */
    long rowsShipped() {
        long rows = 0;
        for (int[] some : ship) rows += some.length;
        return rows;
    }

    /** Selects the rows, of r numbers each, that the peers need. */
    Iterator<Tuple2<Integer, RowMessage>> parcels(double[] Ht, int part, int r) {
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < peer.length;
            }

            @Override
            public Tuple2<Integer, RowMessage> next() {
                int[] wanted = ship[next];
                double[] rows = new double[Math.multiplyExact(wanted.length, r)];
                for (int q = 0; q < wanted.length; q++) System.arraycopy(Ht, wanted[q] * r, rows, q * r, r);
                return new Tuple2<>(peer[next++], new RowMessage(part, rows));
            }
        };
    }

    /** Collects the rows of all slots: own and received ones. */
    double[] gatherSlots(double[] Ht, Iterator<RowMessage> arrived, int r) {
        double[] all = Arrays.copyOf(Ht, Math.multiplyExact(from[peer.length], r));
        while (arrived.hasNext()) {
            RowMessage parcel = arrived.next();
            int p = Arrays.binarySearch(peer, parcel.from());
            System.arraycopy(parcel.rows(), 0, all, from[p] * r, parcel.rows().length);
        }
        return all;
    }

    /**
     * Returns the own rows of L·M, given the rows of M in all slots. Sums run by ascending column, as on one machine.
     */
    double[] times(double[] M, int r) {
        double[] product = new double[own * r];
        for (int i = 0; i < own; i++) {
            int into = i * r;
            for (int e = start[i]; e < start[i + 1]; e++) {
                double v = value[e];
                int at = slot[e] * r;
                for (int c = 0; c < r; c++) product[into + c] += v * M[at + c];
            }
        }
        return product;
    }
}
