package org.grapnel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class ExecutionContextTest {
    @Test
    void invalidThreadCountsAreRefused() {
        for (int threads : new int[] {0, -1, 1025})
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ExecutionContext.create(threads))
                    .withMessage("threads must be between 1 and 1024, got " + threads);
    }

    @Test
    void contextUsesTheRequestedKernel() {
        try (ExecutionContext context = ExecutionContext.create(1);
                ExecutionContext plain = ExecutionContext.createPlainJava(1)) {
            assertThat(plain.kernelName()).isEqualTo("java");
            boolean forced = "java".equals(System.getProperty("grapnel.blas"));
            assertThat(context.kernelName()).isEqualTo(forced || !OpenBlasLibrary.isLoaded() ? "java" : "openblas");
        }
    }

    @Test
    void blocksCoverEveryItemOnce() {
        for (double flops : new double[] {0, 1, 1e5, 1e5 + 1, 1e7, 1e300}) {
            assertThat(ExecutionContext.blockCount(flops)).isBetween(1, 32);
            assertThat(ExecutionContext.kernelBlockCount(flops)).isBetween(1, ExecutionContext.blockCount(flops));
        }
        for (int count : new int[] {0, 1, 5, 31, 32, 33, Integer.MAX_VALUE}) {
            for (int blocks : new int[] {1, 2, 3, 32}) {
                assertThat(ExecutionContext.blockStart(count, 0, blocks)).isZero();
                assertThat(ExecutionContext.blockStart(count, blocks, blocks)).isEqualTo(count);
                for (int b = 0; b < blocks; b++) {
                    int size = ExecutionContext.blockStart(count, b + 1, blocks)
                            - ExecutionContext.blockStart(count, b, blocks);
                    assertThat(size - count / blocks).isBetween(0, 1);
                }
            }
        }
    }
}
