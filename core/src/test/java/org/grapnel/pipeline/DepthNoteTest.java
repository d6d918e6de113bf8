package org.grapnel.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.grapnel.cluster.Clustering;
import org.grapnel.data.Dataset;
import org.grapnel.data.Normalization;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.Loss;
import org.junit.jupiter.api.Test;

class DepthNoteTest {
    private static final int N = 60;
    private static final Clustering GROUPS =
            Clustering.ofLabels(3, IntStream.range(0, N).map(j -> j % 3).toArray());

    /** Counts of ten features; those of group g are {@code factor}ᵍ times as large. */
    private static DenseMatrix counts(int factor) {
        SplittableRandom random = new SplittableRandom(1);
        DenseMatrix X = DenseMatrix.zeros(10, N);
        for (int i = 0; i < 10; i++)
            for (int j = 0; j < N; j++) X.set(i, j, random.nextInt(20) * (int) Math.pow(factor, j % 3));
        return X;
    }

    private static Optional<String> note(Preparation how, Dataset data) {
        try (PreparedData prepared = how.apply(data)) {
            return DepthNote.of(prepared, GROUPS, Loss.SQUARED);
        }
    }

    @Test
    void groupsOfDifferentDepthAreNoted() {
        Preparation none = Preparation.none();
        assertThat(note(none, Dataset.of(counts(4))).orElseThrow())
                .startsWith("the groups follow the total count of the samples (9")
                .endsWith("give each sample the same total before the fit (recipe counts)");
        assertThat(note(none.withLog1p(), Dataset.of(counts(4)))).isEqualTo(note(none, Dataset.of(counts(4))));
        try (DenseMatrix X = counts(4)) {
            assertThat(note(none, Dataset.of(SparseMatrix.of(X)))).isEqualTo(note(none, Dataset.of(counts(4))));
        }
    }

    @Test
    void otherGroupsAndOtherDataAreNot() {
        assertThat(note(Preparation.none(), Dataset.of(counts(1)))).isEmpty();
        assertThat(note(Preparation.none().withNormalize(Normalization.L2), Dataset.of(counts(4))))
                .isEmpty();
        DenseMatrix halves = counts(4);
        halves.set(3, 5, 0.5);
        assertThat(note(Preparation.none(), Dataset.of(halves))).isEmpty();
        DenseMatrix grey = DenseMatrix.zeros(4, N);
        for (int i = 0; i < 4; i++) for (int j = 0; j < N; j++) grey.set(i, j, 40 + 70 * (j % 3) + i);
        assertThat(note(Preparation.none(), Dataset.of(grey))).isEmpty();
        DenseMatrix ones = DenseMatrix.zeros(2, N);
        for (int j = 0; j < N; j++) ones.set(0, j, 1);
        assertThat(note(Preparation.none(), Dataset.of(ones))).isEmpty();
    }
}
