package org.grapnel.spark.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.spark.ml.linalg.Vectors;
import org.grapnel.transform.GroupCenters;
import org.junit.jupiter.api.Test;

class SampleEncoderTest {
    private static final double[][] IDENTITY = {{1, 0}, {0, 1}};

    private static int groupOf(GroupCenters rule, double... x) {
        SampleEncoder encoder = new SampleEncoder(2, 2, new int[] {0, 1}, IDENTITY, rule);
        return encoder.groupOf(encoder.encode(Vectors.dense(x), null));
    }

    @Test
    void anEmptyGroupNeverWins() {
        GroupCenters rule = new GroupCenters(false, new double[] {1, 1}, new double[][] {{}, {5, 5}, {9, 0}});
        assertThat(groupOf(rule, 0, 0)).isEqualTo(1);
        assertThat(groupOf(rule, 8, 0)).isEqualTo(2);
    }

    @Test
    void theGroupOfMembershipsIsTheLargest() {
        GroupCenters rule = new GroupCenters(true, new double[0], new double[][] {{0, 1}, {1, 0}});
        assertThat(groupOf(rule, 3, 1)).isZero();
        assertThat(groupOf(rule, 1, 3)).isEqualTo(1);
    }

    @Test
    void withoutAScaleTheDirectionDecides() {
        GroupCenters rule = new GroupCenters(false, new double[0], new double[][] {{1, 0}, {0.6, 0.8}});
        assertThat(groupOf(rule, 0.01, 0)).isZero();
        assertThat(groupOf(rule, 60, 79)).isEqualTo(1);
    }
}
