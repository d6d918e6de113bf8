package org.grapnel.formats.npy;

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
import org.grapnel.formats.input.Excerpt;
import org.grapnel.formats.input.NumberType;

/**
 * The head of an {@code .npy} array as it stands: the magic, the version, and a Python dictionary with type, order and
 * shape. What of it can be used is for others to say.
 *
 * @param type as in {@code '<f8'}, with its quotes; {@code [} for records
 * @param fortran the numbers stand column after column instead of row after row
 * @param shape with its brackets
 * @param bytes the length of the head: where the numbers start
 */
record NpyArrayHeader(String type, boolean fortran, String shape, int bytes) {
    static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
    private static final int MOST_TEXT = 1 << 16;
    private static final int LONGEST_SHAPE = 1 << 8;

    private static final Pattern TYPE = Pattern.compile("'descr'\\s*:\\s*(\\[|'[^']*')");
    private static final Pattern SIMPLE_TYPE = Pattern.compile("'([<>|=])([a-z]\\d)'");
    private static final Pattern FORTRAN = Pattern.compile("'fortran_order'\\s*:\\s*(True|False)");
    private static final Pattern SHAPE = Pattern.compile("'shape'\\s*:\\s*(\\([^)]*\\))");
    private static final Pattern SIDES = Pattern.compile("\\(\\s*((\\d{1,18}L?\\s*,\\s*)*(\\d{1,18}L?)?)\\s*\\)");

    /** Reads up to where the numbers start; {@code name} is how messages call the array. */
    static NpyArrayHeader read(String name, InputStream content) throws IOException {
        byte[] start = content.readNBytes(MAGIC.length + 2);
        if (start.length < MAGIC.length + 2 || !Arrays.equals(start, 0, MAGIC.length, MAGIC, 0, MAGIC.length))
            throw new DataException("%s: is not an .npy file: it does not start with \\x93NUMPY", name);
        int version = start[MAGIC.length];
        if (version < 1 || version > 3)
            throw new DataException("%s: is .npy version %d.%d, allowed are 1.0 to 3.0", name, version, start[7]);
        int lengthBytes = version == 1 ? 2 : 4;
        byte[] length = Arrays.copyOf(content.readNBytes(lengthBytes), 4);
        long text = ByteBuffer.wrap(length).order(ByteOrder.LITTLE_ENDIAN).getInt() & 0xFFFFFFFFL;
        if (text > MOST_TEXT)
            throw new DataException("%s: its header is said to have %d bytes, allowed are %d", name, text, MOST_TEXT);
        byte[] dictionary = content.readNBytes((int) text);
        if (dictionary.length < text) throw new DataException("%s: ends inside its header", name);
        return parse(name, new String(dictionary, StandardCharsets.UTF_8), start.length + lengthBytes + (int) text);
    }

    private static NpyArrayHeader parse(String name, String dictionary, int bytes) {
        boolean fortran = find(FORTRAN, dictionary, name, "fortran_order").equals("True");
        String type = find(TYPE, dictionary, name, "descr");
        return new NpyArrayHeader(type, fortran, find(SHAPE, dictionary, name, "shape"), bytes);
    }

    private static String find(Pattern pattern, String dictionary, String name, String key) {
        Matcher matcher = pattern.matcher(dictionary);
        if (!matcher.find())
            throw new DataException("%s: its header has no usable '%s': %s", name, key, Excerpt.of(dictionary.strip()));
        return matcher.group(1);
    }

    /** The type of the numbers, or a fault where there are none. */
    NumberType requireNumbers(String name) {
        refuseObjects(name);
        return numbers()
                .orElseThrow(() -> new DataException(
                        "%s: holds numbers of type %s, allowed are %s", name, Excerpt.of(type), NumberType.names()));
    }

    void refuseObjects(String name) {
        if (type.equals("["))
            throw new DataException("%s: holds records of several fields, allowed are plain numbers", name);
        if (type.contains("O"))
            throw new DataException(
                    "%s: holds pickled Python objects, which are not read: they can run any program", name);
    }

    /** The type of the numbers; empty if it holds something else. */
    Optional<NumberType> numbers() {
        Matcher simple = SIMPLE_TYPE.matcher(type);
        return simple.matches() ? NumberType.named(simple.group(2)) : Optional.empty();
    }

    ByteOrder order() {
        return type.startsWith("'>") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    }

    boolean isMatrixOfNumbers() {
        return numbers().isPresent()
                && sides().filter(sides -> sides.length == 2).isPresent();
    }

    /** The lengths of the sides; empty if the shape is none. */
    Optional<long[]> sides() {
        Matcher matcher = SIDES.matcher(shape);
        if (shape.length() > LONGEST_SHAPE || !matcher.matches()) return Optional.empty();
        return Optional.of(Arrays.stream(matcher.group(1).replace("L", "").split(","))
                .map(String::strip)
                .filter(side -> !side.isEmpty())
                .mapToLong(Long::parseLong)
                .toArray());
    }

    /** How many elements there are, or a fault that says why that is not known; more than 2⁶² are not told apart. */
    long count(String name) {
        long[] sides = sides().orElseThrow(
                        () -> new DataException("%s: has the shape %s, which is none", name, Excerpt.of(shape)));
        long count = 1;
        for (long side : sides) {
            if (side == 0) return 0;
            count = count > (1L << 62) / side ? 1L << 62 : count * side;
        }
        return count;
    }
}
