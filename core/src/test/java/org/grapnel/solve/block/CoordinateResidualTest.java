package org.grapnel.solve.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.grapnel.graph.Laplacian;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.SolverProblems;
import org.junit.jupiter.api.Test;

/** Residuals of coordinate steps. */
class CoordinateResidualTest {
    private static DenseMatrix uniform(long seed, int rows, int cols) {
        return DenseMatrix.zeros(rows, cols).map((i, j, x) -> CounterRandom.uniform(seed, i, j));
    }

    @Test
    void residualsEqualThoseOfALoop() {
        int n = 40;
        int r = 3;
        double lambda = 0.7;
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix Z = uniform(1, n, r);
                DenseMatrix B = uniform(2, n, r);
                DenseMatrix V = uniform(3, 9, r);
                DenseMatrix G = DenseMatrix.zeros(r, r);
                DenseMatrix LZ = DenseMatrix.zeros(n, r)) {
            Gram.compute(context, V, RowSet.all(9), G);
            Laplacian L = SolverProblems.graph(n, 4).laplacian();
            L.times(context, Z, LZ);
            CoordinateDescent steps = new CoordinateDescent(r).setGram(G);
            double expected = 0;
            double plain = 0;
            for (int i = 0; i < n; i++)
                for (int j = 0; j < r; j++) {
                    double slope = -B.get(i, j);
                    for (int l = 0; l < r; l++) slope += G.get(j, l) * Z.get(i, l);
                    plain += moved(Z.get(i, j), slope, G.get(j, j));
                    slope += 2 * lambda * G.get(j, j) * LZ.get(i, j);
                    expected += moved(
                            Z.get(i, j), slope, (1 + 2 * lambda * L.matrix().get(i, i)) * G.get(j, j));
                }
            RowSet all = RowSet.all(n);
            assertThat(CoordinateResidual.compute(context, Z, all, B, steps, lambda, L, LZ))
                    .isCloseTo(expected, within(1e-12 * expected));
            assertThat(CoordinateResidual.compute(context, Z, all, B, steps)).isCloseTo(plain, within(1e-12 * plain));
        }
    }

    private static double moved(double z, double slope, double curvature) {
        double step = Math.max(0, z - slope / curvature) - z;
        return curvature * step * step;
    }

    @Test
    void coordinateWithoutCurvatureHasNoResidual() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix G = DenseMatrix.of(new double[][] {{0, 0}, {0, 2}});
                DenseMatrix Z = DenseMatrix.of(new double[][] {{5, 3}, {7, 0}});
                DenseMatrix B = DenseMatrix.of(new double[][] {{1, 4}, {1, -4}})) {
            CoordinateDescent steps = new CoordinateDescent(2).setGram(G);
            assertThat(CoordinateResidual.compute(context, Z, RowSet.all(2), B, steps))
                    .as("from 3 to 2, with a curvature of 2")
                    .isEqualTo(2);
        }
    }
}
