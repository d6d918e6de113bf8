package org.grapnel.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import org.grapnel.graph.Graph;
import org.grapnel.graph.KnnGraph;
import org.grapnel.io.GraphFiles;

/**
 * A graph over the samples, and where it came from.
 *
 * @param path the file, as it was named, where it is the user's; its SHA-256 follows
 * @param built how it was built from the data, where it was
 */
record GraphSource(Graph graph, Optional<String> path, Optional<String> sha256, Optional<KnnGraph> built) {
    static GraphSource read(Path file, int samples) {
        return new GraphSource(
                GraphFiles.read(file, samples),
                Optional.of(file.toString()),
                Optional.of(sha256(file)),
                Optional.empty());
    }

    static GraphSource of(KnnGraph built) {
        return new GraphSource(built.graph(), Optional.empty(), Optional.empty(), Optional.of(built));
    }

    private static String sha256(Path file) {
        try (DigestInputStream in =
                new DigestInputStream(Files.newInputStream(file), MessageDigest.getInstance("SHA-256"))) {
            in.transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(in.getMessageDigest().digest());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
