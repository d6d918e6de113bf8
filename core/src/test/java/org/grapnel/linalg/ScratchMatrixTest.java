package org.grapnel.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.grapnel.runtime.Scratch;
import org.junit.jupiter.api.Test;

class ScratchMatrixTest {
    @Test
    void memoryGrowsAndIsReusedUntilClosed() {
        Scratch scratch = new Scratch();
        DenseMatrix large = ScratchMatrix.ROWS.in(scratch, 10, 7);
        large.set(9, 6, 4);
        assertThat(ScratchMatrix.ROWS.in(scratch, 7, 10)).isSameAs(large);
        assertThat(large.rows()).isEqualTo(7);
        assertThat(large.cols()).isEqualTo(10);
        assertThat(large.get(6, 9)).isEqualTo(4);
        assertThat(ScratchMatrix.VECTORS.in(scratch, 7, 10)).isNotSameAs(large);
        DenseMatrix larger = ScratchMatrix.ROWS.in(scratch, 10, 8);
        assertThat(larger).isNotSameAs(large);
        assertThatIllegalStateException().isThrownBy(() -> large.get(0, 0));
        scratch.close();
        assertThatIllegalStateException().isThrownBy(() -> larger.get(0, 0));
    }
}
