package org.grapnel.linalg.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.OpenBlasLibrary;
import org.junit.jupiter.api.Test;

class KernelTest {
    private static final List<Kernel> KERNELS = kernels();

    private static List<Kernel> kernels() {
        return OpenBlasLibrary.isLoaded() ? List.of(new OpenBlasKernel(), new JavaKernel()) : List.of(new JavaKernel());
    }

    private static FloatTile tile(double[][] a, int cols) {
        FloatTile tile = new FloatTile(a.length, cols);
        for (int i = 0; i < a.length; i++)
            for (int j = 0; j < cols; j++) tile.floats().put(i * cols + j, (float) a[i][j]);
        return tile;
    }

    @Test
    void dotsMatchALoopForAnyShape() {
        int[][] shapes = {{1, 1, 1}, {1, 5, 3}, {15, 16, 17}, {16, 1, 33}, {17, 33, 1}, {100, 65, 40}, {7, 512, 511}};
        for (int[] shape : shapes) {
            double[][] a = TestMatrices.signed(1, shape[0], shape[1]);
            double[][] b = TestMatrices.signed(2, shape[0], shape[2]);
            double[][] expected = TestMatrices.product(TestMatrices.transpose(a), b);
            for (Kernel kernel : KERNELS) {
                try (FloatTile A = tile(a, shape[1]);
                        FloatTile B = tile(b, shape[2]);
                        FloatTile C = new FloatTile(shape[1] + 2, shape[2] + 1)) {
                    for (int q = 0; q < C.capacity(); q++) C.floats().put(q, Float.NaN);
                    C.reshape(shape[1], shape[2]);
                    kernel.dots(A, B, C);
                    for (int i = 0; i < shape[1]; i++)
                        for (int j = 0; j < shape[2]; j++) {
                            double dot = C.floats().get(i * shape[2] + j);
                            if (!(Math.abs(dot - expected[i][j]) <= 1e-6 * shape[0]))
                                assertThat(dot)
                                        .as(kernel.getClass().getSimpleName())
                                        .isEqualTo(expected[i][j]);
                        }
                    assertThat(C.floats().get(shape[1] * shape[2])).isNaN();
                }
            }
        }
    }

    @Test
    void emptyTileHasMemory() {
        try (FloatTile tile = new FloatTile(0, 9)) {
            assertThat(tile.rows()).isZero();
            assertThat(tile.cols()).isEqualTo(9);
            assertThat(tile.capacity()).isPositive();
        }
    }
}
