package org.grapnel.spark.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Formulation;
import org.grapnel.model.LeastSquares;
import org.grapnel.model.NonNegative;
import org.grapnel.model.RowSparse;
import org.grapnel.solve.block.StepParameters;
import org.grapnel.spark.data.Panel;
import org.junit.jupiter.api.Test;

class IterationCostTest {
    /** The count equals the serialized bytes, except for the class names that serialization adds. */
    @Test
    void countedBytesEqualThoseOfTaskAndSums() {
        int r = 7;
        int p = 5000;
        Formulation program = new Formulation(r, List.of(new LeastSquares()), new RowSparse(p), new NonNegative());
        RowSet all = RowSet.all(p);
        try (DenseMatrix W = DenseMatrix.zeros(p, r)) {
            SweepTask task = SweepTask.create(program, all, W, new double[r * r], true, StepParameters.plain(1), all);
            IterationCost cost = new IterationCost(90, 90L * p, r, p, 3, 2, 0, 0);
            assertThat(2.0 * task.toBytes().length).isCloseTo(cost.broadcast(), within(4000.0));
            HPartitionData result = Sweep.run(
                    task,
                    List.<Panel>of().iterator(),
                    new PartitionState(HPartitionData.EMPTY, HPartitionData.EMPTY, HPartitionData.EMPTY));
            assertThat(3.0 * 8 * result.sums().length).isEqualTo(cost.gathered());
        }
    }

    @Test
    void costGrowsWithItsInputs() {
        IterationCost one = new IterationCost(1_000_000, 300_000_000, 10, 300, 20, 2, 9_000_000, 3_000_000);
        IterationCost ten = new IterationCost(10_000_000, 3_000_000_000L, 10, 300, 20, 2, 90_000_000, 30_000_000);
        assertThat(ten.flops()).isCloseTo(10 * one.flops(), within(1e-9 * ten.flops()));
        assertThat(ten.exchanged()).isEqualTo(10 * one.exchanged());
        assertThat(ten.broadcast()).isEqualTo(one.broadcast());
        assertThat(ten.gathered()).isEqualTo(one.gathered());
        assertThat(one.moved()).isEqualTo(one.broadcast() + one.gathered() + one.exchanged());
        assertThat(ten.memory(24e9, 1)).isGreaterThan(9 * one.memory(2.4e9, 1));
    }
}
