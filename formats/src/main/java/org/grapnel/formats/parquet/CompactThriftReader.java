package org.grapnel.formats.parquet;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.grapnel.data.DataException;

/**
 * Reads Thrift's compact protocol, in which Parquet stores its metadata: structs of numbered fields, and integers as
 * zigzag varints. The caller takes the fields it knows; the others are skipped. Lists grow with the elements that are
 * present, not with the announced number.
 */
final class CompactThriftReader {
    private static final int TRUE = 1;
    private static final int FALSE = 2;
    private static final int BYTE = 3;
    private static final int I16 = 4;
    private static final int I64 = 6;
    private static final int DOUBLE = 7;
    private static final int BINARY = 8;
    private static final int LIST = 9;
    private static final int SET = 10;
    private static final int MAP = 11;
    private static final int STRUCT = 12;
    private static final int UUID = 13;
    private static final int TAKEN = -1;
    private static final int MAX_DEPTH = 64;

    private final ByteBuffer bytes;
    private int type = STRUCT;
    private int depth;

    /** Reads a struct from the current position of the bytes. */
    CompactThriftReader(ByteBuffer bytes) {
        this.bytes = bytes;
    }

    /** Takes the field with this number, or leaves it. */
    interface ThriftField {
        void read(int id);
    }

    /** Takes the value as a struct. */
    void struct(ThriftField field) {
        take(STRUCT);
        if (++depth > MAX_DEPTH) throw new DataException("structs are nested more than %d deep", MAX_DEPTH);
        int id = 0;
        for (int header = bytes.get() & 0xFF; header != 0; header = bytes.get() & 0xFF) {
            int step = header >>> 4;
            id = step == 0 ? (short) zigzag() : id + step;
            type = header & 0xF;
            field.read(id);
            if (type != TAKEN) skip(type);
        }
        depth--;
        type = TAKEN;
    }

    /** Takes the value as a list. The caller must take each element. */
    void list(Runnable element) {
        take(LIST);
        int header = bytes.get() & 0xFF;
        int elements = header & 0xF;
        for (long left = size(header); left > 0; left--) {
            type = elements;
            element.run();
        }
        type = TAKEN;
    }

    /** Takes the value as an integer. */
    long number() {
        if (type < BYTE || type > I64) throw new DataException("expected a number, found type %d", type);
        boolean isByte = type == BYTE;
        type = TAKEN;
        return isByte ? bytes.get() : zigzag();
    }

    /** Takes the value as an integer that fits an int. */
    int integer() {
        long number = number();
        if (number != (int) number) throw new DataException("the number %d is out of range", number);
        return (int) number;
    }

    boolean flag() {
        if (type != TRUE && type != FALSE) throw new DataException("expected true or false, found type %d", type);
        boolean flag = type == TRUE;
        type = TAKEN;
        return flag;
    }

    String text() {
        take(BINARY);
        byte[] text = new byte[length()];
        bytes.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }

    private void take(int expected) {
        if (type != expected) throw new DataException("expected type %d, found type %d", expected, type);
        type = TAKEN;
    }

    private long size(int header) {
        return header >>> 4 == 15 ? varint() : header >>> 4;
    }

    /** The length of a text, at most the bytes left. */
    private int length() {
        long length = varint();
        if (length < 0 || length > bytes.remaining())
            throw new DataException("a text of %d bytes, but only %d are left", length, bytes.remaining());
        return (int) length;
    }

    private void skip(int unwanted) {
        if (++depth > MAX_DEPTH) throw new DataException("values are nested more than %d deep", MAX_DEPTH);
        switch (unwanted) {
            case TRUE, FALSE -> {}
            case BYTE -> move(1);
            case I16, 5, I64 -> varint();
            case DOUBLE -> move(8);
            case UUID -> move(16);
            case BINARY -> move(length());
            case LIST, SET -> skipList();
            case MAP -> skipMap();
            case STRUCT -> {
                type = STRUCT;
                struct(id -> {});
            }
            default -> throw new DataException("unknown type %d", unwanted);
        }
        depth--;
    }

    private void skipList() {
        int header = bytes.get() & 0xFF;
        for (long left = size(header); left > 0; left--) skipElement(header & 0xF);
    }

    private void skipMap() {
        long left = varint();
        if (left == 0) return;
        int types = bytes.get() & 0xFF;
        for (; left > 0; left--) {
            skipElement(types >>> 4);
            skipElement(types & 0xF);
        }
    }

    /** In a list, unlike in a field, true and false take a byte of their own. */
    private void skipElement(int unwanted) {
        if (unwanted == TRUE || unwanted == FALSE) move(1);
        else skip(unwanted);
    }

    private void move(int count) {
        if (count > bytes.remaining()) throw new DataException("ends too early");
        bytes.position(bytes.position() + count);
    }

    private long zigzag() {
        long number = varint();
        return number >>> 1 ^ -(number & 1);
    }

    private long varint() {
        return varint(bytes);
    }

    /** Reads seven bits per byte, the lowest first. The highest bit of each byte tells whether more follow. */
    static long varint(ByteBuffer bytes) {
        long number = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            byte next = bytes.get();
            number |= (next & 0x7FL) << shift;
            if (next >= 0) return number;
        }
        throw new DataException("a number of more than ten bytes");
    }
}
