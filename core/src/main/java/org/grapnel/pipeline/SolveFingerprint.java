package org.grapnel.pipeline;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.grapnel.Spec;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.linalg.Matrix;
import org.grapnel.model.Problem;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.start.Start;

/**
 * Which solve of a run this is, by all that its bits depend on: the data, the graph, the program, the start, the solver, its rules and the kernel.
 * Of X and L it takes sums over their rows, which tell apart what one run can have; that the data of two runs are the same is for whoever
 * continues one to see.
 */
public final class SolveFingerprint {
    private SolveFingerprint() {}

    public static String compute(ExecutionContext context, Problem problem, Spec spec, Start.StartPoint start) {
        MessageDigest digest = sha256();
        try (OutputStream out = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
            StateStream ledger = StateStream.writeTo(out);
            Matrix X = problem.X();
            ledger.intValue(X.rows());
            ledger.intValue(X.cols());
            ledger.doubles(X.rowSums()); // squares alone are all 1 where features have unit length
            ledger.doubles(X.rowSquares());
            problem.laplacian().ifPresent(L -> ledger.doubles(L.matrix().rowSquares()));
            ledger.string(problem.formulation().toString());
            ledger.string(spec.solver().toString());
            ledger.string(spec.stop().toString());
            ledger.string(context.kernelName());
            ledger.matrix(start.W());
            ledger.matrix(start.Ht());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
