package org.grapnel.formats.parquet;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.grapnel.data.DataException;
import org.grapnel.formats.input.ExactIntegers;

/** Decodes the values of a column, in every encoding of the format: into texts for a text column, else into numbers. */
final class ParquetValueDecoder {
    static final int PLAIN = 0;
    static final int PLAIN_DICTIONARY = 2;
    static final int RLE = 3;
    static final int DELTA_BINARY_PACKED = 5;
    static final int DELTA_LENGTH_BYTE_ARRAY = 6;
    static final int DELTA_BYTE_ARRAY = 7;
    static final int RLE_DICTIONARY = 8;
    static final int BYTE_STREAM_SPLIT = 9;

    /** The total length of prefix-encoded texts that is always allowed. */
    private static final long FREE_TEXT_BYTES = 1 << 24;

    /** The total length that is allowed beyond that, as a multiple of the stored bytes. */
    private static final long MAX_TEXT_RATIO = 64;

    /** The most bytes of a decimal. The format allows 32; converting takes quadratic time. */
    private static final int MAX_DECIMAL_BYTES = 256;

    private final ParquetColumn column;
    private double[] numbers = new double[0];
    private String[] texts = new String[0];
    private double[] numberDictionary = new double[0];
    private String[] textDictionary = new String[0];
    private int[] codes = new int[0];

    ParquetValueDecoder(ParquetColumn column) {
        this.column = column;
    }

    /** Value i of the last page as a number. */
    double number(int i) {
        return numbers[i];
    }

    /** Value i of the last page as a text. */
    String text(int i) {
        return texts[i];
    }

    void dictionary(ByteBuffer in, int encoding, int count) {
        if (encoding != PLAIN && encoding != PLAIN_DICTIONARY)
            throw new DataException("a dictionary in encoding %d", encoding);
        decode(in, PLAIN, count);
        if (column.isText()) textDictionary = Arrays.copyOf(texts, count);
        else numberDictionary = Arrays.copyOf(numbers, count);
    }

    /** Decodes this many values, which are then {@link #number} or {@link #text} 0 to count − 1. */
    void decode(ByteBuffer in, int encoding, int count) {
        if (encoding == PLAIN_DICTIONARY || encoding == RLE_DICTIONARY) lookUp(in, count);
        else if (column.isBytes()) interpret(slices(in, encoding, count));
        else decodeNumbers(in, encoding, count);
    }

    private void lookUp(ByteBuffer in, int count) {
        if (codes.length < count) codes = new int[count];
        BitUnpacker.hybrid(in, count == 0 ? 0 : in.get(), count, codes);
        ensureCapacity(count);
        int size = column.isText() ? textDictionary.length : numberDictionary.length;
        for (int i = 0; i < count; i++) {
            int code = codes[i];
            if (code < 0 || code >= size)
                throw new DataException("entry %d is outside the dictionary of %d", code, size);
            if (column.isText()) texts[i] = textDictionary[code];
            else numbers[i] = numberDictionary[code];
        }
    }

    private void ensureCapacity(int count) {
        if (column.isText() && texts.length < count) texts = new String[count];
        if (!column.isText() && numbers.length < count) numbers = new double[count];
    }

    private void decodeNumbers(ByteBuffer in, int encoding, int count) {
        boolean isInteger = column.type() == ParquetColumn.INT32 || column.type() == ParquetColumn.INT64;
        if (encoding == DELTA_BINARY_PACKED && isInteger) {
            long[] values = BitUnpacker.deltas(in, count);
            ensureCapacity(count);
            boolean narrow = column.type() == ParquetColumn.INT32; // its differences may have overflowed
            for (int i = 0; i < count; i++) numbers[i] = integer(narrow ? (int) values[i] : values[i]);
        } else if (encoding == RLE && column.type() == ParquetColumn.BOOLEAN) {
            if (codes.length < count) codes = new int[count];
            BitUnpacker.hybrid(part(in, in.getInt()), 1, count, codes);
            ensureCapacity(count);
            for (int i = 0; i < count; i++) numbers[i] = codes[i];
        } else {
            plain(encoding == PLAIN ? in : joinStreams(in, encoding, count), count);
        }
    }

    private void plain(ByteBuffer in, int count) {
        if (column.type() == ParquetColumn.BOOLEAN) {
            require(in, (count + 7) / 8);
            ensureCapacity(count);
            BitUnpacker bits = new BitUnpacker(in);
            for (int i = 0; i < count; i++) numbers[i] = bits.next(1);
            return;
        }
        require(in, (long) count * column.width());
        ensureCapacity(count);
        for (int i = 0; i < count; i++) {
            numbers[i] = switch (column.type()) {
                case ParquetColumn.INT32 -> integer(in.getInt());
                case ParquetColumn.INT64 -> integer(in.getLong());
                case ParquetColumn.FLOAT -> in.getFloat();
                case ParquetColumn.DOUBLE -> in.getDouble();
                default -> throw new DataException("values of type %d", column.type());
            };
        }
    }

    /**
     * Converts the byte-stream-split encoding, which stores first all first bytes, then all second bytes, …, to the
     * plain one.
     */
    private ByteBuffer joinStreams(ByteBuffer in, int encoding, int count) {
        int width = column.width();
        if (encoding != BYTE_STREAM_SPLIT || width == 0)
            throw new DataException("unsupported encoding %d of values of type %d", encoding, column.type());
        require(in, (long) count * width);
        byte[] bytes = new byte[count * width];
        for (int b = 0; b < width; b++) for (int i = 0; i < count; i++) bytes[i * width + b] = in.get();
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private byte[][] slices(ByteBuffer in, int encoding, int count) {
        if (encoding == DELTA_LENGTH_BYTE_ARRAY) return cut(in, BitUnpacker.deltas(in, count));
        if (encoding == DELTA_BYTE_ARRAY) {
            long left = Math.max(FREE_TEXT_BYTES, MAX_TEXT_RATIO * in.remaining());
            long[] same = BitUnpacker.deltas(in, count);
            byte[][] values = cut(in, BitUnpacker.deltas(in, count));
            for (int i = 0; i < count; i++) {
                values[i] = i == 0 ? values[i] : withPrefix(values[i - 1], same[i], values[i]);
                left -= values[i].length;
                if (left < 0) throw new DataException("texts that share prefixes too often");
            }
            return values;
        }
        boolean fixed = column.type() == ParquetColumn.FIXED;
        require(in, (long) count * (fixed ? column.length() : Integer.BYTES));
        ByteBuffer from = encoding == PLAIN ? in : joinStreams(in, encoding, count);
        byte[][] values = new byte[count][];
        for (int i = 0; i < count; i++) values[i] = slice(from, fixed ? column.length() : from.getInt());
        return values;
    }

    private static byte[] withPrefix(byte[] before, long same, byte[] rest) {
        if (same < 0 || same > before.length)
            throw new DataException("a prefix of %d bytes, but the previous text has %d", same, before.length);
        byte[] value = Arrays.copyOf(before, Math.addExact((int) same, rest.length));
        System.arraycopy(rest, 0, value, (int) same, rest.length);
        return value;
    }

    private static byte[][] cut(ByteBuffer in, long[] lengths) {
        byte[][] values = new byte[lengths.length][];
        for (int i = 0; i < lengths.length; i++) values[i] = slice(in, lengths[i]);
        return values;
    }

    private static byte[] slice(ByteBuffer in, long length) {
        require(in, length);
        byte[] value = new byte[(int) length];
        in.get(value);
        return value;
    }

    private void interpret(byte[][] values) {
        ensureCapacity(values.length);
        for (int i = 0; i < values.length; i++) {
            switch (column.meaning()) {
                case TEXT -> texts[i] = text(values[i]);
                case HALF -> numbers[i] = half((values[i][1] & 0xFF) << 8 | (values[i][0] & 0xFF));
                case DECIMAL -> numbers[i] = decimal(values[i]);
                default -> throw new DataException("values that are neither numbers nor text");
            }
        }
    }

    private double decimal(byte[] digits) {
        if (digits.length > MAX_DECIMAL_BYTES)
            throw new DataException("a decimal of %d bytes; at most %d are allowed", digits.length, MAX_DECIMAL_BYTES);
        return new BigDecimal(new BigInteger(digits), column.scale()).doubleValue();
    }

    private static String text(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new DataException("text that is not UTF-8", e);
        }
    }

    /** Converts an IEEE 754 binary16: 1 bit sign, 5 bits exponent, 10 bits fraction. */
    static double half(int bits) {
        int exponent = bits >>> 10 & 0x1F;
        int fraction = bits & 0x3FF;
        double size = exponent == 0x1F
                ? (fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN)
                : exponent == 0 ? Math.scalb(fraction, -24) : Math.scalb(1024 + fraction, exponent - 25);
        return (bits & 0x8000) == 0 ? size : -size;
    }

    private double integer(long stored) {
        long number = stored;
        if (column.meaning() == ParquetColumn.ParquetMeaning.UNSIGNED) {
            if (column.type() == ParquetColumn.INT32) number &= 0xFFFFFFFFL;
            else if (number < 0) throw ExactIntegers.inexact(Long.toUnsignedString(number));
        }
        if (column.scale() > 0)
            return BigDecimal.valueOf(number, column.scale()).doubleValue();
        return ExactIntegers.toDouble(number);
    }

    /** Returns the next bytes as a buffer of their own. */
    static ByteBuffer part(ByteBuffer in, int length) {
        require(in, length);
        ByteBuffer part = in.slice(in.position(), length).order(ByteOrder.LITTLE_ENDIAN);
        in.position(in.position() + length);
        return part;
    }

    private static void require(ByteBuffer in, long bytes) {
        if (bytes < 0 || bytes > in.remaining())
            throw new DataException("%d bytes are needed, but %d are left", bytes, in.remaining());
    }
}
