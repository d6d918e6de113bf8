package org.grapnel.laws;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.grapnel.graph.Laplacian;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Model;

/** The residuals of a certificate by plain loops: one more step from the result, by gradient steps or best-support. */
final class NaiveResiduals {
    /** If values are relatively closer than this, rounding decides which is kept. */
    private static final double TIE = 1e-9;

    private final RandomProblem problem;
    private final double[][] X;
    private final double[][] C;
    private final double[][] W;
    private final double[][] Ht;
    private final double[][] L;
    private final double[] root;
    private final double normL;
    private final double lambda;
    private final boolean invariant;
    private final int p;
    private final int n;
    private final int r;

    NaiveResiduals(RandomProblem problem, double[][] W, double[][] Ht) {
        this.problem = problem;
        this.X = problem.observed();
        this.C = problem.weightsInUse();
        this.W = W;
        this.Ht = Ht;
        p = X.length;
        n = X[0].length;
        r = W[0].length;
        L = new double[n][n];
        root = new double[n];
        Arrays.setAll(root, j -> {
            double degree = Arrays.stream(problem.A()[j]).sum();
            return problem.spec().laplacian() == LaplacianKind.PLAIN || degree == 0 ? 1 : Math.sqrt(degree);
        });
        lambda = problem.spec().usesGraph() ? problem.spec().weight().value() : 0;
        invariant = problem.spec().graphTerm() == GraphTerm.INVARIANT;
        if (lambda > 0) {
            Laplacian laplacian =
                    problem.graph().orElseThrow().laplacian(problem.spec().laplacian());
            for (int i = 0; i < n; i++) laplacian.matrix().row(i, L[i]);
            normL = laplacian.norm();
        } else {
            normL = 0;
        }
    }

    /** Returns the residual of W; empty if a tie decides. */
    OptionalDouble ofW() {
        double[][] G = gram(Ht);
        double[] q = roughness();
        if (problem.family() == RandomProblem.SolverFamily.BEST_SUPPORT) {
            double[][] XHt = new double[p][r];
            for (int i = 0; i < p; i++)
                for (int a = 0; a < r; a++) for (int j = 0; j < n; j++) XHt[i][a] += X[i][j] * Ht[j][a];
            for (int a = 0; a < r; a++) G[a][a] += 2 * lambda * q[a];
            return OptionalDouble.of(coordinates(W, XHt, G, 0, new double[p][p], kept()));
        }
        double c = largestWeight() * largestEigenvalue(G)
                + (invariant ? 2 * lambda * Arrays.stream(q).max().orElse(0) : 0);
        if (c == 0) return OptionalDouble.of(0);
        double[][] V = new double[p][r];
        for (int i = 0; i < p; i++) {
            for (int a = 0; a < r; a++) {
                double gradient = invariant ? 2 * lambda * q[a] * W[i][a] : 0;
                for (int j = 0; j < n; j++) gradient += misfit(i, j) * Ht[j][a];
                V[i][a] = Math.max(0, W[i][a] - gradient / c);
            }
        }
        return select(V) ? OptionalDouble.of(relative(V, W)) : OptionalDouble.empty();
    }

    /** c(wh − x) */
    private double misfit(int i, int j) {
        double miss = -X[i][j];
        for (int b = 0; b < r; b++) miss += W[i][b] * Ht[j][b];
        return C[i][j] == 0 ? 0 : C[i][j] * miss;
    }

    /** The largest weight, by which the curvature of the loss is larger than without weights; 1 if all are 0. */
    double largestWeight() {
        double largest = Arrays.stream(C).flatMapToDouble(Arrays::stream).max().orElse(0);
        return largest > 0 ? largest : 1;
    }

    double ofH() {
        double[][] G = gram(W);
        if (problem.family() == RandomProblem.SolverFamily.BEST_SUPPORT) {
            double[][] XtW = new double[n][r];
            for (int j = 0; j < n; j++)
                for (int a = 0; a < r; a++) for (int i = 0; i < p; i++) XtW[j][a] += X[i][j] * W[i][a];
            boolean[] all = new boolean[n];
            Arrays.fill(all, true);
            return coordinates(Ht, XtW, G, lambda, L, all);
        }
        double longest = 0;
        for (int a = 0; a < r; a++) longest = Math.max(longest, G[a][a]);
        double c = largestWeight() * largestEigenvalue(G) + 2 * lambda * (invariant ? longest : 1) * normL;
        if (c == 0) return 0;
        double[][] V = new double[n][r];
        for (int j = 0; j < n; j++) {
            for (int a = 0; a < r; a++) {
                double smooth = 0;
                for (int l = 0; l < n; l++) smooth += L[j][l] * Ht[l][a];
                double gradient = 2 * lambda * (invariant ? G[a][a] : 1) * smooth;
                for (int i = 0; i < p; i++) gradient += misfit(i, j) * W[i][a];
                V[j][a] = Math.max(0, Ht[j][a] - gradient / c);
            }
        }
        return relative(V, Ht);
    }

    private boolean[] kept() {
        boolean[] kept = new boolean[p];
        for (int i = 0; i < p; i++) for (int a = 0; a < r; a++) kept[i] |= W[i][a] > 0;
        return kept;
    }

    /** Returns √(Σ C·Δ²) over ‖X‖ on the kept features: coordinate steps in units of their curvature. */
    private double coordinates(
            double[][] Z, double[][] product, double[][] G, double weight, double[][] smoother, boolean[] where) {
        double sum = 0;
        for (int i = 0; i < Z.length; i++) {
            for (int a = 0; where[i] && a < r; a++) {
                double curvature = (1 + 2 * weight * smoother[i][i]) * G[a][a];
                if (!(curvature > 0)) continue;
                double smooth = 0;
                for (int l = 0; l < Z.length && weight > 0; l++) smooth += smoother[i][l] * Z[l][a];
                double slope = 2 * weight * G[a][a] * smooth - product[i][a];
                for (int b = 0; b < r; b++) slope += G[a][b] * Z[i][b];
                double step = Math.max(0, Z[i][a] - slope / curvature) - Z[i][a];
                sum += curvature * step * step;
            }
        }
        boolean[] kept = kept();
        double energy = 0;
        for (int i = 0; i < p; i++) if (kept[i]) for (double x : X[i]) energy += x * x;
        return sum == 0 ? 0 : Math.sqrt(sum / energy);
    }

    /** Zeroes what the model does not keep; returns false if rounding decides that. */
    private boolean select(double[][] V) {
        Model model = problem.spec().model();
        if (!model.isSparse()) return true;
        int k = problem.spec().keep().orElseThrow();
        if (model.selectsFeatures()) {
            double[] squares = Arrays.stream(V)
                    .mapToDouble(v -> Arrays.stream(v).map(x -> x * x).sum())
                    .toArray();
            boolean[] kept = largest(squares, k);
            for (int i = 0; i < p; i++) if (!kept[i]) Arrays.fill(V[i], 0);
            return decided(squares, k);
        }
        if (model == Model.NMF_L0 || model == Model.GNMF_L0) {
            double[] all = Arrays.stream(V).flatMapToDouble(Arrays::stream).toArray();
            boolean[] kept = largest(all, k * r);
            for (int e = 0; e < all.length; e++) if (!kept[e]) V[e / r][e % r] = 0;
            return decided(all, k * r);
        }
        boolean decided = true;
        for (int a = 0; a < r; a++) {
            int column = a;
            double[] values = Arrays.stream(V).mapToDouble(v -> v[column]).toArray();
            boolean[] kept = largest(values, k);
            for (int i = 0; i < p; i++) if (!kept[i]) V[i][a] = 0;
            decided &= decided(values, k);
        }
        return decided;
    }

    private static boolean[] largest(double[] values, int k) {
        boolean[] kept = new boolean[values.length];
        for (int count = 0; count < Math.min(k, values.length); count++) {
            int best = -1;
            for (int i = 0; i < values.length; i++) if (!kept[i] && (best < 0 || values[i] > values[best])) best = i;
            kept[best] = true;
        }
        return kept;
    }

    /**
     * Returns whether the k largest values are clearly separated from the rest, or negligible relative to the largest.
     */
    private static boolean decided(double[] values, int k) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int m = sorted.length;
        if (k >= m) return true;
        double in = sorted[m - k];
        double out = sorted[m - k - 1];
        return in - out > TIE * in + 1e-26 * sorted[m - 1] || in <= 1e-26 * sorted[m - 1];
    }

    private double[] roughness() {
        double[] q = new double[r];
        for (int a = 0; a < r && lambda > 0; a++)
            for (int j = 0; j < n; j++)
                for (int l = 0; l < n; l++)
                    q[a] += Math.pow(Math.sqrt(problem.A()[j][l]) * (Ht[j][a] / root[j] - Ht[l][a] / root[l]), 2) / 2;
        return q;
    }

    static double[][] gram(double[][] M) {
        int r = M[0].length;
        double[][] G = new double[r][r];
        for (double[] row : M) for (int a = 0; a < r; a++) for (int b = 0; b < r; b++) G[a][b] += row[a] * row[b];
        return G;
    }

    private static double relative(double[][] to, double[][] from) {
        double moved = 0;
        double before = 0;
        double after = 0;
        for (int i = 0; i < to.length; i++) {
            for (int a = 0; a < to[i].length; a++) {
                moved += (to[i][a] - from[i][a]) * (to[i][a] - from[i][a]);
                before += from[i][a] * from[i][a];
                after += to[i][a] * to[i][a];
            }
        }
        return moved == 0 ? 0 : Math.sqrt(moved / Math.max(before, after));
    }

    /** Computes the largest eigenvalue by Jacobi rotations. */
    static double largestEigenvalue(double[][] S) {
        int r = S.length;
        double scale = 0;
        for (double[] row : S) for (double s : row) scale = Math.max(scale, Math.abs(s));
        if (scale == 0) return 0;
        double[][] G = new double[r][r];
        for (int a = 0; a < r; a++) for (int b = 0; b < r; b++) G[a][b] = S[a][b] / scale;
        for (int round = 0; round < 60; round++)
            for (int a = 0; a < r; a++) for (int b = a + 1; b < r; b++) rotate(G, a, b);
        double largest = 0;
        for (int a = 0; a < r; a++) largest = Math.max(largest, G[a][a]);
        return largest * scale;
    }

    private static void rotate(double[][] G, int a, int b) {
        if (G[a][b] == 0) return;
        double angle = 0.5 * Math.atan2(2 * G[a][b], G[a][a] - G[b][b]);
        double c = Math.cos(angle);
        double s = Math.sin(angle);
        for (int i = 0; i < G.length; i++) {
            double x = G[i][a];
            double y = G[i][b];
            G[i][a] = c * x + s * y;
            G[i][b] = c * y - s * x;
        }
        for (int i = 0; i < G.length; i++) {
            double x = G[a][i];
            double y = G[b][i];
            G[a][i] = c * x + s * y;
            G[b][i] = c * y - s * x;
        }
    }
}
