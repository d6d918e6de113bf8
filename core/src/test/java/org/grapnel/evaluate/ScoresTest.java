package org.grapnel.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import java.util.OptionalDouble;
import org.grapnel.cluster.Clustering;
import org.grapnel.data.DataException;
import org.junit.jupiter.api.Test;

class ScoresTest {
    private static final List<String> TRUTH = List.of("x", "x", "y", "y", "y");

    @Test
    void scoresEqualThoseOfEachMetric() {
        int[] clusters = {0, 1, 1, 2, 2};
        ContingencyTable table = ContingencyTable.of(TRUTH, clusters);
        Scores scores = Scores.compute(TRUTH, clusters);
        assertThat(scores.nmi().get()).isEqualTo(Nmi.compute(table));
        assertThat(scores.acc().get()).isEqualTo(Accuracy.compute(table)).isEqualTo(0.6);
        assertThat(scores.ari().get()).isEqualTo(AdjustedRand.compute(table));
        assertThat(scores.purity().get()).isEqualTo(Purity.compute(table)).isEqualTo(0.8);
        assertThat(Scores.compute(TRUTH, Clustering.ofLabels(5, clusters))).isEqualTo(scores);
    }

    @Test
    void scoresAreUndefinedForOneClass() {
        Scores scores = Scores.compute(List.of("x", "x", "x"), new int[] {0, 1, 1});
        for (Score score : List.of(scores.nmi(), scores.acc(), scores.ari(), scores.purity())) {
            assertThat(score.isDefined()).isFalse();
            assertThat(score.value()).isEmpty();
            assertThat(score).hasToString("undefined: the labels have only one class");
        }
    }

    @Test
    void singleClusterIsScored() {
        assertThat(Scores.compute(TRUTH, new int[5]).nmi().get()).isZero();
        assertThat(Scores.compute(TRUTH, new int[5]).purity().get()).isEqualTo(0.6);
    }

    @Test
    void missingLabelsAreRefused() {
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() -> Scores.compute(List.of("x", "y", "NA"), Clustering.ofLabels(2, 0, 1, 1)))
                .withMessage(
                        "sample 2 has no label (\"NA\"), 1 of 3 samples have none; to score a subset, pass only that subset");
    }

    @Test
    void aScoreIsANumberOrAReason() {
        assertThat(Score.of(0.25)).hasToString("0.25");
        assertThat(Score.of(0.25).isDefined()).isTrue();
        assertThat(Score.undefined("%d of %d", 1, 2).reason()).isEqualTo("1 of 2");
        assertThatIllegalStateException()
                .isThrownBy(() -> Score.undefined("no samples").get())
                .withMessage("undefined: no samples");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Score(OptionalDouble.of(1), "why"))
                .withMessage("a score has either a value or a reason, got OptionalDouble[1.0] and 'why'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Score.of(Double.NaN))
                .withMessage("a score cannot be OptionalDouble[NaN]");
    }
}
