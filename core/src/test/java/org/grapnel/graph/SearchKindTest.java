package org.grapnel.graph;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SearchKindTest {
    @Test
    void autoSearchIsExactUpToAHundredThousandSamples() {
        for (int n : new int[] {0, 2, 99_999, 100_000})
            assertThat(SearchKind.AUTO.isApproximate(n)).isFalse();
        for (int n : new int[] {100_001, 5_000_000})
            assertThat(SearchKind.AUTO.isApproximate(n)).isTrue();
        for (int n : new int[] {2, 100_000, 100_001}) {
            assertThat(SearchKind.EXACT.isApproximate(n)).isFalse();
            assertThat(SearchKind.APPROXIMATE.isApproximate(n)).isTrue();
        }
    }
}
