package org.grapnel.embed;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class MortonOrderTest {
    @Test
    void tooManySamplesForTheKeysAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new QuadTree((1 << 24) + 1))
                .withMessage("at most 16777216 samples can be placed in the plane, got 16777217");
    }
}
