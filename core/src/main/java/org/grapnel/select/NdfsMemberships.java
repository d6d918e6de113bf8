package org.grapnel.select;

import org.grapnel.cluster.Clustering;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.SparseMatrix;

/** F of {@link Ndfs}: n × c, positive, its step and its part of the objective. */
final class NdfsMemberships {
    private final double[][] F;
    private final double[][] prediction; // G = XᵀW + 1bᵀ
    private final SparseMatrix S; // D^(−½)AD^(−½)
    private final boolean[] connected;

    private NdfsMemberships(double[][] F, SparseMatrix S, boolean[] connected) {
        this.F = F;
        this.S = S;
        this.connected = connected;
        prediction = new double[F.length][F[0].length];
    }

    /** Creates the indicator of the groups, with columns of unit norm, plus an offset. */
    static NdfsMemberships start(Clustering groups, double offset, Graph graph) {
        int n = groups.size();
        int[] sizes = groups.sizes();
        double[][] F = new double[n][groups.clusters()];
        double[] root = new double[n];
        boolean[] connected = new boolean[n];
        for (int a = 0; a < n; a++) {
            for (int k = 0; k < F[a].length; k++)
                F[a][k] = offset + (groups.labelOf(a) == k ? 1 / Math.sqrt(sizes[k]) : 0);
            root[a] = Math.sqrt(graph.degree(a));
            connected[a] = root[a] > 0;
        }
        SparseMatrix S = graph.adjacency().map((a, b, weight) -> weight == 0 ? 0 : weight / (root[a] * root[b]));
        return new NdfsMemberships(F, S, connected);
    }

    /** Returns F minus the means of its columns: the intercept takes the rest. */
    double[][] centered() {
        double[] mean = new double[F[0].length];
        for (double[] row : F) for (int k = 0; k < mean.length; k++) mean[k] += row[k] / F.length;
        double[][] centered = new double[F.length][mean.length];
        for (int a = 0; a < F.length; a++) for (int k = 0; k < mean.length; k++) centered[a][k] = F[a][k] - mean[k];
        return centered;
    }

    /** One multiplicative step, given the residual F − G of the regression. */
    void update(double[][] residual, double alpha, double gamma) {
        double[][] SF = smooth();
        double[][] FtF = gram();
        int c = F[0].length;
        double[] cubic = new double[c];
        for (int a = 0; a < F.length; a++) {
            double[] row = F[a];
            for (int k = 0; k < c; k++) {
                cubic[k] = 0;
                for (int l = 0; l < c; l++) cubic[k] += row[l] * FtF[l][k];
            }
            for (int k = 0; k < c; k++) {
                double G = row[k] - residual[a][k];
                prediction[a][k] = G;
                double up = SF[a][k] + alpha * Math.max(G, 0) + gamma * row[k];
                double down = ((connected[a] ? 1 : 0) + alpha) * row[k] + alpha * Math.max(-G, 0) + gamma * cubic[k];
                if (down > 0) row[k] *= Math.sqrt(Math.sqrt(up / down));
            }
        }
    }

    /** Returns the objective without ‖W‖₂,₁. */
    double objective(double alpha, double gamma) {
        double[][] SF = smooth();
        double[][] FtF = gram();
        double graph = 0;
        double loss = 0;
        for (int a = 0; a < F.length; a++) {
            for (int k = 0; k < F[a].length; k++) {
                graph += F[a][k] * ((connected[a] ? F[a][k] : 0) - SF[a][k]);
                loss += (prediction[a][k] - F[a][k]) * (prediction[a][k] - F[a][k]);
            }
        }
        double orthogonality = 0;
        for (int k = 0; k < FtF.length; k++)
            for (int l = 0; l < FtF.length; l++) {
                double off = FtF[k][l] - (k == l ? 1 : 0);
                orthogonality += off * off;
            }
        return graph + alpha * loss + gamma / 2 * orthogonality;
    }

    private double[][] smooth() {
        double[][] SF = new double[F.length][F[0].length];
        for (int a = 0; a < F.length; a++) {
            double[] into = SF[a];
            S.forEachInRow(a, (b, weight) -> {
                for (int k = 0; k < into.length; k++) into[k] += weight * F[b][k];
            });
        }
        return SF;
    }

    private double[][] gram() {
        int c = F[0].length;
        double[][] FtF = new double[c][c];
        for (double[] row : F) for (int k = 0; k < c; k++) for (int l = 0; l < c; l++) FtF[k][l] += row[k] * row[l];
        return FtF;
    }
}
