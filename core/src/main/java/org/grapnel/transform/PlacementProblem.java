package org.grapnel.transform;

import java.io.Serializable;
import java.util.Arrays;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.decomp.NonNegativeLeastSquares;
import org.grapnel.model.GraphTerm;
import org.grapnel.runtime.Preconditions;

/**
 * The problem of a new sample x: its h ≥ 0 of least cost, while the model and all other samples are fixed. The edges of the sample enter as
 * sums over the training samples l that they join it to ({@link EdgeSum}), so the problem needs none of the training samples.
 *
 * <p>Trace term: min ½‖x − Wh‖² + λ·Σₗ aₗ‖h − hₗ‖², a least-squares problem with G = WᵀW + 2λd·I and b = Wᵀx + 2λ·Σ aₗhₗ, d = Σ aₗ. For the
 * normalised Laplacian d is 1 in G, and aₗ becomes aₗ/√(d·dₗ). The invariant term equals this one where W's columns have unit length, so it is
 * solved in these units.
 *
 * <p>Joint term: min ½‖x − Wh‖² + (α/2)·(‖s − Gᵀh‖² + ‖s − Hᵀg‖² + b‖h − g‖²) over h, g ≥ 0, sₗ = aₗ/√(d·dₗ). It is one least-squares problem in
 * (h, g), solved exactly:
 *
 * <pre>
 *   ( WᵀW + α(GGᵀ + bI)       −αbI      ) (h)   ( Wᵀx + αGs )
 *   (       −αbI         α(HHᵀ + bI)    ) (g) = (    αHs    )
 * </pre>
 */
public final class PlacementProblem implements Serializable {
    private static final long serialVersionUID = 1;

    private final double[][] alone;
    private final double[][] withEdges;
    private final double[] unit;
    private final double weight;
    private final boolean joint;
    private final boolean plain;

    private PlacementProblem(
            double[][] alone, double[][] withEdges, double[] unit, double weight, boolean joint, boolean plain) {
        this.alone = alone;
        this.withEdges = withEdges;
        this.unit = unit;
        this.weight = weight;
        this.joint = joint;
        this.plain = plain;
    }

    /** Creates the problem of a model without a graph. */
    public static PlacementProblem withoutGraph(double[][] WtW) {
        return withTerm(WtW, GraphTerm.TRACE, LaplacianKind.PLAIN, 0);
    }

    /** Creates the problem of the trace or the invariant graph term. */
    public static PlacementProblem withTerm(double[][] WtW, GraphTerm term, LaplacianKind laplacian, double lambda) {
        Preconditions.require(term != GraphTerm.JOINT, "the joint graph term needs HHᵀ and GGᵀ; use joint");
        int r = WtW.length;
        double[] unit = new double[r];
        for (int q = 0; q < r; q++) unit[q] = term.fixesScale() || !(WtW[q][q] > 0) ? 1 : Math.sqrt(WtW[q][q]); // ‖wⱼ‖
        double[][] G = new double[r][r];
        for (int q = 0; q < r; q++) for (int l = 0; l < r; l++) G[q][l] = WtW[q][l] / unit[q] / unit[l];
        return new PlacementProblem(G, G, unit, lambda, false, laplacian == LaplacianKind.PLAIN);
    }

    /**
     * Creates the problem of the joint graph term.
     *
     * @param HHt HHᵀ over the training samples with an edge
     * @param GGt GGᵀ over them
     * @param symmetry b
     */
    public static PlacementProblem joint(
            double[][] WtW, double[][] HHt, double[][] GGt, double alpha, double symmetry) {
        int r = WtW.length;
        double[][] both = new double[2 * r][2 * r];
        for (int j = 0; j < r; j++) {
            for (int l = 0; l < r; l++) {
                double ridge = j == l ? symmetry : 0;
                both[j][l] = WtW[j][l] + alpha * (GGt[j][l] + ridge);
                both[r + j][r + l] = alpha * (HHt[j][l] + ridge);
            }
            both[j][r + j] = -alpha * symmetry;
            both[r + j][j] = -alpha * symmetry;
        }
        double[] ones = new double[r];
        Arrays.fill(ones, 1);
        return new PlacementProblem(WtW, both, ones, alpha, true, false);
    }

    /** Returns the problem of a sample of which entries are missing: WᵀW runs over the others, and the graph term stays. */
    public PlacementProblem withGram(double[][] WtW) {
        int r = rank();
        double[][] G = new double[r][r];
        for (int q = 0; q < r; q++) for (int l = 0; l < r; l++) G[q][l] = WtW[q][l] / unit[q] / unit[l];
        if (!joint) return new PlacementProblem(G, G, unit, weight, false, plain);
        double[][] both = new double[2 * r][];
        for (int q = 0; q < 2 * r; q++) both[q] = withEdges[q].clone();
        for (int q = 0; q < r; q++) for (int l = 0; l < r; l++) both[q][l] += G[q][l] - alone[q][l];
        return new PlacementProblem(G, both, unit, weight, true, plain);
    }

    /** Returns the number of components, r. */
    public int rank() {
        return unit.length;
    }

    /** Starts the sum over the edges of a sample of degree d = Σ aₗ. */
    public EdgeSum startEdges(double degree) {
        return new EdgeSum(degree, !joint && degree > 0, new double[joint ? 2 * rank() : rank()]);
    }

    /**
     * Adds the edge of weight a to a training sample.
     *
     * @param degree its degree in the graph of the fit
     * @param h its row of Hᵀ
     * @param g its row of Gᵀ, which only the joint term reads
     */
    public void addEdge(EdgeSum edges, double a, double degree, double[] h, double[] g) {
        if (edges.degree == 0) return;
        // a training sample without edges does not appear in the normalised terms
        double s = plain ? a : degree == 0 ? 0 : a / Math.sqrt(edges.degree) / Math.sqrt(degree);
        if (joint) {
            if (a == 0 || degree == 0) return;
            edges.present = true;
            addNeighbors(edges, s, h, g);
        } else {
            addNeighbors(edges, s, h, g);
        }
    }

    /**
     * Adds Σ sₗhₗ and Σ sₗgₗ over some edges of the sample, times {@code factor}: sₗ = aₗ for the plain Laplacian, else aₗ/√(d·dₗ).
     */
    public void addNeighbors(EdgeSum edges, double factor, double[] h, double[] g) {
        int r = rank();
        double[] linear = edges.linear;
        if (joint) {
            for (int j = 0; j < r; j++) linear[j] += weight * factor * g[j];
            for (int j = 0; j < r; j++) linear[r + j] += weight * factor * h[j];
        } else {
            for (int q = 0; q < r; q++) linear[q] += 2 * weight * factor * (unit[q] * h[q]);
        }
    }

    /** Returns what the trace term adds to the diagonal of the sample's problem: 2λd, or 2λ for the normalised Laplacian. */
    double ridge(EdgeSum edges) {
        return edges.present ? 2 * weight * (plain ? edges.degree : 1) : 0;
    }

    /** Returns a solver with working memory of its own: use one per thread. */
    public PlacementSolver solver() {
        return new PlacementSolver();
    }

    /** What the edges of one sample add to its problem. */
    public static final class EdgeSum implements Serializable {
        private static final long serialVersionUID = 1;

        private final double degree;
        private boolean present;
        private final double[] linear;

        /**
         * Restores a sum.
         *
         * @param degree d
         * @param present whether an edge takes part in the graph term
         * @param linear what the edges add to the linear term; owned by the sum
         */
        public EdgeSum(double degree, boolean present, double[] linear) {
            this.degree = degree;
            this.present = present;
            this.linear = linear;
        }

        /** Returns d. */
        public double degree() {
            return degree;
        }

        /** Returns whether an edge takes part in the graph term. */
        boolean isPresent() {
            return present;
        }

        /** Returns the linear term. The array must not be modified. */
        public double[] linear() {
            return linear;
        }
    }

    /** Solves the problem for one sample after another. */
    public final class PlacementSolver {
        private final NonNegativeLeastSquares withoutGraph = create(alone);
        private final NonNegativeLeastSquares withGraph = alone == withEdges ? withoutGraph : create(withEdges);

        private PlacementSolver() {}

        private static NonNegativeLeastSquares create(double[][] G) {
            try (DenseMatrix gram = DenseMatrix.of(G)) {
                return new NonNegativeLeastSquares(gram);
            }
        }

        /** Returns h of a sample with this Wᵀx. */
        public double[] solve(double[] Wtx, EdgeSum edges) {
            int r = rank();
            double[] b = Arrays.copyOf(Wtx, edges.present ? edges.linear.length : r);
            for (int q = 0; q < r; q++) b[q] /= unit[q];
            if (edges.present) for (int q = 0; q < b.length; q++) b[q] += edges.linear[q];
            double[] found = new double[b.length];
            if (edges.present) withGraph.solve(joint ? 0 : ridge(edges), b, found);
            else withoutGraph.solve(0, b, found);
            double[] h = Arrays.copyOf(found, r);
            for (int q = 0; q < r; q++) h[q] /= unit[q];
            return h;
        }
    }
}
