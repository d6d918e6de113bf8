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
 * The header of an {@code .npy} array: a Python dictionary with type, order and shape. Which types and shapes are
 * usable is checked later.
 *
 * @param type the type in quotes, as in {@code '<f8'}; {@code [} for records
 * @param fortran whether the numbers are stored column by column instead of row by row
 * @param shape the shape in parentheses
 * @param bytes the length of the header: where the numbers start
 */
record NpyArrayHeader(String type, boolean fortran, String shape, int bytes) {
    static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
    private static final int MAX_HEADER_BYTES = 1 << 16;
    private static final int MAX_SHAPE_LENGTH = 1 << 8;

    private static final Pattern TYPE = Pattern.compile("'descr'\\s*:\\s*(\\[|'[^']*')");
    private static final Pattern SIMPLE_TYPE = Pattern.compile("'([<>|=])([a-z]\\d)'");
    private static final Pattern FORTRAN = Pattern.compile("'fortran_order'\\s*:\\s*(True|False)");
    private static final Pattern SHAPE = Pattern.compile("'shape'\\s*:\\s*(\\([^)]*\\))");
    private static final Pattern SIDES = Pattern.compile("\\(\\s*((\\d{1,18}L?\\s*,\\s*)*(\\d{1,18}L?)?)\\s*\\)");

    /** Reads the header; {@code name} is for messages. */
    static NpyArrayHeader read(String name, InputStream content) throws IOException {
        byte[] start = content.readNBytes(MAGIC.length + 2);
        if (start.length < MAGIC.length + 2 || !Arrays.equals(start, 0, MAGIC.length, MAGIC, 0, MAGIC.length))
            throw new DataException("%s: is not an .npy file: it does not start with \\x93NUMPY", name);
        int version = start[MAGIC.length];
        if (version < 1 || version > 3)
            throw new DataException("%s: has .npy version %d.%d; supported are 1.0 to 3.0", name, version, start[7]);
        int lengthBytes = version == 1 ? 2 : 4;
        byte[] length = Arrays.copyOf(content.readNBytes(lengthBytes), 4);
        long text = ByteBuffer.wrap(length).order(ByteOrder.LITTLE_ENDIAN).getInt() & 0xFFFFFFFFL;
        if (text > MAX_HEADER_BYTES)
            throw new DataException(
                    "%s: announces a header of %d bytes; at most %d are allowed", name, text, MAX_HEADER_BYTES);
        byte[] dictionary = content.readNBytes((int) text);
        if (dictionary.length < text) throw new DataException("%s: ends inside the header", name);
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
            throw new DataException("%s: the header has no usable '%s': %s", name, key, Excerpt.of(dictionary.strip()));
        return matcher.group(1);
    }

    /** Returns the type of the numbers; throws if the array holds something else. */
    NumberType requireNumbers(String name) {
        refuseObjects(name);
        return numbers()
                .orElseThrow(() -> new DataException(
                        "%s: holds numbers of type %s; supported are %s", name, Excerpt.of(type), NumberType.names()));
    }

    void refuseObjects(String name) {
        if (type.equals("["))
            throw new DataException("%s: holds records of several fields; only plain numbers are supported", name);
        if (type.contains("O"))
            throw new DataException(
                    "%s: holds pickled Python objects; they are refused because they can run any program", name);
    }

    /** The type of the numbers; empty if the array holds something else. */
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

    /** The lengths of the sides; empty if the shape cannot be parsed. */
    Optional<long[]> sides() {
        Matcher matcher = SIDES.matcher(shape);
        if (shape.length() > MAX_SHAPE_LENGTH || !matcher.matches()) return Optional.empty();
        return Optional.of(Arrays.stream(matcher.group(1).replace("L", "").split(","))
                .map(String::strip)
                .filter(side -> !side.isEmpty())
                .mapToLong(Long::parseLong)
                .toArray());
    }

    /** The number of elements, at most 2⁶²; throws if the shape cannot be parsed. */
    long count(String name) {
        long[] sides =
                sides().orElseThrow(() -> new DataException("%s: has an invalid shape %s", name, Excerpt.of(shape)));
        long count = 1;
        for (long side : sides) {
            if (side == 0) return 0;
            count = count > (1L << 62) / side ? 1L << 62 : count * side;
        }
        return count;
    }
}
