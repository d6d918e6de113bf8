package org.grapnel.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScratchTest {
    @Test
    void arraysGrowAndAreReused() {
        try (Scratch scratch = new Scratch()) {
            double[] numbers = scratch.doubles(ScratchArray.SUMS, 5);
            assertThat(scratch.doubles(ScratchArray.SUMS, 3)).isSameAs(numbers);
            assertThat(scratch.doubles(ScratchArray.BLOCK, 3)).isNotSameAs(numbers);
            assertThat(scratch.doubles(ScratchArray.SUMS, 6)).hasSizeGreaterThanOrEqualTo(6);
            assertThat(scratch.ints(6)).hasSizeGreaterThanOrEqualTo(6);
        }
    }

    @Test
    void onlyTheLastObjectIsCached() {
        try (Scratch scratch = new Scratch()) {
            scratch.cache("text");
            assertThat(scratch.cached(String.class)).isEqualTo("text");
            assertThat(scratch.cached(Integer.class)).isNull();
            scratch.cache(3);
            assertThat(scratch.cached(String.class)).isNull();
        }
    }
}
