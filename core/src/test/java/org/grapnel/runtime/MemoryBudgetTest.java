package org.grapnel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.grapnel.linalg.DenseMatrix;
import org.junit.jupiter.api.Test;

class MemoryBudgetTest {
    @Test
    void shortageNamesTheLimitAndTheOptionThatRaisesIt() {
        MemoryBudget budget = new MemoryBudget(10L << 30, 64L << 20, 100L << 20, 20L << 30);
        assertThat(budget.fits(0, 64L << 20)).isTrue();
        assertThat(budget.fits(0, (64L << 20) + 1)).isFalse();
        assertThat(budget.shortage("the factors need", 0, 80L << 20))
                .isEqualTo(
                        "the factors need at least 84 MB outside the heap, where 67 MB of 105 MB are left; raise the limit with -Xmx233m");
        assertThat(budget.fits(11L << 30, 0)).isFalse();
        assertThat(budget.shortage("names need", 11L << 30, 0)).contains("at least 11.8 GB on the heap");
        assertThat(budget.shortage("the factors need", 0, 30L << 30))
                .isEqualTo("the factors need at least 32.2 GB, but this machine or container has only 21.5 GB left");
    }

    @Test
    void currentBudgetIsPositiveAndShrinksWithAllocations() {
        MemoryBudget budget = MemoryBudget.current();
        assertThat(budget.heap())
                .isPositive()
                .isLessThanOrEqualTo(Runtime.getRuntime().maxMemory());
        assertThat(budget.outside()).isPositive().isLessThanOrEqualTo(budget.limit());
        assertThat(budget.machine()).isPositive().isLessThan(1L << 50);
        try (DenseMatrix taken = DenseMatrix.zeros(1 << 10, 1 << 10)) {
            assertThat(taken.rows()).isEqualTo(1 << 10);
            assertThat(MemoryBudget.current().outside()).isLessThan(budget.outside());
        }
    }

    @Test
    void matrixLargerThanTheMachineIsRefusedAtOnce() {
        long began = System.nanoTime();
        assertThatThrownBy(() -> DenseMatrix.zeros(Integer.MAX_VALUE, 1 << 20).close())
                .isInstanceOf(OutOfMemoryError.class)
                .hasMessageMatching(
                        "a matrix needs at least 18014398.5 GB, but this machine or container has only .* left");
        assertThat((System.nanoTime() - began) * 1e-9).isLessThan(5);
    }
}
