package org.grapnel.solve.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.grapnel.linalg.Matrix;
import org.grapnel.solve.Solution;
import org.grapnel.solve.block.QuadraticOracle;
import org.junit.jupiter.api.Test;

/** The certificate of the best exchange of features. */
class SwapCertificateTest {
    /** Against every exchange of two features, with each row of W solved by the oracle. */
    @Test
    void certificateEqualsTheBestExchange() {
        for (long seed = 1; seed < 60; seed++) {
            SupportProblems.StressProblem s = SupportProblems.stress(seed);
            Matrix X = s.problem().X();
            try (Solution found = BestSupportTest.solve(1, s.problem(), seed, 12, true)) {
                int k = s.problem().formulation().onW().rowLimit(X.rows());
                double swap = found.certificate().swap().orElseThrow();
                if (k == X.rows()) {
                    assertThat(swap).isNegative();
                } else if (found.support().count() == k) {
                    double half = 0;
                    for (double row : X.rowSquares()) half += row / 2;
                    assertThat(swap).as("problem %d", seed).isCloseTo(bestExchange(s, found) / half, within(1e-7));
                }
            }
            X.close();
        }
    }

    private static double bestExchange(SupportProblems.StressProblem s, Solution found) {
        int r = s.problem().formulation().rank();
        double[][] H = found.Ht().toArray();
        double[][] G = new double[r][r];
        for (double[] h : H) for (int j = 0; j < r; j++) for (int l = 0; l < r; l++) G[j][l] += h[j] * h[l];
        for (int j = 0; j < r; j++) {
            int component = j;
            double[] rough = {0};
            if (s.lambda() > 0)
                for (int a = 0; a < H.length; a++) {
                    int node = a;
                    s.graph().orElseThrow().adjacency().forEachInRow(a, (b, weight) -> {
                        double step = H[node][component] - H[b][component];
                        rough[0] += weight * step * step / 2;
                    });
                }
            G[j][j] += 2 * s.lambda() * rough[0] + 1e-14 * G[j][j];
        }
        double inside = Double.POSITIVE_INFINITY;
        double outside = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < s.problem().X().rows(); i++) {
            double[] b = new double[r];
            for (int a = 0; a < H.length; a++)
                for (int j = 0; j < r; j++) b[j] += s.problem().X().get(i, a) * H[a][j];
            double[] w = new QuadraticOracle(G, b).minimiser();
            double gain = 0;
            for (int j = 0; j < r; j++) {
                gain += w[j] * b[j];
                for (int l = 0; l < r; l++) gain -= w[j] * G[j][l] * w[l] / 2;
            }
            if (found.support().contains(i)) inside = Math.min(inside, gain);
            else outside = Math.max(outside, gain);
        }
        return outside - inside;
    }
}
