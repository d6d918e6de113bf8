package org.grapnel;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.Ledger;
import org.grapnel.linalg.Matrix;
import org.grapnel.model.Problem;
import org.grapnel.solve.Start;

/**
 * Which solve of a run this is, by all that its bits depend on: the data, the graph, the program, the start, the solver, its rules and the kernel.
 * Of X and L it takes sums over their rows, which tell apart what one run can have; that the data of two runs are the same is for whoever
 * continues one to see.
 */
final class SolveKey {
    private SolveKey() {}

    static String of(Compute on, Problem problem, Spec spec, Start.Point start) {
        MessageDigest digest = sha256();
        try (OutputStream out = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
            Ledger ledger = Ledger.to(out);
            Matrix X = problem.X();
            ledger.count(X.rows());
            ledger.count(X.cols());
            ledger.numbers(X.rowSums()); // squares alone are all 1 where features have unit length
            ledger.numbers(X.rowSquares());
            problem.laplacian().ifPresent(L -> ledger.numbers(L.matrix().rowSquares()));
            ledger.text(problem.program().toString());
            ledger.text(spec.solver().toString());
            ledger.text(spec.stop().toString());
            ledger.text(on.kernelName());
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
