package org.grapnel.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.grapnel.cluster.Clustering;
import org.grapnel.data.Dataset;
import org.grapnel.data.SampleColumn;
import org.grapnel.linalg.DenseMatrix;
import org.junit.jupiter.api.Test;

class ColumnAgreementTest {
    private static final int N = 400;
    private static final Clustering FOUR =
            Clustering.ofLabels(4, IntStream.range(0, N).map(j -> j % 4).toArray());

    private static SampleColumn column(String name, IntFunction<String> value) {
        return new SampleColumn(name, IntStream.range(0, N).mapToObj(value).toList());
    }

    private static ColumnAgreement compare(IntFunction<String> value) {
        return ColumnAgreement.compute(column("c", value), FOUR);
    }

    @Test
    void agreementIsTheScoreOfLabels() {
        SplittableRandom random = new SplittableRandom(1);
        List<String> values = IntStream.range(0, N)
                .mapToObj(j -> random.nextInt(3) == 0 ? "x" : "b" + j % 4)
                .toList();
        assertThat(ColumnAgreement.compute(new SampleColumn("batch", values), FOUR)
                        .nmi())
                .isEqualTo(Scores.compute(values, FOUR).nmi());
    }

    @Test
    void samplesWithoutAValueAreLeftOut() {
        ColumnAgreement gaps = compare(j -> j % 3 == 0 ? "" : j % 5 == 0 ? "NA" : "b" + j % 4);
        assertThat(gaps.nmi().get()).isEqualTo(1);
        assertThat(gaps.values()).isEqualTo(4);
        assertThat(gaps.groupsFollow()).isTrue();
    }

    @Test
    void independentColumnsAreNotFollowed() {
        SplittableRandom random = new SplittableRandom(2);
        assertThat(compare(j -> "b" + random.nextInt(3)).groupsFollow()).isFalse();
        assertThat(compare(j -> "b" + random.nextInt(100)).groupsFollow()).isFalse(); // NMI is high by chance alone
    }

    /** Each of two batches has groups of its own: NMI is low, but a group tells the batch. */
    @Test
    void groupsInsideBatchesAreFollowed() {
        Clustering twenty =
                Clustering.ofLabels(20, IntStream.range(0, N).map(j -> j % 20).toArray());
        ColumnAgreement batch = ColumnAgreement.compute(column("batch", j -> "b" + j % 2), twenty);
        assertThat(batch.nmi().get()).isLessThan(0.5);
        assertThat(batch.groupsFollow()).isTrue();
    }

    @Test
    void manyNumbersAreCutIntoBins() {
        SplittableRandom random = new SplittableRandom(3);
        ColumnAgreement depth = compare(j -> Double.toString(1000 * (j % 4) + 100 * random.nextDouble()));
        assertThat(depth.values()).isEqualTo(N);
        assertThat(depth.groupsFollow()).isTrue();
        assertThat(compare(j -> Double.toString(random.nextDouble())).groupsFollow())
                .isFalse();
    }

    @Test
    void columnsThatCannotAgreeHaveNoScore() {
        assertThat(compare(j -> "same").nmi().reason()).isEqualTo("the column has fewer than two values");
        assertThat(compare(j -> "").values()).isZero();
        assertThat(compare(j -> "cell" + j).nmi().reason()).isEqualTo("most samples have a value of their own");
        Clustering one = Clustering.ofLabels(1, new int[N]);
        assertThat(ColumnAgreement.compute(column("c", j -> "b" + j % 2), one).groupsFollow())
                .isFalse();
    }

    /** Forty classes that are numbers are classes, not measurements to be cut into bins. */
    @Test
    void labelsAreNeverMeasurements() {
        Clustering forty =
                Clustering.ofLabels(40, IntStream.range(0, N).map(j -> j % 40).toArray());
        try (Dataset data = Dataset.of(DenseMatrix.zeros(1, N))) {
            Dataset faces = data.withLabels(column("person", j -> "" + j % 40).values())
                    .withColumns(List.of(column("batch", j -> j < 20 ? "x" : "b" + j % 40)));
            assertThat(ColumnAgreement.warnings(faces, forty)).isEmpty();
        }
    }

    @Test
    void warningNamesTheColumnUnlessTheLabelsExplainIt() {
        try (Dataset data = Dataset.of(DenseMatrix.zeros(1, N))) {
            Dataset batches = data.withColumns(List.of(column("batch", j -> j < 20 ? "b9" : "b" + j % 4)));
            assertThat(ColumnAgreement.warnings(batches, FOUR))
                    .containsExactly(
                            "the groups follow 'batch' (NMI 0.91): if it is technical, as a batch is, they may not be"
                                    + " the groups you look for");
            List<String> truth = column("type", j -> "t" + j % 4).values();
            assertThat(ColumnAgreement.warnings(batches.withLabels(truth), FOUR))
                    .isEmpty();
            List<String> other = column("type", j -> "t" + j / 100).values();
            assertThat(ColumnAgreement.warnings(batches.withLabels(other), FOUR))
                    .hasSize(1);
        }
    }
}
