package org.grapnel.solve.kl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.grapnel.graph.Laplacian;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

class TraceTermTest {
    private static final int N = 7; // a ring of six samples, whose neighbours can move against each other
    private static final int R = 2;

    private static double valueAt(TraceTerm term, double[] h) {
        term.follow(h);
        return term.value();
    }

    @Test
    void termIsBelowItsBoundForMovesOfAllSamplesAndTouchesIt() {
        for (LaplacianKind kind : LaplacianKind.values()) {
            Laplacian L = KlProblems.ring(N).laplacian(kind);
            try (ExecutionContext context = ExecutionContext.createPlainJava(1);
                    TraceTerm term = new TraceTerm(context, L, 3, R)) {
                for (long seed = 0; seed < 20; seed++) {
                    double[] h = new double[N * R];
                    double[] move = new double[N * R];
                    for (int q = 0; q < h.length; q++) {
                        h[q] = CounterRandom.uniform(seed, q, 0);
                        // every other sample up, the others down: the moves that the bound has to cover
                        move[q] = (q / R % 2 == 0 ? 1 : -1) * (1 + 0.1 * CounterRandom.gaussian(seed, q, 1));
                    }
                    assertBounded(term, h, move);
                }
            }
        }
    }

    private static void assertBounded(TraceTerm term, double[] h, double[] move) {
        double here = valueAt(term, h);
        term.prepare(h);
        double slope = 0;
        double curvature = 0;
        double[] gradient = new double[R];
        for (int j = 0; j < N; j++) {
            term.gradient(j, h, gradient);
            for (int k = 0; k < R; k++) {
                double d = move[j * R + k];
                slope += gradient[k] * d;
                curvature += term.ridge(j) * d * d;
            }
        }
        for (double t : new double[] {1e-4, 1, 50}) {
            double[] moved = new double[h.length];
            Arrays.setAll(moved, q -> h[q] + t * move[q]);
            double there = valueAt(term, moved);
            double linear = here + t * slope;
            assertThat(there).isLessThanOrEqualTo((linear + t * t * curvature / 2) * (1 + 1e-12));
            assertThat(there).isGreaterThanOrEqualTo(linear - 1e-9 * there); // convex, with this gradient
            if (t == 1e-4) assertThat((there - here) / t).isCloseTo(slope, within(2e-4 * curvature));
        }
    }
}
