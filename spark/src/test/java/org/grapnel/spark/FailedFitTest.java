package org.grapnel.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.api.java.JavaSparkContext;
import org.grapnel.FitListener;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.solve.Step;
import org.grapnel.spark.testing.LocalSpark;
import org.grapnel.spark.testing.TestDataFrames;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A fit that fails leaves nothing in the memory of the executors. */
class FailedFitTest {
    @ParameterizedTest
    @CsvSource({
        "recommended, finding neighbours on all features",
        "recommended, grouping the graph",
        "recommended, choosing features",
        "recommended, finding markers",
        "recommended, comparing with baselines",
        "recommended, keeping the training samples",
        "accpalm, keeping the training samples"
    })
    void aFailureInAPhaseReleasesWhatEarlierPhasesMade(String solver, String phase) {
        try (DenseMatrix X = TestDataFrames.groups(60, 70, 3, 0.2, 1)) {
            Set<Integer> before = persisted();
            GraphNmf estimator = new GraphNmf()
                    .setClusters(3)
                    .setKeep(9)
                    .setMaxIter(2)
                    .setSolver(solver)
                    .setListener(failIn(phase));
            assertThatThrownBy(() -> estimator.fit(TestDataFrames.dense(X, 2)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("failed while " + phase);
            Set<Integer> left = persisted();
            left.removeAll(before);
            assertThat(left).isEmpty();
        }
    }

    private static FitListener failIn(String phase) {
        return new FitListener() {
            @Override
            public void onIteration(Step step) {}

            @Override
            public void onPhase(String name) {
                if (name.equals(phase)) throw new IllegalStateException("failed while " + phase);
            }
        };
    }

    private static Set<Integer> persisted() {
        JavaSparkContext context =
                JavaSparkContext.fromSparkContext(LocalSpark.session().sparkContext());
        return new TreeSet<>(context.getPersistentRDDs().keySet());
    }
}
