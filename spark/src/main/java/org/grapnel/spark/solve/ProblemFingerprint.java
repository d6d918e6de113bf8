package org.grapnel.spark.solve;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Consumer;
import org.grapnel.Spec;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.model.Formulation;
import org.grapnel.model.JointConstants;
import org.grapnel.solve.start.GroupRows;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.data.SampleGroups;
import org.grapnel.spark.graph.SparkLaplacian;
import org.grapnel.spark.graph.SparkNormalizedAdjacency;

/**
 * Identifies one solve by what its bits depend on: data, partitions, graph, formulation, start, solver and stop rules.
 *
 * <p>X enters by the squares of its rows and its sum. The graph enters by sums of its partitions or by its norm, groups by a hash of the labels of
 * every partition. That two runs have the same data is checked elsewhere.
 */
final class ProblemFingerprint {
    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

    private ProblemFingerprint() {}

    /** Identifies a joint factorisation. */
    static String compute(
            Panels X,
            SparkNormalizedAdjacency S,
            JointConstants constants,
            SampleGroups start,
            GroupRows rows,
            Spec spec) {
        return compute(X, spec, stream -> {
            stream.doubles(S.partitionSquares());
            stream.longValue(S.entries());
            stream.string(constants.toString());
            stream.string(rows.toString());
            stream.intValue(start.clusters());
            for (long hash : start.labels().map(ProblemFingerprint::hash).collect()) stream.longValue(hash);
        });
    }

    /** Identifies a solve of the paper's solvers from the random start of the spec's seed. */
    static String compute(Panels X, Optional<SparkLaplacian> L, Formulation formulation, Spec spec) {
        return compute(X, spec, stream -> {
            stream.doubleValue(L.map(SparkLaplacian::norm).orElse(0.0));
            stream.longValue(L.map(SparkLaplacian::rowsShipped).orElse(0L));
            stream.string(formulation.toString());
            stream.longValue(spec.seed());
        });
    }

    private static String compute(Panels X, Spec spec, Consumer<StateStream> rest) {
        MessageDigest digest = sha256();
        try (OutputStream out = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
            StateStream stream = StateStream.writeTo(out);
            stream.intValue(X.features());
            for (int offset : X.offsets()) stream.intValue(offset);
            stream.doubles(X.rowSquares());
            stream.doubleValue(X.sum());
            stream.longValue(X.nonZeros());
            stream.string(spec.solver().toString());
            stream.string(spec.stop().toString());
            rest.accept(stream);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static long hash(int[] labels) {
        long hash = labels.length;
        for (int label : labels) {
            hash = (hash ^ label) * MULTIPLIER;
            hash ^= hash >>> 32;
        }
        return hash;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
