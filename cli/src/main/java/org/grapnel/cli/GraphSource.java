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
import org.grapnel.graph.Graph;
import org.grapnel.io.GraphFiles;

/** A graph over the samples with the file that it came from: as it was named, and its SHA-256. */
record GraphSource(Graph graph, String path, String sha256) {
    static GraphSource read(Path file, int samples) {
        return new GraphSource(GraphFiles.read(file, samples), file.toString(), sha256(file));
    }

    GraphSource named(String other) {
        return new GraphSource(graph, other, sha256);
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
