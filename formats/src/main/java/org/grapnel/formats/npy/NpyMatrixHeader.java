package org.grapnel.formats.npy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.grapnel.data.DataException;
import org.grapnel.formats.input.Excerpt;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.input.NumberType;

/**
 * The header of an {@code .npy} array that is a matrix of numbers. It is checked against the size of the file before
 * memory is allocated.
 *
 * @param fortran whether the numbers are stored column by column instead of row by row
 * @param bytes the length of the header: where the numbers start
 */
record NpyMatrixHeader(NumberType type, ByteOrder order, boolean fortran, int rows, int cols, int bytes) {
    private static final int ALIGNMENT = 64;

    /** The longest side of a matrix. */
    static final int MAX_SIDE = 1 << 27;

    private static final Pattern TWO_SIDES = Pattern.compile("\\(\\s*(\\d+)L?\\s*,\\s*(\\d+)L?\\s*,?\\s*\\)");

    /** Reads the header and checks it against the size of the file. */
    static NpyMatrixHeader read(InputFile in) throws IOException {
        NpyMatrixHeader header = of(in.name(), NpyArrayHeader.read(in.name(), in.content()));
        header.requireSize(in);
        return header;
    }

    /** Converts the header; throws if the array is not a matrix of numbers. */
    static NpyMatrixHeader of(String name, NpyArrayHeader head) {
        NumberType numbers = head.requireNumbers(name);
        Matcher sides = TWO_SIDES.matcher(head.shape());
        if (!sides.matches())
            throw new DataException(
                    "%s: has the shape %s; a matrix (rows, columns) is needed", name, Excerpt.of(head.shape()));
        int rows = side(name, head, sides.group(1));
        int cols = side(name, head, sides.group(2));
        return new NpyMatrixHeader(numbers, head.order(), head.fortran(), rows, cols, head.bytes());
    }

    private static int side(String name, NpyArrayHeader head, String digits) {
        if (digits.length() > 10 || Long.parseLong(digits) > MAX_SIDE)
            throw new DataException(
                    "%s: has the shape %s; a side may be at most %d", name, Excerpt.of(head.shape()), MAX_SIDE);
        return Integer.parseInt(digits);
    }

    private void requireSize(InputFile in) {
        long needed = bytes + (long) rows * cols * type.bytes();
        boolean fits = in.isGzip() ? needed <= in.maxContentBytes() : needed == in.maxContentBytes();
        if (!fits)
            throw new DataException(
                    "%s: the shape (%d, %d) needs a file of %d bytes; this one %s %d",
                    in.name(),
                    rows,
                    cols,
                    needed,
                    in.isGzip() ? "decompresses to at most" : "has",
                    in.maxContentBytes());
    }

    /** The number of lines in the file: rows, or columns in Fortran order. */
    int lines() {
        return fortran ? cols : rows;
    }

    /** The number of numbers in a line. */
    int lineLength() {
        return fortran ? rows : cols;
    }

    /** The header that NumPy writes for a C-ordered array of little-endian doubles: version 1.0, padded to 64 bytes. */
    static byte[] ofDoubles(int rows, int cols) {
        return ofDoubles(rows + ", " + cols);
    }

    /** The header of an array in Fortran order: column by column. */
    static byte[] ofColumns(int rows, int cols) {
        return ofDoubles(rows + ", " + cols, true);
    }

    /** The header for any number of sides, given as the text between the parentheses. */
    static byte[] ofDoubles(String sides) {
        return ofDoubles(sides, false);
    }

    private static byte[] ofDoubles(String sides, boolean fortran) {
        String order = fortran ? "True" : "False";
        String dictionary = "{'descr': '<f8', 'fortran_order': " + order + ", 'shape': (" + sides + "), }";
        int before = NpyArrayHeader.MAGIC.length + 4;
        int whole = (before + dictionary.length() + 1 + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        String padded = dictionary + " ".repeat(whole - before - dictionary.length() - 1) + "\n";
        return ByteBuffer.allocate(whole)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(NpyArrayHeader.MAGIC)
                .put((byte) 1)
                .put((byte) 0)
                .putShort((short) padded.length())
                .put(padded.getBytes(StandardCharsets.ISO_8859_1))
                .array();
    }
}
