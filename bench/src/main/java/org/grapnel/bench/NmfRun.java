package org.grapnel.bench;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.grapnel.formats.MatrixReader;
import org.grapnel.formats.mtx.MatrixMarketFile;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.model.Formulation;
import org.grapnel.model.LeastSquares;
import org.grapnel.model.NonNegative;
import org.grapnel.model.Problem;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.Solution;
import org.grapnel.solve.Stop;
import org.grapnel.solve.StopReason;
import org.grapnel.solve.start.Start;
import org.grapnel.solve.support.BestSupport;

/**
 * Measures plain NMF by best-support: for each target on its input it prints the seconds until the relative error is at or below the
 * target, the iterations, the error, and the seconds of processor time. {@code bench/nmf} starts it anew in every turn, between other libraries.
 */
final class NmfRun {
    private NmfRun() {}

    /** Arguments: folder with X.npy or X.mtx (features × samples) and Ht.npy (samples × rank), threads. */
    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        var turns = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (Matrix X = folder.resolve("X.mtx").toFile().exists()
                        ? MatrixMarketFile.read(folder.resolve("X.mtx"))
                        : MatrixReader.read(folder.resolve("X.npy"));
                DenseMatrix Ht = MatrixReader.read(folder.resolve("Ht.npy"));
                ExecutionContext context = ExecutionContext.create(Integer.parseInt(args[1]))) {
            Problem problem = new Problem(
                    X, new Formulation(Ht.cols(), List.of(new LeastSquares()), new NonNegative(), new NonNegative()));
            double squares = 0;
            for (double row : X.rowSquares()) squares += row;
            for (String line = turns.readLine(); line != null; line = turns.readLine()) {
                double goal = Double.parseDouble(line) * Double.parseDouble(line) * squares / 2;
                Stop reached = (step, residuals) ->
                        step.iteration() > 0 && step.objective().loss() <= goal
                                ? Optional.of(new StopReason.Converged(
                                        "goal", step.objective().loss(), goal))
                                : Optional.empty();
                double processorBefore = processorSeconds();
                long begun = System.nanoTime();
                Start.StartPoint start = new Start.StartPoint(DenseMatrix.zeros(X.rows(), Ht.cols()), Ht.copy());
                try (Solution found = BestSupport.standard()
                        .solve(context, problem, start, reached.or(Stop.after(1000)), step -> {})) {
                    double seconds = (System.nanoTime() - begun) / 1e9;
                    System.out.printf(
                            Locale.ROOT,
                            "%.9f\t%d\t%.8f\t%.3f%n",
                            seconds,
                            found.trace().iterations(),
                            Math.sqrt(2 * found.objective().loss() / squares),
                            processorSeconds() - processorBefore);
                    System.out.flush();
                }
            }
        }
    }

    private static double processorSeconds() {
        return ProcessHandle.current()
                        .info()
                        .totalCpuDuration()
                        .orElse(Duration.ZERO)
                        .toMillis()
                / 1e3;
    }
}
