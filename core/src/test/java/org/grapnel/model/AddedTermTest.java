package org.grapnel.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

/** Sums and penalties, which only added terms and constraints that are penalties need. */
class AddedTermTest {
    private static final int P = 700;
    private static final int N = 300;
    private static final int R = 9;

    /** Σ wᵢⱼ + 2·Σ hⱼₛ. */
    private record Sums() implements Term {
        @Override
        public double value(GramCache at) {
            return at.sum(FactorId.W) + 2 * at.sum(FactorId.H);
        }

        @Override
        public double lipschitz(FactorId factor, GramCache at) {
            return 0;
        }

        @Override
        public void addGradient(FactorId factor, GramCache at, GradientChunk chunk) {
            for (int q = 0; q < chunk.size(); q++) chunk.gradient()[q] += factor == FactorId.W ? 1 : 2;
        }
    }

    /** The number of rows that are listed, as a penalty. */
    private record CountedRows() implements Constraint {
        @Override
        public boolean isPenalty() {
            return true;
        }

        @Override
        public double value(ExecutionContext context, DenseMatrix V, RowSet rows) {
            return rows.count();
        }
    }

    private static final Formulation EXTENDED =
            new Formulation(R, List.of(new LeastSquares()), List.of(new Sums()), new CountedRows(), new NonNegative());

    private static GramCache measured(ExecutionContext on, Formulation formulation, DenseMatrix W, DenseMatrix Ht) {
        GramCache at = new GramCache(R);
        at.measure(on, formulation, FactorId.W, W, RowSet.all(P));
        at.measure(on, formulation, FactorId.H, Ht, RowSet.all(N));
        return at;
    }

    @Test
    void sumsAreThoseOfTheFactorsForAnyNumberOfThreads() {
        double[][] w = TestMatrices.uniform(1, P, R);
        double[][] ht = TestMatrices.uniform(2, N, R);
        try (ExecutionContext one = ExecutionContext.create(1);
                ExecutionContext four = ExecutionContext.create(4);
                DenseMatrix W = DenseMatrix.of(w);
                DenseMatrix Ht = DenseMatrix.of(ht);
                GramCache at = measured(one, EXTENDED, W, Ht);
                GramCache again = measured(four, EXTENDED, W, Ht)) {
            for (int j = 0; j < R; j++) {
                double sum = 0;
                for (double[] row : w) sum += row[j];
                assertThat(at.sum(FactorId.W, j)).isCloseTo(sum, within(1e-10));
                assertThat(again.sum(FactorId.W, j)).isEqualTo(at.sum(FactorId.W, j));
                assertThat(again.sum(FactorId.H, j)).isEqualTo(at.sum(FactorId.H, j));
            }
            Objective objective = EXTENDED.objective(at);
            assertThat(objective.added()).containsExactly(at.sum(FactorId.W) + 2 * at.sum(FactorId.H), (double) P);
            assertThat(objective.total()).isEqualTo(objective.added().get(0) + P);
        }
    }

    @Test
    void checkpointKeepsSumsAndPenalties() {
        try (ExecutionContext on = ExecutionContext.create(2);
                DenseMatrix W = DenseMatrix.of(TestMatrices.uniform(1, P, R));
                DenseMatrix Ht = DenseMatrix.of(TestMatrices.uniform(2, N, R));
                GramCache at = measured(on, EXTENDED, W, Ht);
                GramCache back = measured(on, EXTENDED, Ht.selectRows(new int[P]), W.selectRows(new int[N]))) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            at.transfer(StateStream.writeTo(out), EXTENDED);
            back.transfer(StateStream.readFrom(new ByteArrayInputStream(out.toByteArray())), EXTENDED);
            assertThat(EXTENDED.objective(back)).isEqualTo(EXTENDED.objective(at));
        }
    }

    @Test
    void formulationWithoutAddedTermsHasNoSums() {
        Formulation plain = new Formulation(R, List.of(new LeastSquares()), new NonNegative(), new NonNegative());
        try (ExecutionContext on = ExecutionContext.create(1);
                DenseMatrix W = DenseMatrix.of(TestMatrices.uniform(1, P, R));
                DenseMatrix Ht = DenseMatrix.of(TestMatrices.uniform(2, N, R));
                GramCache at = measured(on, plain, W, Ht)) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> at.sum(FactorId.W, 0))
                    .withMessageContaining("added terms only");
            assertThat(plain.objective(at).added()).isEmpty();
        }
    }

    @Test
    void objectiveKeepsItsPartsInACheckpoint() {
        Objective objective = new Objective(3, 2, List.of(0.5, 0.25));
        assertThat(objective.total()).isEqualTo(5.75);
        assertThat(objective.plusLoss(1)).isEqualTo(new Objective(4, 2, List.of(0.5, 0.25)));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        objective.transfer(StateStream.writeTo(out), 2);
        StateStream in = StateStream.readFrom(new ByteArrayInputStream(out.toByteArray()));
        assertThat(new Objective(0, 0).transfer(in, 2)).isEqualTo(objective);
    }
}
