package org.grapnel.laws;

import java.util.Arrays;
import org.grapnel.graph.Laplacian;

/**
 * The residuals of a certificate by plain loops, for the solvers that take coordinate steps in one line after the other: the joint
 * model with or without weights, and the loss kl.
 */
final class NaiveStepSums {
    private final RandomProblem problem;
    private final double[][] X;
    private final double[][] C;
    private final double[][] A;
    private final double[][] W;
    private final double[][] Ht;
    private final double[][] Gt;
    private final double alpha;
    private final int p;
    private final int n;
    private final int r;
    private final double[][] S;
    private final double b;
    private final double[][] L; // of the trace term, times 2λ

    /**
     * Takes a result.
     *
     * @param Gt the copy of H in the joint term, empty without it
     * @param alpha α, 0 without the joint term
     */
    NaiveStepSums(RandomProblem problem, double[][] W, double[][] Ht, double[][] Gt, double alpha) {
        this.problem = problem;
        this.X = problem.observed();
        this.C = problem.weightsInUse();
        this.A = problem.A();
        this.W = W;
        this.Ht = Ht;
        this.Gt = Gt;
        this.alpha = alpha;
        p = X.length;
        n = X[0].length;
        r = W[0].length;
        S = new double[n][n];
        double[] root = Arrays.stream(A)
                .mapToDouble(row -> Math.sqrt(Arrays.stream(row).sum()))
                .toArray();
        for (int j = 0; j < n; j++) for (int l = 0; l < n; l++) if (A[j][l] > 0) S[j][l] = A[j][l] / root[j] / root[l];
        b = Arrays.stream(S).flatMapToDouble(Arrays::stream).max().orElse(0);
        L = new double[n][n];
        if (!problem.spec().usesGraph() || isJoint()) return;
        Laplacian laplacian =
                problem.graph().orElseThrow().laplacian(problem.spec().laplacian());
        for (int j = 0; j < n; j++) {
            laplacian.matrix().row(j, L[j]);
            for (int l = 0; l < n; l++) L[j][l] *= 2 * problem.spec().weight().value();
        }
    }

    private boolean isJoint() {
        return problem.spec().isJoint();
    }

    private boolean hasEdge(int j) {
        return Arrays.stream(A[j]).anyMatch(a -> a > 0);
    }

    private boolean isKl() {
        return problem.family() == RandomProblem.SolverFamily.KL;
    }

    /** Returns ‖X‖², or the sum of all counts. */
    double sizeOfX() {
        double size = 0;
        for (int i = 0; i < p; i++) for (int j = 0; j < n; j++) size += isKl() ? X[i][j] : C[i][j] * X[i][j] * X[i][j];
        return size;
    }

    /** Returns √(Σ CΔ²) of W beside the size of X. */
    double ofW() {
        double sum = 0;
        for (int i = 0; i < p; i++) {
            if (isKl() && !isFitted(i)) continue;
            for (int a = 0; a < r; a++) {
                double slope = 0;
                double curvature = 0;
                for (int j = 0; j < n; j++) {
                    slope += slope(i, j) * Ht[j][a];
                    curvature += curvature(i, j) * Ht[j][a] * Ht[j][a];
                }
                sum += square(W[i][a], slope, curvature);
            }
        }
        return share(sum, sizeOfX());
    }

    /** Whether a feature is explained by WH, not by the background. */
    private boolean isFitted(int i) {
        return problem.spec().keep().orElse(p) >= p || Arrays.stream(W[i]).anyMatch(w -> w > 0);
    }

    /** Returns √(Σ CΔ²) of H and G beside the sizes of X and S. */
    double ofH() {
        double sum = 0;
        double[][] GG = isJoint() ? NaiveResiduals.gram(Gt) : new double[r][r];
        for (int j = 0; j < n; j++) {
            for (int a = 0; a < r; a++) {
                double slope = 0;
                double curvature = 0;
                for (int i = 0; i < p; i++) {
                    if (isKl() && !isFitted(i)) continue;
                    slope += slope(i, j) * W[i][a];
                    curvature += curvature(i, j) * W[i][a] * W[i][a];
                }
                if (isJoint() && hasEdge(j)) {
                    slope += alpha * graphSlope(Ht, Gt, GG, j, a);
                    curvature += alpha * (GG[a][a] + b);
                }
                for (int l = 0; l < n; l++) slope += L[j][l] * Ht[l][a];
                curvature += 2 * L[j][j];
                sum += square(Ht[j][a], slope, curvature);
            }
        }
        double size = sizeOfX();
        if (!isJoint()) return share(sum, size);
        double[][] joined = Ht.clone();
        for (int j = 0; j < n; j++) if (!hasEdge(j)) joined[j] = new double[r];
        double[][] HH = NaiveResiduals.gram(joined);
        for (int j = 0; j < n; j++)
            for (int a = 0; hasEdge(j) && a < r; a++)
                sum += alpha * square(Gt[j][a], graphSlope(Gt, Ht, HH, j, a), HH[a][a] + b);
        for (double[] row : S) for (double s : row) size += alpha * s * s;
        return share(sum, size);
    }

    /** The slope of ½‖S − YᵀZ‖² + ½b‖Z − Y‖² in one entry of Z. */
    private double graphSlope(double[][] Z, double[][] Y, double[][] gram, int j, int a) {
        double slope = b * (Z[j][a] - Y[j][a]);
        for (int c = 0; c < r; c++) slope += gram[a][c] * Z[j][c];
        for (int l = 0; l < n; l++) if (hasEdge(l)) slope -= S[j][l] * Y[l][a];
        return slope;
    }

    private double fit(int i, int j) {
        double fit = 0;
        for (int a = 0; a < r; a++) fit += W[i][a] * Ht[j][a];
        return fit;
    }

    /** The derivative of the loss in wh. */
    private double slope(int i, int j) {
        if (isKl()) return X[i][j] == 0 ? 1 : 1 - X[i][j] / fit(i, j);
        return C[i][j] == 0 ? 0 : C[i][j] * (fit(i, j) - X[i][j]);
    }

    private double curvature(int i, int j) {
        if (isKl()) return X[i][j] == 0 ? 0 : X[i][j] / fit(i, j) / fit(i, j);
        return C[i][j];
    }

    /** CΔ² of the step of Newton's method. */
    private double square(double z, double slope, double curvature) {
        if (!(curvature > 0)) return isKl() ? Math.max(0, slope) * z : 0;
        double step = Math.max(0, z - slope / curvature) - z;
        return curvature * step * step;
    }

    private static double share(double squares, double size) {
        return squares == 0 ? 0 : Math.sqrt(squares / size);
    }
}
