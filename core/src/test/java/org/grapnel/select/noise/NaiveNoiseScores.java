package org.grapnel.select.noise;

import java.util.Arrays;

/** The noise scores by definition, with loops over features and pairs of samples. */
final class NaiveNoiseScores {
    private NaiveNoiseScores() {}

    /** (x − mean) / ‖x − mean‖; 0 for a constant. */
    static double[][] units(double[][] x) {
        double[][] u = new double[x.length][];
        for (int i = 0; i < x.length; i++) {
            double mean = Arrays.stream(x[i]).average().orElseThrow();
            double norm = Math.sqrt(
                    Arrays.stream(x[i]).map(v -> (v - mean) * (v - mean)).sum());
            u[i] = Arrays.stream(x[i])
                    .map(v -> norm < 1e-9 ? 0 : (v - mean) / norm)
                    .toArray();
        }
        return u;
    }

    static void addOuter(double[][] K, double[] u, double by) {
        for (int a = 0; a < u.length; a++) for (int b = 0; b < u.length; b++) K[a][b] += by * u[a] * u[b];
    }

    static double form(double[][] K, double[] u) {
        double sum = 0;
        for (int a = 0; a < u.length; a++) for (int b = 0; b < u.length; b++) sum += u[a] * K[a][b] * u[b];
        return sum;
    }

    static double fourth(double[] u) {
        return Arrays.stream(u).map(v -> v * v * v * v).sum();
    }

    /** Moments for the weights −Kₐᵦ. */
    static PermutationMoments moments(double[][] K) {
        int n = K.length;
        double sum = 0;
        double squares = 0;
        double meeting = 0;
        for (int a = 0; a < n; a++) {
            double degree = 0;
            double own = 0;
            for (int b = 0; b < n; b++) {
                if (a == b) continue;
                degree -= K[a][b];
                own += K[a][b] * K[a][b];
            }
            sum += degree / 2;
            squares += own / 2;
            meeting += degree * degree - own;
        }
        return new PermutationMoments(n, sum, squares, meeting);
    }

    /** w of every feature against the reference. */
    static double[] scores(double[][] x, boolean[] reference) {
        double[][] u = units(x);
        int n = x[0].length;
        double[][] K = new double[n][n];
        for (int j = 0; j < u.length; j++) if (reference[j]) addOuter(K, u[j], 1);
        double[] w = new double[u.length];
        for (int i = 0; i < u.length; i++) {
            double c = 0;
            for (int j = 0; j < u.length; j++) {
                if (!reference[j] || j == i) continue;
                double dot = 0;
                for (int a = 0; a < n; a++) dot += u[i][a] * u[j][a];
                c += dot * dot;
            }
            if (reference[i]) addOuter(K, u[i], -1);
            boolean constant = Arrays.stream(u[i]).allMatch(v -> v == 0);
            w[i] = constant ? Double.NEGATIVE_INFINITY : moments(K).score(c, fourth(u[i]));
            if (reference[i]) addOuter(K, u[i], 1);
        }
        return w;
    }
}
