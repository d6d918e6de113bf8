package org.grapnel.bench;

import java.nio.file.Path;
import java.util.Locale;
import org.grapnel.data.Completion;
import org.grapnel.formats.MatrixReader;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.ExecutionContext;

/** Completes an .npy file whose missing entries are NaN, one sample per row, and compares it with the complete file. */
final class ImputeRun {
    private ImputeRun() {}

    /** Arguments: file with gaps, complete file. Prints the relative error on the gaps, the error held out, the method and the seconds. */
    public static void main(String[] args) {
        try (DenseMatrix given = MatrixReader.read(Path.of(args[0])).transpose();
                DenseMatrix truth = MatrixReader.read(Path.of(args[1])).transpose();
                ExecutionContext context =
                        ExecutionContext.create(Runtime.getRuntime().availableProcessors())) {
            long begun = System.nanoTime();
            try (Completion found = Completion.compute(context, given, 0)) {
                double seconds = (System.nanoTime() - begun) / 1e9;
                double wrong = 0;
                double size = 0;
                for (int i = 0; i < truth.rows(); i++)
                    for (int j = 0; j < truth.cols(); j++)
                        if (Double.isNaN(given.get(i, j))) {
                            double x = truth.get(i, j);
                            wrong += (found.X().get(i, j) - x) * (found.X().get(i, j) - x);
                            size += x * x;
                        }
                System.out.printf(
                        Locale.ROOT,
                        "%.6f\t%.6f\t%s\t%.3f%n",
                        Math.sqrt(wrong / size),
                        found.heldOutError(),
                        found.method(),
                        seconds);
            }
        }
    }
}
