package org.grapnel.spark.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.model.JointConstants;
import org.grapnel.spark.data.Panel;
import org.grapnel.spark.graph.NeighborRows;
import org.grapnel.spark.graph.SparkNormalizedAdjacency;
import org.junit.jupiter.api.Test;

class JointIterationCostTest {
    /** The count equals the serialized bytes, except for the class names that serialization adds. */
    @Test
    void countedBytesEqualThoseOfTasksAndSums() {
        int r = 4;
        try (JointCase joint = new JointCase(300, 90, 3, 4, true, 3);
                SparkNormalizedAdjacency S = joint.graph.normalizedAdjacency();
                DenseMatrix W = DenseMatrix.zeros(300, r);
                DenseMatrix WtW = DenseMatrix.zeros(r, r)) {
            JointConstants constants = JointConstants.of(1, S.largest(), S.squares(), r, 10);
            JointIterationCost cost =
                    new JointIterationCost(90, joint.panels.nonZeros(), r, 300, 3, 2, S.entries(), S.rowsShipped(), 2);
            JointTask ofH = JointTask.forH(constants, W, WtW, new double[r * r], 2);
            JointTask ofG = JointTask.forG(constants, 300, new double[r * r], 2);
            assertThat(2.0 * (ofH.toBytes().length + ofG.toBytes().length)).isCloseTo(cost.broadcast(), within(3000.0));
            var starts = joint.start.labels().map(labels -> new double[labels.length * r]);
            List<Integer> lengths =
                    S.exchange(starts, r).map(around -> sums(ofH, ofG, around)).collect();
            assertThat(8.0 * lengths.stream().mapToInt(Integer::intValue).sum()).isEqualTo(cost.gathered());
            long received = 0;
            for (int rows : S.exchange(starts, r)
                    .map(around -> around.rows().length / r - around.samples())
                    .collect()) received += rows;
            assertThat(2.0 * 8 * r * received).isEqualTo(cost.exchanged());
            assertThat(received).isPositive();
        }
    }

    private static int sums(JointTask ofH, JointTask ofG, NeighborRows around) {
        double[] rows = new double[around.samples() * ofH.rank()];
        JointColumns columns = new JointColumns(rows, rows);
        return JointSweep.updateH(ofH, List.<Panel>of().iterator(), around, columns)
                        .sums()
                        .length
                + JointSweep.updateG(ofG, around, columns).sums().length;
    }

    @Test
    void costGrowsWithItsInputs() {
        JointIterationCost one =
                new JointIterationCost(1_000_000, 300_000_000, 10, 300, 20, 2, 9_000_000, 3_000_000, 2);
        JointIterationCost ten =
                new JointIterationCost(10_000_000, 3_000_000_000L, 10, 300, 20, 2, 90_000_000, 30_000_000, 2);
        assertThat(ten.flops()).isCloseTo(10 * one.flops(), within(1e-9 * ten.flops()));
        assertThat(ten.exchanged()).isEqualTo(10 * one.exchanged());
        assertThat(ten.broadcast()).isEqualTo(one.broadcast());
        assertThat(ten.gathered()).isEqualTo(one.gathered());
        assertThat(one.moved()).isEqualTo(one.broadcast() + one.gathered() + one.exchanged());
        assertThat(ten.memory(24e9, 1)).isGreaterThan(9 * one.memory(2.4e9, 1));
    }
}
