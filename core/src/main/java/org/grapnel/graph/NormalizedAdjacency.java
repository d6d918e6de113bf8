package org.grapnel.graph;

import java.util.Arrays;
import org.grapnel.data.DataException;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;

/**
 * S = D^(−½) A D^(−½), with aᵢⱼ the weights of a graph and dᵢ the degrees. S is symmetric to the bit, its largest eigenvalue is 1, and it does not
 * change if all weights are multiplied by a constant.
 *
 * <p>A sample without an edge has a zero row in S. It is listed in {@link #isolated}, so that a model of S can leave it out.
 */
public final class NormalizedAdjacency {
    private final SparseMatrix S;
    private final RowSet joined;
    private final RowSet isolated;

    private NormalizedAdjacency(SparseMatrix S, RowSet joined, RowSet isolated) {
        this.S = S;
        this.joined = joined;
        this.isolated = isolated;
    }

    /** Computes S. Refuses a graph without edges. */
    public static NormalizedAdjacency of(Graph graph) {
        int n = graph.size();
        SparseMatrix A = graph.adjacency();
        RowSet joined = RowSet.none(n);
        RowSet isolated = RowSet.none(n);
        double[] root = new double[n];
        for (int i = 0; i < n; i++) {
            root[i] = Math.sqrt(graph.degree(i));
            (root[i] > 0 ? joined : isolated).add(i);
        }
        if (joined.count() == 0) throw noEdges(n);
        int entries = Math.toIntExact(A.nonZeros());
        int[] row = new int[entries];
        int[] column = new int[entries];
        double[] value = new double[entries];
        int[] filled = {0};
        for (int i = 0; i < n; i++) {
            int node = i;
            A.forEachInRow(i, (j, weight) -> {
                int e = filled[0]++;
                row[e] = node;
                column[e] = j;
                // the lower index first and the mean of both directions: symmetric to the bit, and faint edges do not
                // underflow
                double mean = weight / 2 + A.get(j, node) / 2;
                value[e] = mean == 0 ? 0 : mean / root[Math.min(node, j)] / root[Math.max(node, j)];
            });
        }
        return new NormalizedAdjacency(SparseMatrix.ofTriples(n, n, row, column, value), joined, isolated);
    }

    /** Returns S = 0 for n samples without an edge. */
    public static NormalizedAdjacency withoutEdges(int n) {
        SparseMatrix none = SparseMatrix.ofTriples(n, n, new int[0], new int[0], new double[0]);
        return new NormalizedAdjacency(none, RowSet.none(n), RowSet.all(n));
    }

    /** The refusal of a graph of n samples without edges. */
    public static DataException noEdges(int n) {
        return new DataException(
                "the graph of the %d samples has no edges, so the graph term joint has nothing to explain; raise the"
                        + " number of neighbours, or set alpha 0",
                n);
    }

    /** Returns S with the samples in another order: place q has sample order[q]. */
    public NormalizedAdjacency reorder(int[] order) {
        int n = size();
        int[] place = BreadthFirstOrder.inverse(order);
        int entries = Math.toIntExact(S.nonZeros());
        int[] row = new int[entries];
        int[] column = new int[entries];
        double[] value = new double[entries];
        int[] filled = {0};
        RowSet joinedThere = RowSet.none(n);
        RowSet isolatedThere = RowSet.none(n);
        for (int q = 0; q < n; q++) {
            int at = q;
            (joined.contains(order[q]) ? joinedThere : isolatedThere).add(q);
            S.forEachInRow(order[q], (j, entry) -> {
                row[filled[0]] = at;
                column[filled[0]] = place[j];
                value[filled[0]++] = entry;
            });
        }
        return new NormalizedAdjacency(SparseMatrix.ofTriples(n, n, row, column, value), joinedThere, isolatedThere);
    }

    /** Returns the number of samples. */
    public int size() {
        return S.rows();
    }

    /** Returns S as a matrix. */
    public SparseMatrix matrix() {
        return S;
    }

    /** Returns b = max S. */
    public double largest() {
        return S.largest();
    }

    /** Returns ‖S‖². */
    public double squares() {
        return Arrays.stream(S.rowSquares()).sum();
    }

    /** Returns the samples with an edge. */
    public RowSet joined() {
        return joined;
    }

    /** Returns the samples without an edge. */
    public RowSet isolated() {
        return isolated;
    }
}
