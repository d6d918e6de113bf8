package org.grapnel.spark.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.stream.IntStream;
import org.grapnel.cluster.Clustering;
import org.grapnel.data.Normalization;
import org.grapnel.data.Preparation;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.pipeline.DepthNote;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.data.SampleGroups;
import org.grapnel.spark.testing.TestPanels;
import org.grapnel.spark.testing.TestSampleGraphs;
import org.junit.jupiter.api.Test;

class SampleDepthTest {
    private static final int N = 60;

    @Test
    void theNoteIsThatOfOneMachine() {
        Clustering groups =
                Clustering.ofLabels(3, IntStream.range(0, N).map(j -> j % 3).toArray());
        Preparation none = Preparation.none();
        try (DenseMatrix X = DenseMatrix.zeros(10, N)) {
            for (int i = 0; i < X.rows(); i++)
                for (int j = 0; j < N; j++)
                    X.set(i, j, Math.floor(20 * CounterRandom.uniform(1, i, j)) * (1 << (2 * (j % 3))));
            Panels panels = TestPanels.create(TestPanels.context(), X, 2, 16);
            try (SampleGroups distributed = TestSampleGraphs.distribute(groups, panels.offsets())) {
                Optional<String> expected = DepthNote.of(none, X, groups);
                assertThat(expected).isPresent();
                assertThat(SampleDepth.note(panels, distributed, none, false)).isEqualTo(expected);
                assertThat(SampleDepth.note(panels, distributed, none, true))
                        .as("pictures")
                        .isEmpty();
                assertThat(SampleDepth.note(panels, distributed, none.withNormalize(Normalization.L2), false))
                        .as("scaled samples")
                        .isEmpty();
            }
        }
    }
}
