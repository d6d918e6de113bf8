package org.grapnel.select;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.grapnel.cluster.Clustering;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

/** How often features are selected on parts of the samples: 1 for markers, less for noise, and the same bits for any number of threads. */
class SubsampleFrequencyTest {
    private static final int N = 90;

    private static DenseMatrix data() {
        DenseMatrix X = DenseMatrix.zeros(40, N);
        for (int i = 0; i < X.rows(); i++)
            for (int j = 0; j < N; j++)
                X.set(i, j, 10 + CounterRandom.gaussian(5, i, j) + (i < 6 && j % 3 == i % 3 ? 4 : 0));
        return X;
    }

    private static Selection measure(int keep, int threads, Clustering groups) {
        try (ExecutionContext context = ExecutionContext.create(threads);
                DenseMatrix X = data()) {
            Selection selection = GroupContrast.select(context, X, groups, keep);
            return SubsampleFrequency.measure(context, X, List.of(groups), selection);
        }
    }

    private static Clustering thirds() {
        return Clustering.ofLabels(3, IntStream.range(0, N).map(j -> j % 3).toArray());
    }

    @Test
    void markersAreAlwaysSelectedAndNoiseIsNot() {
        Selection found = measure(12, 2, thirds());
        List<Double> frequency = found.frequency().orElseThrow();
        assertThat(found.order().subList(0, 6)).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5);
        assertThat(frequency.subList(0, 6)).containsOnly(1.0);
        assertThat(frequency.subList(6, 12))
                .allMatch(share -> share >= 0 && share <= 1)
                .anyMatch(share -> share < 1);
    }

    @Test
    void theNumberOfThreadsChangesNothing() {
        assertThat(measure(12, 1, thirds())).isEqualTo(measure(12, 3, thirds()));
    }

    @Test
    void allFeaturesAreAlwaysSelected() {
        assertThat(measure(40, 2, thirds()).frequency().orElseThrow()).containsOnly(1.0);
    }

    @Test
    void theFrequencyIsUnknownWhereAPartHasOneGroup() {
        int[] one = new int[N];
        one[7] = 1;
        assertThat(measure(5, 1, Clustering.ofLabels(2, one)).frequency()).isEmpty();
    }
}
