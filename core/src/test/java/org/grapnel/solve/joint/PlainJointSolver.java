package org.grapnel.solve.joint;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.model.JointProblem;

/** The joint factorisation by coordinate steps in the most obvious loops: an oracle for tiny problems. */
final class PlainJointSolver {
    private final JointProblem problem;
    private final EntryWeights C;
    private final int p;
    private final int n;
    private final int r;
    private final double[][] S;
    final double[][] W;
    final double[][] H; // r numbers a sample
    private final double[][] G;

    PlainJointSolver(JointProblem problem, EntryWeights C) {
        this.problem = problem;
        this.C = C;
        p = problem.X().rows();
        n = problem.X().cols();
        r = problem.rank();
        S = new double[n][n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) S[i][j] = problem.S().matrix().get(i, j);
        W = new double[p][r];
        H = new double[n][r];
        G = new double[n][r];
    }

    /** Starts from H, G = H and W = 0. */
    void solve(DenseMatrix start, int iterations) {
        for (int j = 0; j < n; j++)
            for (int k = 0; k < r; k++) {
                H[j][k] = start.get(k, j);
                if (isJoined(j)) G[j][k] = H[j][k];
            }
        for (int it = 0; it < iterations; it++) {
            for (int i = 0; i < p; i++) for (int k = 0; k < r; k++) step(W[i], k, i, -1, -1);
            for (int j = 0; j < n; j++) for (int k = 0; k < r; k++) step(H[j], k, -1, j, -1);
            for (int j = 0; j < n; j++) if (isJoined(j)) for (int k = 0; k < r; k++) step(G[j], k, -1, -1, j);
        }
    }

    private boolean isJoined(int j) {
        for (double s : S[j]) if (s != 0) return true;
        return false;
    }

    /** The exact minimum of F along one coordinate: F is quadratic there, so three values have it. */
    private void step(double[] z, int k, int feature, int sampleOfH, int sampleOfG) {
        double slope = 0;
        double curvature = 0;
        for (int i = 0; i < p; i++)
            for (int j = 0; j < n; j++) {
                if (i != feature && j != sampleOfH) continue;
                double m = feature >= 0 ? H[j][k] : W[i][k];
                slope -= C.get(i, j) * miss(i, j) * m;
                curvature += C.get(i, j) * m * m;
            }
        double alpha = problem.alpha();
        int sample = Math.max(sampleOfH, sampleOfG);
        if (sample >= 0 && isJoined(sample)) {
            double[][] other = sampleOfH >= 0 ? G : H;
            for (int l = 0; l < n; l++) {
                if (!isJoined(l)) continue;
                double fitted = 0;
                for (int q = 0; q < r; q++) fitted += z[q] * other[l][q];
                slope -= alpha * (S[sample][l] - fitted) * other[l][k];
                curvature += alpha * other[l][k] * other[l][k];
            }
            slope += alpha * problem.symmetry() * (z[k] - other[sample][k]);
            curvature += alpha * problem.symmetry();
        }
        if (curvature > 0) z[k] = Math.max(0, z[k] - slope / curvature);
    }

    private double miss(int i, int j) {
        double miss = problem.X().get(i, j);
        for (int k = 0; k < r; k++) miss -= W[i][k] * H[j][k];
        return miss;
    }

    /** F, where samples without an edge are not in the graph term. */
    double objective() {
        double loss = 0;
        for (int i = 0; i < p; i++) for (int j = 0; j < n; j++) loss += C.get(i, j) * miss(i, j) * miss(i, j);
        double misfit = 0;
        for (int a = 0; a < n; a++) {
            if (!isJoined(a)) continue;
            for (int l = 0; l < n; l++) {
                double miss = S[a][l];
                for (int q = 0; q < r; q++) miss -= isJoined(l) ? G[a][q] * H[l][q] : 0;
                misfit += miss * miss;
            }
            for (int q = 0; q < r; q++) misfit += problem.symmetry() * (H[a][q] - G[a][q]) * (H[a][q] - G[a][q]);
        }
        return (loss + problem.alpha() * misfit) / 2;
    }
}
