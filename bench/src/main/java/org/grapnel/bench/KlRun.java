package org.grapnel.bench;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.grapnel.checkpoint.Checkpoint;
import org.grapnel.formats.MatrixReader;
import org.grapnel.formats.mtx.MatrixMarketFile;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.model.KlProblem;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.Solution;
import org.grapnel.solve.Stop;
import org.grapnel.solve.StopReason;
import org.grapnel.solve.kl.KlFactorization;
import org.grapnel.solve.start.Start;

/**
 * Measures the factorisation by the Kullback–Leibler divergence: for each target on its input it prints the seconds until the divergence is at or
 * below the target, the iterations, the divergence, and whether it never rose. {@code bench/kl} starts it between runs of scikit-learn.
 */
final class KlRun {
    private KlRun() {}

    /** Arguments: folder with X.mtx (features × samples), W.npy (features × rank) and Ht.npy (samples × rank); threads. */
    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        var turns = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (Matrix X = MatrixMarketFile.read(folder.resolve("X.mtx"));
                DenseMatrix W = MatrixReader.read(folder.resolve("W.npy"));
                DenseMatrix Ht = MatrixReader.read(folder.resolve("Ht.npy"));
                ExecutionContext context = ExecutionContext.create(Integer.parseInt(args[1]))) {
            for (String line = turns.readLine(); line != null; line = turns.readLine()) {
                double goal = Double.parseDouble(line);
                Stop reached = (step, residuals) -> step.objective().loss() <= goal
                        ? Optional.of(new StopReason.Converged(
                                "goal", step.objective().loss(), goal))
                        : Optional.empty();
                long begun = System.nanoTime();
                Start.StartPoint start = new Start.StartPoint(W.copy(), Ht.copy());
                try (Solution found = KlFactorization.standard()
                        .solve(
                                context,
                                KlProblem.of(X, Ht.cols()),
                                start,
                                reached.or(Stop.after(2000)),
                                step -> {},
                                Checkpoint.none())) {
                    System.out.printf(
                            Locale.ROOT,
                            "%.9f\t%d\t%.10g\t%b%n",
                            (System.nanoTime() - begun) / 1e9,
                            found.trace().iterations(),
                            found.objective().loss(),
                            found.trace().monotone());
                    System.out.flush();
                }
            }
        }
    }
}
