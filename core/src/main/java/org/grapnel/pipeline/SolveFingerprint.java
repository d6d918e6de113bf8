package org.grapnel.pipeline;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import org.grapnel.Spec;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.graph.Laplacian;
import org.grapnel.graph.NormalizedAdjacency;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.Formulation;
import org.grapnel.model.JointProblem;
import org.grapnel.model.KlProblem;
import org.grapnel.model.Problem;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.StopSpec;
import org.grapnel.solve.start.Start;

/**
 * Identifies one solve of a run by everything that its bits depend on: data, graph, formulation, start, solver, stop rules and kernel.
 *
 * <p>X and L enter by sums over their rows, which tell apart the data that one run can have. That two runs have the same data is checked
 * elsewhere. The texts are those of version 0.1, so that its checkpoints are still found.
 */
public final class SolveFingerprint {
    private SolveFingerprint() {}

    public static String compute(ExecutionContext execution, Problem problem, Spec spec, Start.StartPoint start) {
        Optional<SparseMatrix> L = problem.laplacian().map(Laplacian::matrix);
        return compute(execution, problem.X(), problem.weights(), L, text(problem.formulation()), spec, start);
    }

    /** Identifies a joint factorisation. G starts as a copy of H, so the start covers it. */
    public static String compute(ExecutionContext execution, JointProblem problem, Spec spec, Start.StartPoint start) {
        String text = "Joint[rank=" + problem.rank() + ", alpha=" + problem.alpha() + ", symmetry=" + problem.symmetry()
                + "]";
        return compute(
                execution,
                problem.X(),
                problem.weights(),
                Optional.of(problem.S().matrix()),
                text,
                spec,
                start);
    }

    /** Identifies a factorisation of counts. The background depends on features that are not kept, so its divergence is part of it. */
    public static String compute(ExecutionContext execution, KlProblem problem, Spec spec, Start.StartPoint start) {
        double background = Arrays.stream(problem.backgroundDivergences()).sum();
        String text = "Kl[rank=" + problem.rank() + ", keep=" + problem.keep() + ", lambda=" + problem.lambda()
                + ", weight=" + problem.weight() + ", background=" + background + "]";
        Optional<SparseMatrix> graph =
                problem.laplacian().map(Laplacian::matrix).or(() -> problem.S().map(NormalizedAdjacency::matrix));
        return compute(execution, problem.X(), Optional.empty(), graph, text, spec, start);
    }

    private static String compute(
            ExecutionContext execution,
            Matrix X,
            Optional<EntryWeights> weights,
            Optional<SparseMatrix> graph,
            String formulation,
            Spec spec,
            Start.StartPoint start) {
        MessageDigest digest = sha256();
        try (OutputStream out = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
            StateStream stream = StateStream.writeTo(out);
            stream.intValue(X.rows());
            stream.intValue(X.cols());
            if (weights.isPresent()) {
                writeWeighted(stream, X, weights.get());
            } else {
                stream.doubles(X.rowSums()); // squares alone are all 1 if features have unit length
                stream.doubles(X.rowSquares());
            }
            graph.ifPresent(L -> stream.doubles(L.rowSquares()));
            stream.string(formulation);
            stream.string(text(spec.solver()));
            spec.extensions().rule().ifPresent(rule -> stream.string(rule.identity()));
            stream.string(text(spec.stop()));
            stream.string(execution.kernelName());
            stream.matrix(start.W());
            stream.matrix(start.Ht());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Writes sums over C∘X and over the weights, weighted by place so that hidden entries that move are told apart. */
    private static void writeWeighted(StateStream stream, Matrix X, EntryWeights weights) {
        SparseMatrix deficits = weights.deficits();
        double[] places = new double[weights.rows()];
        for (int i = 0; i < places.length; i++) {
            int row = i;
            deficits.forEachInRow(i, (j, d) -> places[row] += d * (1 + CounterRandom.uniform(1, row, j)));
        }
        stream.string("weights");
        stream.doubles(places);
        try (Matrix CX = weights.times(X)) {
            stream.doubles(CX.rowSums());
            stream.doubles(CX.rowSquares());
        }
    }

    static String text(Formulation formulation) {
        String added = formulation.added().isEmpty() ? "" : ", added=" + formulation.added();
        return "Program[rank=" + formulation.rank() + ", terms=" + formulation.terms() + ", onW=" + formulation.onW()
                + ", onH=" + formulation.onH() + added + "]";
    }

    static String text(SolverSpec solver) {
        return "SolverSpec[method=" + solver.kind().name() + ", beta=" + solver.beta() + ", momentum="
                + solver.momentum() + ", betaMax=" + solver.betaMax() + ", fixedBeta=" + solver.fixedBeta()
                + ", stepFactor=" + solver.stepFactor() + ", projectStart=" + solver.projectStart() + ", byTheory="
                + solver.byTheory() + "]";
    }

    static String text(StopSpec stop) {
        return "StopSpec[tolerance=" + stop.tolerance() + ", maxIterations=" + stop.maxIterations() + ", maxSeconds="
                + stop.maxSeconds() + "]";
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
