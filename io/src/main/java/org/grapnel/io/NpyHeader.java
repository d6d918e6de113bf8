package org.grapnel.io;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.grapnel.data.DataException;

/**
 * The head of an {@code .npy} file: the magic, the version, and a Python dictionary with type, order and shape. It is
 * believed only after it fits the size of the file.
 *
 * @param fortran the numbers stand column after column instead of row after row
 * @param bytes the length of the head: where the numbers start
 */
record NpyHeader(NpyType type, ByteOrder order, boolean fortran, int rows, int cols, int bytes) {
    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
    private static final int ALIGNMENT = 64;
    private static final int MOST_TEXT = 1 << 16;

    /** The longest row a matrix here can have. */
    private static final int MOST_SIDE = 1 << 27;

    private static final Pattern TYPE = Pattern.compile("'descr'\\s*:\\s*(\\[|'[^']*')");
    private static final Pattern SIMPLE_TYPE = Pattern.compile("'([<>|=])([a-z]\\d)'");
    private static final Pattern FORTRAN = Pattern.compile("'fortran_order'\\s*:\\s*(True|False)");
    private static final Pattern SHAPE = Pattern.compile("'shape'\\s*:\\s*(\\([^)]*\\))");
    private static final Pattern TWO_SIDES = Pattern.compile("\\(\\s*(\\d+)L?\\s*,\\s*(\\d+)L?\\s*,?\\s*\\)");

    /** Reads the head and holds it against the size of the file. */
    static NpyHeader read(InputFile in) throws IOException {
        InputStream content = in.content();
        byte[] start = content.readNBytes(MAGIC.length + 2);
        if (start.length < MAGIC.length + 2 || !Arrays.equals(start, 0, MAGIC.length, MAGIC, 0, MAGIC.length))
            throw new DataException("%s: is not an .npy file: it does not start with \\x93NUMPY", in.name());
        int version = start[MAGIC.length];
        if (version < 1 || version > 3)
            throw new DataException("%s: is .npy version %d.%d, allowed are 1.0 to 3.0", in.name(), version, start[7]);
        int lengthBytes = version == 1 ? 2 : 4;
        byte[] length = Arrays.copyOf(content.readNBytes(lengthBytes), 4);
        long text = ByteBuffer.wrap(length).order(ByteOrder.LITTLE_ENDIAN).getInt() & 0xFFFFFFFFL;
        if (text > MOST_TEXT)
            throw new DataException(
                    "%s: its header is said to have %d bytes, allowed are %d", in.name(), text, MOST_TEXT);
        byte[] dictionary = content.readNBytes((int) text);
        if (dictionary.length < text) throw new DataException("%s: ends inside its header", in.name());
        NpyHeader header = parse(
                in.name(), new String(dictionary, StandardCharsets.UTF_8), start.length + lengthBytes + (int) text);
        header.holdAgainst(in);
        return header;
    }

    private static NpyHeader parse(String file, String dictionary, int bytes) {
        boolean fortran = find(FORTRAN, dictionary, file, "fortran_order").equals("True");
        String type = find(TYPE, dictionary, file, "descr");
        if (type.equals("["))
            throw new DataException("%s: holds records of several fields, allowed are plain numbers", file);
        if (type.contains("O")) throw new DataException("%s: holds pickled Python objects, which are not read", file);
        Matcher simple = SIMPLE_TYPE.matcher(type);
        NpyType numbers = Optional.of(simple)
                .filter(Matcher::matches)
                .flatMap(matched -> NpyType.named(matched.group(2)))
                .orElseThrow(() ->
                        new DataException("%s: holds numbers of type %s, allowed are %s", file, type, NpyType.names()));
        ByteOrder order = simple.group(1).equals(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        String shape = find(SHAPE, dictionary, file, "shape");
        Matcher sides = TWO_SIDES.matcher(shape);
        if (!sides.matches())
            throw new DataException("%s: has the shape %s, a matrix (rows, columns) is needed", file, shape);
        return new NpyHeader(
                numbers, order, fortran, side(file, shape, sides.group(1)), side(file, shape, sides.group(2)), bytes);
    }

    private static String find(Pattern pattern, String dictionary, String file, String key) {
        Matcher matcher = pattern.matcher(dictionary);
        if (!matcher.find())
            throw new DataException(
                    "%s: its header has no usable '%s': %s", file, key, CsvCells.excerpt(dictionary.strip()));
        return matcher.group(1);
    }

    private static int side(String file, String shape, String digits) {
        if (digits.length() > 10 || Long.parseLong(digits) > MOST_SIDE)
            throw new DataException("%s: has the shape %s, allowed are sides up to %d", file, shape, MOST_SIDE);
        return Integer.parseInt(digits);
    }

    private void holdAgainst(InputFile in) {
        long needed = bytes + (long) rows * cols * type.bytes();
        boolean fits = in.isPacked() ? needed <= in.mostBytes() : needed == in.mostBytes();
        if (!fits)
            throw new DataException(
                    "%s: the shape (%d, %d) needs a file of %d bytes, this one %s %d",
                    in.name(), rows, cols, needed, in.isPacked() ? "unpacks to at most" : "has", in.mostBytes());
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
        String dictionary = "{'descr': '<f8', 'fortran_order': False, 'shape': (" + rows + ", " + cols + "), }";
        int before = MAGIC.length + 4;
        int whole = (before + dictionary.length() + 1 + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        String padded = dictionary + " ".repeat(whole - before - dictionary.length() - 1) + "\n";
        return ByteBuffer.allocate(whole)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(MAGIC)
                .put((byte) 1)
                .put((byte) 0)
                .putShort((short) padded.length())
                .put(padded.getBytes(StandardCharsets.ISO_8859_1))
                .array();
    }
}
