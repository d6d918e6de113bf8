package org.grapnel.select;

import java.util.ArrayList;
import java.util.List;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.SparseMatrix;

/** The neighbour contrast by definition: every pair of samples and of features, no closed form, no bounds. */
final class NaiveNeighborContrast {
    final double[][] f; // of every feature, over all ordered pairs and then the edges
    final double[] weight; // of each pair under P
    final double[] target;
    final double[] mean;
    final double[][] covariance;

    NaiveNeighborContrast(double[][] x, Graph graph, double rho) {
        int n = graph.size();
        List<int[]> pairs = new ArrayList<>();
        for (int a = 0; a < n; a++) for (int b = 0; b < n; b++) if (a != b) pairs.add(new int[] {a, b});
        int all = pairs.size();
        for (int i = 0; i < n; i++) {
            int a = i;
            graph.adjacency().forEachInRow(a, (b, w) -> {
                if (a < b && w > 0) pairs.add(new int[] {a, b});
            });
        }
        int edges = pairs.size() - all;
        f = new double[x.length][pairs.size()];
        weight = new double[pairs.size()];
        target = new double[pairs.size()];
        for (int q = 0; q < pairs.size(); q++) {
            weight[q] = q < all ? (1 - rho) / all : rho / edges;
            target[q] = q < all ? 1 : 0;
            for (int i = 0; i < x.length; i++) f[i][q] = Math.pow(x[i][pairs.get(q)[0]] - x[i][pairs.get(q)[1]], 2);
        }
        mean = new double[x.length];
        covariance = new double[x.length][x.length];
        for (int i = 0; i < x.length; i++) mean[i] = mean(f[i]);
        for (int i = 0; i < x.length; i++) for (int j = 0; j < x.length; j++) covariance[i][j] = cov(f[i], f[j]);
    }

    double mean(double[] u) {
        double sum = 0;
        for (int q = 0; q < u.length; q++) sum += weight[q] * u[q];
        return sum;
    }

    double cov(double[] u, double[] v) {
        double mu = mean(u);
        double mv = mean(v);
        double sum = 0;
        for (int q = 0; q < u.length; q++) sum += weight[q] * (u[q] - mu) * (v[q] - mv);
        return sum;
    }

    double[] distance(List<Integer> features) {
        double[] d = new double[weight.length];
        for (int i : features) for (int q = 0; q < d.length; q++) d[q] += f[i][q];
        return d;
    }

    double[] blended(double theta) {
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < f.length; i++) all.add(i);
        double[] full = distance(all);
        double sdFull = Math.sqrt(cov(full, full));
        double sd = Math.sqrt(cov(target, target));
        double[] t = new double[target.length];
        for (int q = 0; q < t.length; q++) t[q] = (1 - theta) * target[q] / sd + theta * full[q] / sdFull;
        return t;
    }

    /** cov(d²_S, t)/sd(d²_S) with both parts of t standardised; for θ = 0 the correlation. */
    double criterion(List<Integer> features, double theta) {
        double[] d = distance(features);
        return cov(d, blended(theta)) / Math.sqrt(cov(d, d));
    }

    /** The greedy path in O(k·p²). */
    List<Integer> greedy(int keep, double theta) {
        int p = f.length;
        double[] t = blended(theta);
        double[] b = new double[p];
        double most = 0;
        for (int i = 0; i < p; i++) {
            b[i] = cov(f[i], t);
            most = Math.max(most, covariance[i][i]);
        }
        List<Integer> chosen = new ArrayList<>();
        int size = Math.max(1, keep / 60);
        while (chosen.size() < keep) {
            double[] value = new double[p];
            double B = 0;
            double V = 0;
            for (int i : chosen) {
                B += b[i];
                for (int j : chosen) V += covariance[i][j];
            }
            for (int i = 0; i < p; i++) {
                double c = 0;
                for (int j : chosen) c += covariance[i][j];
                value[i] = (B + b[i]) * Math.abs(B + b[i]) / Math.max(1e-9 * most, V + 2 * c + covariance[i][i]);
                if (chosen.contains(i) || covariance[i][i] <= 1e-12 * most) value[i] = Double.NEGATIVE_INFINITY;
            }
            int before = chosen.size();
            for (int s = 0; s < size && chosen.size() < keep; s++) {
                int best = -1;
                for (int i = 0; i < p; i++)
                    if (value[i] > Double.NEGATIVE_INFINITY && (best < 0 || value[i] > value[best])) best = i;
                if (best < 0) break;
                chosen.add(best);
                value[best] = Double.NEGATIVE_INFINITY;
            }
            if (chosen.size() > before) continue;
            for (int i = 0; i < p && chosen.size() < keep; i++) if (!chosen.contains(i)) chosen.add(i);
        }
        return chosen;
    }

    /** A graph of these edges with weight 1. */
    static Graph graph(int n, int[]... edges) {
        int[] row = new int[2 * edges.length];
        int[] column = new int[2 * edges.length];
        double[] value = new double[2 * edges.length];
        for (int e = 0; e < edges.length; e++) {
            row[2 * e] = column[2 * e + 1] = edges[e][0];
            column[2 * e] = row[2 * e + 1] = edges[e][1];
            value[2 * e] = value[2 * e + 1] = 1;
        }
        return Graph.of(SparseMatrix.ofTriples(n, n, row, column, value), "test");
    }
}
