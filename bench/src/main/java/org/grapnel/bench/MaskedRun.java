package org.grapnel.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.grapnel.Grapnel;
import org.grapnel.checkpoint.Checkpoint;
import org.grapnel.data.Dataset;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.JointProblem;
import org.grapnel.model.Model;
import org.grapnel.model.Problem;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.Solution;
import org.grapnel.solve.Solver;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.Stop;
import org.grapnel.solve.joint.JointFactorization;
import org.grapnel.solve.palm.Palm;
import org.grapnel.solve.start.Start;

/**
 * Measures an iteration with weights of the entries against one without: 0, 1 and 30 % of the entries missing, for the joint factorisation and
 * accPALM on all features. Prints the milliseconds of a plain iteration and the ratios, medians of turns that alternate.
 */
final class MaskedRun {
    private static final double[] SHARES = {-1, 0, 0.01, 0.3}; // the first one has no weights

    private MaskedRun() {}

    /** Arguments: file with a column of labels named label, rank, iterations of a turn, turns, threads. */
    public static void main(String[] args) throws IOException {
        int rank = Integer.parseInt(args[1]);
        int iterations = Integer.parseInt(args[2]);
        int turns = Integer.parseInt(args[3]);
        int threads = Integer.parseInt(args[4]);
        try (Dataset data = Datasets.read(Path.of(args[0]), ReadOptions.plain().withLabels("label"));
                ExecutionContext context = ExecutionContext.create(threads)) {
            Matrix X = data.X();
            Graph graph = Grapnel.graph(X, GraphSpec.standard(), threads).graph();
            for (boolean joint : new boolean[] {true, false}) {
                double[][] seconds = new double[SHARES.length][turns];
                for (int turn = -1; turn < turns; turn++) { // the first turn warms up
                    for (int s = 0; s < SHARES.length; s++) {
                        double taken = measure(context, X, graph, rank, SHARES[s], joint, iterations);
                        if (turn >= 0) seconds[s][turn] = taken;
                    }
                }
                double plain = median(seconds[0]);
                System.out.printf(
                        Locale.ROOT,
                        "%s\t%d x %d, rank %d\t%.2f ms\t%.2f\t%.2f\t%.2f%n",
                        joint ? "joint" : "accpalm",
                        X.rows(),
                        X.cols(),
                        rank,
                        1e3 * plain,
                        median(seconds[1]) / plain,
                        median(seconds[2]) / plain,
                        median(seconds[3]) / plain);
            }
        }
    }

    private static double measure(
            ExecutionContext context, Matrix X, Graph graph, int rank, double share, boolean joint, int iterations) {
        Optional<EntryWeights> weights = share < 0 ? Optional.empty() : Optional.of(hidden(X, share));
        Start.StartPoint start = Start.random(1).point(context, X, rank);
        try (Solution found = joint
                ? JointFactorization.standard()
                        .solve(
                                context,
                                JointProblem.of(X, weights, graph, rank, 10),
                                start,
                                Stop.after(iterations),
                                step -> {},
                                Checkpoint.none())
                : Solver.solve(
                        context,
                        palmProblem(X, weights, graph, rank),
                        start,
                        Palm.create(SolverSpec.of(SolverKind.ACCPALM), true),
                        Stop.after(iterations),
                        step -> {})) {
            return found.trace().last().seconds() / iterations;
        }
    }

    private static Problem palmProblem(Matrix X, Optional<EntryWeights> weights, Graph graph, int rank) {
        Problem plain = Model.GNMF.problem(X, rank, Optional.empty(), 100, Optional.of(graph.laplacian()));
        return weights.map(plain::withWeights).orElse(plain);
    }

    private static EntryWeights hidden(Matrix X, double share) {
        try (DenseMatrix deficits = DenseMatrix.zeros(X.rows(), X.cols())) {
            deficits.map((i, j, d) -> CounterRandom.uniform(3, i, j) < share ? 1 : 0);
            return EntryWeights.ofDeficits(SparseMatrix.of(deficits));
        }
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
