package org.grapnel.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

/** The ℓ₂,₀ constraint. The laws of every projection are in {@link ConstraintTest}. */
class RowSparseTest {
    private static final int R = 3;

    private static double[][] project(Constraint constraint, double[][] v) {
        try (ExecutionContext context = ExecutionContext.create(1)) {
            return project(context, constraint, v, RowSet.all(v.length));
        }
    }

    private static double[][] project(ExecutionContext context, Constraint constraint, double[][] v, RowSet rows) {
        try (DenseMatrix V = DenseMatrix.of(v)) {
            constraint.project(context, V, rows);
            return V.toArray();
        }
    }

    @Test
    void projectionKeepsTheLargestRows() {
        assertThat(project(new RowSparse(2), new double[][] {{1, 2}, {3, 0}, {0, 1}, {2, 2}}))
                .isDeepEqualTo(new double[][] {{0, 0}, {3, 0}, {0, 0}, {2, 2}});
    }

    @Test
    void tiesGoToTheLowerRow() {
        assertThat(project(new RowSparse(2), new double[][] {{1, 1}, {1, 1}, {1, 1}}))
                .isDeepEqualTo(new double[][] {{1, 1}, {1, 1}, {0, 0}});
        assertThat(project(new RowSparse(1), new double[][] {{0, 0}, {3, 4}, {5, 0}}))
                .isDeepEqualTo(new double[][] {{0, 0}, {3, 4}, {0, 0}});
    }

    @Test
    void clippingComesBeforeRanking() {
        double[][] v = {{-9, 1}, {2, 0}, {-9, -9}};
        assertThat(project(new RowSparse(1), v)).isDeepEqualTo(new double[][] {{0, 0}, {2, 0}, {0, 0}});
    }

    @Test
    void rowEntersExactlyAboveTheThreshold() {
        for (int k : new int[] {1, 2, 3, 5}) {
            RowSparse constraint = new RowSparse(k);
            for (int seed = 0; seed < 40; seed++) {
                double[][] v = TestMatrices.map(TestMatrices.uniform(seed, 8, R), x -> Math.floor(4 * x));
                int newcomer = TestMatrices.below(8, seed, 1, k);
                v[newcomer] = new double[R];
                RowSet rows = RowSet.none(8);
                for (int i = 0; i < 8; i++)
                    if (i != newcomer && (i < 3 || CounterRandom.uniform(seed, 2, i) < 0.5)) rows.add(i);
                    else if (i != newcomer) v[i] = new double[R];
                assertThreshold(constraint, v, rows, newcomer);
            }
        }
    }

    private static void assertThreshold(RowSparse constraint, double[][] v, RowSet rows, int newcomer) {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix V = DenseMatrix.of(v)) {
            RowSet before = RowSet.none(8).copyFrom(rows);
            double threshold = constraint.entryThreshold(context, V, rows);
            assertThat(V.toArray()).as("V does not change").isDeepEqualTo(v);
            assertThat(rows).isEqualTo(before);
            if (rows.count() < constraint.k()) assertThat(threshold).isZero();
            RowSet all = RowSet.none(8).union(rows, RowSet.of(8, newcomer));
            for (double factor : new double[] {0.999, 1.001}) {
                double norm = Math.sqrt(threshold) * factor + (threshold == 0 && factor > 1 ? 1e-3 : 0);
                double[][] with = TestMatrices.copy(v);
                with[newcomer][1] = norm;
                double[][] z = project(context, constraint, with, RowSet.none(8).copyFrom(all));
                if (norm * norm < threshold) assertThat(z[newcomer]).containsOnly(0);
                if (norm * norm > threshold) assertThat(z[newcomer][1]).isEqualTo(norm);
            }
        }
    }
}
