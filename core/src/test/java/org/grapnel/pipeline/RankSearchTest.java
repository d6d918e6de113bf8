package org.grapnel.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.grapnel.FitContext;
import org.grapnel.data.DataException;
import org.grapnel.evaluate.RankCurve;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.CancellationToken;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class RankSearchTest {
    /** Uniform factors, and noise of a tenth of the root mean square of their product. */
    static DenseMatrix planted(int features, int samples, int rank, long seed) {
        DenseMatrix X = DenseMatrix.zeros(features, samples);
        double squares = 0;
        for (int i = 0; i < features; i++)
            for (int j = 0; j < samples; j++) {
                double sum = 0;
                for (int l = 0; l < rank; l++)
                    sum += CounterRandom.uniform(seed, i, l) * CounterRandom.uniform(seed + 1, j, l);
                X.set(i, j, sum);
                squares += sum * sum;
            }
        double sd = 0.1 * Math.sqrt(squares / features / samples);
        for (int i = 0; i < features; i++)
            for (int j = 0; j < samples; j++)
                X.set(i, j, Math.max(0, X.get(i, j) + sd * CounterRandom.gaussian(seed + 2, i, j)));
        return X;
    }

    private static RankCurve search(DenseMatrix X, Optional<EntryWeights> known, int threads) {
        return new RankSearch(X, known, 0, threads, FitContext.none()).run(40).orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 6})
    void aPlantedRankIsFound(int rank) {
        try (DenseMatrix X = planted(200, 100, rank, 7)) {
            assertThat(search(X, Optional.empty(), 2).suggested()).isEqualTo(rank);
        }
    }

    @Test
    void missingEntriesDoNotMatter() {
        try (DenseMatrix X = planted(150, 80, 3, 1);
                DenseMatrix other = X.copy()) {
            int[] row = new int[150];
            int[] column = new int[150];
            double[] one = new double[150];
            for (int i = 0; i < 150; i++) {
                row[i] = i;
                column[i] = i % 80;
                one[i] = 1;
                other.set(i, i % 80, 1e6);
            }
            EntryWeights weights = EntryWeights.ofDeficits(SparseMatrix.ofTriples(150, 80, row, column, one));
            RankCurve curve = search(X, Optional.of(weights), 1);
            assertThat(search(other, Optional.of(weights), 2)).isEqualTo(curve);
            assertThat(curve.suggested()).isEqualTo(3);
        }
    }

    @Test
    void theNeighboursOfTheSuggestedRankAreTried() {
        try (DenseMatrix X = planted(200, 120, 7, 3)) {
            RankCurve curve = search(X, Optional.empty(), 2);
            assertThat(curve.points())
                    .extracting(RankCurve.RankError::rank)
                    .isSorted()
                    .contains(curve.suggested() - 1, curve.best().rank() + 1);
            assertThat(curve.suggested()).isBetween(6, 8);
            assertThat(curve.sentence()).startsWith(curve.suggested() + " components predict hidden entries");
        }
    }

    @Test
    void dataWithHardlyAnEntryAreRefused() {
        SparseMatrix X = SparseMatrix.ofTriples(30, 30, new int[] {3}, new int[] {4}, new double[] {2});
        assertThatThrownBy(() -> new RankSearch(X, Optional.empty(), 0, 1, FitContext.none()).run(5))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("set the rank");
    }

    @Test
    void aCancelledSearchHasNoCurve() {
        try (DenseMatrix X = planted(30, 20, 2, 1)) {
            CancellationToken cancelled = () -> true;
            FitContext context = FitContext.none().withCancellation(cancelled);
            assertThat(new RankSearch(X, Optional.empty(), 0, 1, context).run(5))
                    .isEmpty();
        }
    }

    @Test
    void largeDataAreJudgedByEvenlySpacedSamples() {
        assertThat(RankSearch.samples(100, 50)).hasSize(50);
        int[] some = RankSearch.samples(1000, 10_000);
        assertThat(some).hasSize(2000).isSorted().doesNotHaveDuplicates();
        assertThat(RankSearch.samples(1_000_000, 10_000)).hasSize(200);
    }
}
