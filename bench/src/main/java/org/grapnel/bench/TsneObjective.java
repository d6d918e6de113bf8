package org.grapnel.bench;

import java.util.HashMap;
import org.grapnel.graph.Neighbors;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.ExecutionContext;

/** Computes t-SNE's objective over all pairs of samples. */
final class TsneObjective {
    private TsneObjective() {}

    /** KL(P‖Q) of the points Y, n × 2, with P by bisection on all given neighbours and Q over all pairs, without approximation. */
    static double divergence(ExecutionContext context, Neighbors neighbors, double perplexity, DenseMatrix Y) {
        int n = neighbors.size();
        double[] y = new double[2 * n];
        Y.rows(0, n, y);
        double Z = context.sum(n, 64, (from, end, scratch) -> {
            double sum = 0;
            for (int i = from; i < end; i++) for (int j = 0; j < n; j++) if (i != j) sum += q(y, i, j);
            return sum;
        });
        int k = neighbors.count();
        double[][] conditional = new double[n][k];
        var ranks = new HashMap<Long, Double>();
        for (int i = 0; i < n; i++) {
            calibrate(neighbors, i, perplexity, conditional[i]);
            for (int r = 0; r < k; r++) ranks.put((long) i * n + neighbors.index(i, r), conditional[i][r]);
        }
        double divergence = 0;
        for (int i = 0; i < n; i++) {
            for (int r = 0; r < k; r++) {
                int j = neighbors.index(i, r);
                Double back = ranks.get((long) j * n + i);
                double p = (conditional[i][r] + (back == null ? 0 : back)) / (2 * n);
                if (p > 0) divergence += (back == null ? 2 : 1) * p * Math.log(p / (q(y, i, j) / Z));
            }
        }
        return divergence;
    }

    private static double q(double[] y, int i, int j) {
        double dx = y[2 * i] - y[2 * j];
        double dy = y[2 * i + 1] - y[2 * j + 1];
        return 1 / (1 + dx * dx + dy * dy);
    }

    private static void calibrate(Neighbors neighbors, int i, double perplexity, double[] p) {
        double low = 0;
        double high = Double.POSITIVE_INFINITY;
        double beta = 1;
        for (int round = 0; round < 200; round++) {
            double sum = 0;
            double mean = 0;
            for (int r = 0; r < p.length; r++) {
                double t = Math.pow(neighbors.distance(i, r), 2) - Math.pow(neighbors.distance(i, 0), 2);
                p[r] = Math.exp(-beta * t);
                sum += p[r];
                mean += p[r] * t;
            }
            for (int r = 0; r < p.length; r++) p[r] /= sum;
            if (Math.log(sum) + beta * mean / sum > Math.log(perplexity)) low = beta;
            else high = beta;
            beta = Double.isInfinite(high) ? 2 * beta : (low + high) / 2;
        }
    }
}
