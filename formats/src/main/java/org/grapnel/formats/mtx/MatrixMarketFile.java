package org.grapnel.formats.mtx;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.grapnel.formats.input.CoordinateBuffer;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.output.OutputFile;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.Preconditions;

/** Reads and writes Matrix Market files ({@code .mtx}). */
public final class MatrixMarketFile {
    private MatrixMarketFile() {}

    /** Reads a matrix. A symmetric one gets its other half. */
    public static SparseMatrix read(Path file) {
        return InputFile.read(file, in -> {
            MatrixMarketParser text = new MatrixMarketParser(in, OptionalInt.empty());
            return text.entries().toMatrix(text.rows(), text.cols());
        });
    }

    /** Reads a symmetric adjacency matrix. */
    public static Graph readGraph(Path file) {
        return readGraph(file, OptionalInt.empty());
    }

    /**
     * Reads an adjacency matrix over this many samples. A file of another size is refused before its entries are read.
     */
    public static Graph readGraph(Path file, OptionalInt samples) {
        return InputFile.read(file, in -> readGraph(in, samples));
    }

    public static Graph readGraph(InputFile in, OptionalInt samples) throws IOException {
        MatrixMarketParser text = new MatrixMarketParser(in, samples);
        CoordinateBuffer entries = text.entries().requireWeights();
        return Graph.of(entries.toMatrix(text.rows(), text.cols()), in.name());
    }

    /** Writes a symmetric matrix as {@code coordinate real symmetric}: the lower triangle in full precision. */
    public static void write(Path file, SparseMatrix A) throws IOException {
        int entries = requireSymmetric(A);
        try (Writer out =
                new BufferedWriter(new OutputStreamWriter(OutputFile.open(file), StandardCharsets.US_ASCII))) {
            out.write(symmetricHeader(A.rows(), entries));
            for (int i = 0; i < A.rows(); i++) {
                StringBuilder lines = new StringBuilder();
                int row = i;
                A.forEachInRow(i, (j, value) -> {
                    if (j <= row)
                        lines.append(row + 1)
                                .append(' ')
                                .append(j + 1)
                                .append(' ')
                                .append(value)
                                .append('\n');
                });
                out.append(lines);
            }
        }
    }

    /** Returns the first lines of a symmetric matrix; lines {@code row column value} of its lower triangle follow, counted from 1. */
    public static String symmetricHeader(int size, long entries) {
        return "%%MatrixMarket matrix coordinate real symmetric\n" + size + " " + size + " " + entries + "\n";
    }

    /** Returns the number of entries of the lower triangle. */
    private static int requireSymmetric(SparseMatrix A) {
        Preconditions.require(A.rows() == A.cols(), "a matrix of %d × %d is not symmetric", A.rows(), A.cols());
        int[] lower = {0};
        for (int i = 0; i < A.rows(); i++) {
            int row = i;
            A.forEachInRow(i, (j, value) -> {
                double back = A.get(j, row);
                Preconditions.require(
                        !CoordinateBuffer.differ(value, back),
                        "not symmetric: (%d, %d) is %s and (%d, %d) is %s",
                        row,
                        j,
                        value,
                        j,
                        row,
                        back);
                if (j <= row) lower[0]++;
            });
        }
        return lower[0];
    }
}
