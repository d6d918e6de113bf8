package org.grapnel.graph;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MetricTest {
    @Test
    void metricsHaveTheWordsThatUsersType() {
        assertThat(Metric.EUCLIDEAN).hasToString("euclidean");
        assertThat(Metric.COSINE).hasToString("cosine");
    }
}
