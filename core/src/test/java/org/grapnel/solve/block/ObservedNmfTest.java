package org.grapnel.solve.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Optional;
import org.grapnel.evaluate.HiddenEntries;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ObservedNmfTest {
    private static final int P = 40;
    private static final int N = 30;

    private static DenseMatrix random(long seed) {
        DenseMatrix X = DenseMatrix.zeros(P, N);
        for (int i = 0; i < P; i++)
            for (int j = 0; j < N; j++)
                if (CounterRandom.uniform(seed, i, j) < 0.7) X.set(i, j, CounterRandom.uniform(seed + 1, i, j));
        return X;
    }

    private static EntryWeights hidden(double share) {
        return new HiddenEntries(5, share).hideIn(P, N, Optional.empty());
    }

    /** The loss as its formula says. */
    private static double loss(Matrix X, EntryWeights weights, ObservedNmf nmf) {
        double sum = 0;
        for (int i = 0; i < P; i++)
            for (int j = 0; j < N; j++) {
                double rest = X.get(i, j);
                for (int l = 0; l < nmf.W().cols(); l++)
                    rest -= nmf.W().get(i, l) * nmf.Ht().get(j, l);
                if (weights.get(i, j) > 0) sum += rest * rest;
            }
        return sum;
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.3, 0.8})
    void theLossIsThatOfTheObservedEntriesAndNeverRises(double share) {
        EntryWeights weights = hidden(share);
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = random(3);
                ObservedNmf nmf = new ObservedNmf(context, X, weights, 4, 1)) {
            double before = Double.POSITIVE_INFINITY;
            for (int it = 0; it < 40; it++) {
                nmf.iterate();
                double now = nmf.squaredResidual();
                assertThat(now).isCloseTo(loss(X, weights, nmf), within(1e-11 * now));
                assertThat(now).isLessThanOrEqualTo(before * (1 + 1e-13));
                before = now;
            }
        }
    }

    @Test
    void hiddenValuesStorageAndThreadsDoNotMatter() {
        EntryWeights weights = hidden(0.2);
        try (ExecutionContext one = ExecutionContext.create(1);
                ExecutionContext two = ExecutionContext.create(2);
                DenseMatrix X = random(3);
                DenseMatrix other = X.copy()) {
            other.map((i, j, x) -> weights.get(i, j) == 0 ? 1e9 : x);
            try (ObservedNmf a = new ObservedNmf(one, X, weights, 3, 1);
                    ObservedNmf b = new ObservedNmf(two, other, weights, 3, 1);
                    ObservedNmf sparse = new ObservedNmf(one, SparseMatrix.of(X), weights, 3, 1)) {
                a.run(1e-6, 60);
                b.run(1e-6, 60);
                sparse.run(1e-6, 60);
                assertThat(b.W().toArray()).isDeepEqualTo(a.W().toArray());
                assertThat(b.Ht().toArray()).isDeepEqualTo(a.Ht().toArray());
                assertThat(sparse.squaredResidual()).isCloseTo(a.squaredResidual(), within(1e-9));
            }
        }
    }

    @Test
    void dataOfExactRankArePredicted() {
        EntryWeights weights = hidden(0.2);
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.zeros(P, N)) {
            for (int i = 0; i < P; i++) for (int j = 0; j < N; j++) X.set(i, j, (1 + i) * (2.0 + j));
            try (ObservedNmf nmf = new ObservedNmf(context, X, weights, 1, 1)) {
                nmf.run(0, 500);
                double error = new HiddenEntries(5, 0.2).error(context, X, Optional.empty(), nmf.W(), nmf.Ht());
                assertThat(error).isLessThan(1e-12);
            }
        }
    }

    @Test
    void aWeightBetweenZeroAndOneIsRefused() {
        EntryWeights half =
                EntryWeights.ofDeficits(SparseMatrix.ofTriples(P, N, new int[] {1}, new int[] {2}, new double[] {0.5}));
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = random(3)) {
            assertThatThrownBy(() -> new ObservedNmf(context, X, half, 3, 1)).hasMessageContaining("0.5");
        }
    }
}
