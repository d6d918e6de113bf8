package org.grapnel.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.formats.GraphReader;
import org.grapnel.formats.MatrixReader;
import org.grapnel.formats.mtx.MatrixMarketFile;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.model.Model;
import org.grapnel.solve.Solution;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.Step;
import org.grapnel.solve.StopSpec;
import org.grapnel.solve.start.Start;

/**
 * Measures the seconds per iteration on a case of {@code peers/cases.py}: a folder with X.npy or X.mtx (features × samples), W0.npy, H0.npy
 * and optionally graph.mtx. Runs once for each line of input, so that {@code bench/run} can alternate it with another program while this
 * JVM stays warm.
 */
final class IterationRun {
    private IterationRun() {}

    /** Arguments: folder, model, solver, keep (0 for none), lambda, iterations, threads. */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        int iterations = Integer.parseInt(args[5]);
        DenseMatrix W = MatrixReader.read(folder.resolve("W0.npy"));
        DenseMatrix H = MatrixReader.read(folder.resolve("H0.npy"));
        Matrix X = folder.resolve("X.mtx").toFile().exists()
                ? MatrixMarketFile.read(folder.resolve("X.mtx"))
                : MatrixReader.read(folder.resolve("X.npy"));
        int keep = Integer.parseInt(args[3]);
        Spec spec = Spec.paper(Model.parse(args[1]), W.cols())
                .withSolver(SolverSpec.of(SolverKind.parse(args[2])))
                .withLambda(Double.parseDouble(args[4]))
                .withStart(Start.given(W, H))
                .withStop(new StopSpec(0, iterations, Optional.empty()))
                .withThreads(Integer.parseInt(args[6]));
        if (keep > 0) spec = spec.withKeep(keep);
        Optional<Graph> graph = folder.resolve("graph.mtx").toFile().exists()
                ? Optional.of(
                        GraphReader.read(folder.resolve("graph.mtx"), X.cols()).graph())
                : Optional.empty();
        var turns = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        while (turns.readLine() != null) {
            try (Solution s = Grapnel.solve(X, graph, spec, FitContext.none())) {
                Step last = s.trace().last();
                double rows = s.trace().steps().stream()
                                .mapToInt(Step::rowsComputed)
                                .average()
                                .orElse(0)
                        / X.rows();
                System.out.printf(
                        Locale.ROOT,
                        "%.9f\t%.10g\t%.3f%n",
                        last.seconds() / iterations,
                        last.objective().total(),
                        rows);
                System.out.flush();
            }
        }
    }
}
