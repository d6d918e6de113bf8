package org.grapnel.solve.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.model.Constraint;
import org.grapnel.model.FactorId;
import org.grapnel.model.Formulation;
import org.grapnel.model.LeastSquares;
import org.grapnel.model.Problem;
import org.grapnel.model.RowSource;
import org.grapnel.model.RowSparse;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.Solver;
import org.grapnel.solve.SolverProblems;
import org.junit.jupiter.api.Test;

/** Projected gradient steps of both factors. */
class ProximalUpdatesTest {
    private static DenseMatrix uniform(long seed, int rows, int cols) {
        return DenseMatrix.zeros(rows, cols).map((i, j, x) -> CounterRandom.uniform(seed, i, j));
    }

    /** Four features are fitted exactly and two small ones are dropped: F is half their squares. */
    @Test
    void lossOfAnExactFitIsThatOfTheDroppedFeatures() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix W = uniform(1, 6, 2);
                DenseMatrix Ht = uniform(2, 9, 2)) {
            DenseMatrix X = DenseMatrix.zeros(6, 9)
                    .map((i, j, x) -> i == 2 || i == 5
                            ? 1e-3 * CounterRandom.uniform(3, i, j)
                            : W.get(i, 0) * Ht.get(j, 0) + W.get(i, 1) * Ht.get(j, 1));
            W.zeroRow(2);
            W.zeroRow(5);
            Problem problem = SolverProblems.problem(X, 2, new RowSparse(4), 0, Optional.empty());
            try (LocalSampleBlock samples =
                            LocalSampleBlock.forGradientSteps(context, problem, Ht.map((i, j, x) -> x));
                    ProximalUpdates updates =
                            new ProximalUpdates(context, problem.formulation(), W.map((i, j, x) -> x), samples, true)) {
                double expected = SolverProblems.loss(X, W, Ht);
                assertThat(expected).isBetween(1e-7, 1e-5);
                assertThat(updates.current().loss()).isCloseTo(expected, within(1e-12 * expected));
                assertThat(samples.samples()).isEqualTo(9);
            }
        }
    }

    @Test
    void lossAfterAStepIsThatOfTheDroppedFeatures() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix W = uniform(1, 6, 2);
                DenseMatrix Ht = uniform(2, 9, 2);
                DenseMatrix X = DenseMatrix.zeros(6, 9)
                        .map((i, j, x) -> i == 2 || i == 5
                                ? 1e-3 * CounterRandom.uniform(3, i, j)
                                : W.get(i, 0) * Ht.get(j, 0) + W.get(i, 1) * Ht.get(j, 1))) {
            W.zeroRow(2);
            W.zeroRow(5);
            Problem problem = SolverProblems.problem(X, 2, new RowSparse(4), 0, Optional.empty());
            double expected = (X.rowSquares(2) + X.rowSquares(5)) / 2;
            try (LocalSampleBlock samples = LocalSampleBlock.forGradientSteps(context, problem, Ht.copy());
                    ProximalUpdates updates =
                            new ProximalUpdates(context, problem.formulation(), W.copy(), samples, true)) {
                updates.update(FactorId.W, StepParameters.plain(updates.lipschitz(FactorId.W)));
                updates.update(FactorId.H, StepParameters.plain(updates.lipschitz(FactorId.H)));
                assertThat(updates.objective().loss()).isCloseTo(expected, within(1e-10 * expected));
                updates.commit();
                assertThat(updates.current().loss()).isCloseTo(expected, within(1e-10 * expected));
                try (DenseMatrix W1 = updates.takeW()) {
                    assertThat(Solver.nonZeroRows(W1).toArray()).containsExactly(0, 1, 3, 4);
                }
            }
        }
    }

    /** Non-negativity that counts its projections. */
    @SuppressWarnings("serial")
    private static final class CountingConstraint implements Constraint {
        private int projections;

        @Override
        public void project(ExecutionContext context, RowSource V, double step) {
            projections++;
            Constraint.super.project(context, V, step);
        }
    }

    @Test
    void everyUpdateIsOneProjectionOfItsConstraint() {
        CountingConstraint onW = new CountingConstraint();
        CountingConstraint onH = new CountingConstraint();
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = SolverProblems.data(7, 9, 1)) {
            Problem problem = new Problem(X, new Formulation(2, List.of(new LeastSquares()), onW, onH));
            try (LocalSampleBlock samples = LocalSampleBlock.forGradientSteps(context, problem, uniform(2, 9, 2));
                    ProximalUpdates updates =
                            new ProximalUpdates(context, problem.formulation(), uniform(1, 7, 2), samples, true)) {
                for (int i = 1; i <= 3; i++) {
                    for (FactorId factor : FactorId.values())
                        updates.update(factor, StepParameters.plain(updates.lipschitz(factor)));
                    updates.commit();
                    assertThat(onW.projections).isEqualTo(i);
                    assertThat(onH.projections).isEqualTo(i);
                }
            }
        }
    }
}
