package org.grapnel.formats.parquet;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.grapnel.data.DataException;

/** Unpacks integers of a few bits each, the lowest bit first, as Parquet packs them. */
final class BitUnpacker {
    private final ByteBuffer bytes;
    private long waiting;
    private int count;

    /** Reads from the current position of the bytes. */
    BitUnpacker(ByteBuffer bytes) {
        this.bytes = bytes;
    }

    /** Returns the next number of 0 to 64 bits. */
    long next(int bits) {
        if (bits > 32) return next(32) | next(bits - 32) << 32;
        while (count < bits) {
            waiting |= (bytes.get() & 0xFFL) << count;
            count += 8;
        }
        long number = waiting & ((1L << bits) - 1);
        waiting >>>= bits;
        count -= bits;
        return number;
    }

    /**
     * Decodes runs of one number and stretches of packed numbers. The lowest bit of each header tells which, the rest
     * how many.
     *
     * @param bits the bits of a number, 0 to 32
     * @param count the number of numbers
     */
    static void hybrid(ByteBuffer bytes, int bits, int count, int[] into) {
        if (bits < 0 || bits > 32) throw new DataException("numbers of %d bits", bits);
        if (bits == 0) {
            Arrays.fill(into, 0, count, 0);
            return;
        }
        for (int at = 0; at < count; ) {
            long header = CompactThriftReader.varint(bytes);
            long length = header >>> 1;
            if ((header & 1) == 0) {
                int value = 0;
                for (int b = 0; b < bits; b += 8) value |= (bytes.get() & 0xFF) << b;
                int end = (int) Math.min(count, at + length);
                if (length == 0) throw new DataException("a run of length 0");
                Arrays.fill(into, at, end, value);
                at = end;
            } else {
                long wide = Math.min(length, 1L << 28) * bits; // groups of 8 numbers, so this is a number of bytes
                int next = (int) Math.min(bytes.limit(), bytes.position() + wide);
                int end = (int) Math.min(count, at + 8 * Math.min(length, 1L << 28));
                if (length == 0) throw new DataException("a stretch of length 0");
                BitUnpacker unpacker = new BitUnpacker(bytes);
                for (; at < end; at++) into[at] = (int) unpacker.next(bits);
                bytes.position(Math.max(next, bytes.position()));
            }
        }
    }

    /** Decodes differences in blocks. Each block stores its smallest difference and packs the excess of the others. */
    static long[] deltas(ByteBuffer bytes, int count) {
        long block = CompactThriftReader.varint(bytes);
        long parts = CompactThriftReader.varint(bytes);
        long total = CompactThriftReader.varint(bytes);
        long value = zigzag(bytes);
        if (parts < 1 || block < 1 || block > 1 << 20 || block % parts != 0 || block / parts % 8 != 0)
            throw new DataException("blocks of %d numbers in %d parts", block, parts);
        if (total != count) throw new DataException("%d numbers are packed, expected %d", total, count);
        long[] values = new long[count];
        int at = 0;
        if (count > 0) values[at++] = value;
        while (at < count) {
            long least = zigzag(bytes);
            byte[] bits = new byte[(int) parts];
            bytes.get(bits);
            for (int part = 0; part < parts && at < count; part++) {
                if (bits[part] < 0 || bits[part] > 64) throw new DataException("differences of %d bits", bits[part]);
                BitUnpacker unpacker = new BitUnpacker(bytes);
                for (long left = block / parts; left > 0; left--) {
                    long more = unpacker.next(bits[part]); // the last part is padded
                    if (at < count) values[at++] = value += least + more;
                }
            }
        }
        return values;
    }

    private static long zigzag(ByteBuffer bytes) {
        long number = CompactThriftReader.varint(bytes);
        return number >>> 1 ^ -(number & 1);
    }
}
