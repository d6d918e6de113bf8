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
 * The head of an {@code .npy} array that is a matrix of numbers. It is believed only after it fits the size of the file.
 *
 * @param fortran the numbers stand column after column instead of row after row
 * @param bytes the length of the head: where the numbers start
 */
record NpyMatrixHeader(NumberType type, ByteOrder order, boolean fortran, int rows, int cols, int bytes) {
    private static final int ALIGNMENT = 64;

    /** The longest row a matrix here can have. */
    static final int MOST_SIDE = 1 << 27;

    private static final Pattern TWO_SIDES = Pattern.compile("\\(\\s*(\\d+)L?\\s*,\\s*(\\d+)L?\\s*,?\\s*\\)");

    /** Reads the head and holds it against the size of the file. */
    static NpyMatrixHeader read(InputFile in) throws IOException {
        NpyMatrixHeader header = of(in.name(), NpyArrayHeader.read(in.name(), in.content()));
        header.holdAgainst(in);
        return header;
    }

    /** The head of a matrix, or a fault that says what the array is instead. */
    static NpyMatrixHeader of(String name, NpyArrayHeader head) {
        NumberType numbers = head.requireNumbers(name);
        Matcher sides = TWO_SIDES.matcher(head.shape());
        if (!sides.matches())
            throw new DataException(
                    "%s: has the shape %s, a matrix (rows, columns) is needed", name, Excerpt.of(head.shape()));
        int rows = side(name, head, sides.group(1));
        int cols = side(name, head, sides.group(2));
        return new NpyMatrixHeader(numbers, head.order(), head.fortran(), rows, cols, head.bytes());
    }

    private static int side(String name, NpyArrayHeader head, String digits) {
        if (digits.length() > 10 || Long.parseLong(digits) > MOST_SIDE)
            throw new DataException(
                    "%s: has the shape %s, allowed are sides up to %d", name, Excerpt.of(head.shape()), MOST_SIDE);
        return Integer.parseInt(digits);
    }

    private void holdAgainst(InputFile in) {
        long needed = bytes + (long) rows * cols * type.bytes();
        boolean fits = in.isGzip() ? needed <= in.maxContentBytes() : needed == in.maxContentBytes();
        if (!fits)
            throw new DataException(
                    "%s: the shape (%d, %d) needs a file of %d bytes, this one %s %d",
                    in.name(), rows, cols, needed, in.isGzip() ? "unpacks to at most" : "has", in.maxContentBytes());
    }

    /** How many lines follow one another in the file: rows, or columns in Fortran's order. */
    int lines() {
        return fortran ? cols : rows;
    }

    /** How many numbers a line has. */
    int lineLength() {
        return fortran ? rows : cols;
    }

    /** The head that NumPy writes for a C-ordered array of little-endian doubles: version 1.0, padded to 64 bytes. */
    static byte[] ofDoubles(int rows, int cols) {
        return ofDoubles(rows + ", " + cols);
    }

    /** The head of an array in Fortran's order: column after column. */
    static byte[] ofColumns(int rows, int cols) {
        return ofDoubles(rows + ", " + cols, true);
    }

    /** The same for any number of sides, as they stand between the brackets. */
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
