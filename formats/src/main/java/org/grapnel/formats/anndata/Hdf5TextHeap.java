package org.grapnel.formats.anndata;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * The texts of an HDF5 file, in global heaps: collections of at least 4096 bytes with numbered objects [HDF5 format, III.E].
 * The texts of attributes, which repeat, are stored once.
 */
final class Hdf5TextHeap {
    private static final int SMALLEST = 4096;
    private static final int HEADER = 16;
    private static final Entry EMPTY = new Entry(0, 0, 0);

    /** The place of a text: its length in bytes, the address of its heap, and its number there. */
    record Entry(int length, long heap, int index) {}

    private final Hdf5Writer file;
    private final Map<String, Entry> repeated = new HashMap<>();
    private ByteBuffer open = ByteBuffer.allocate(0);
    private long address;
    private int objects;

    Hdf5TextHeap(Hdf5Writer file) {
        this.file = file;
    }

    /** Stores a text that may have been stored before. */
    Entry addOnce(String text) throws IOException {
        Entry known = repeated.get(text);
        if (known != null) return known;
        Entry entry = add(text);
        repeated.put(text, entry);
        return entry;
    }

    Entry add(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length == 0) return EMPTY;
        int needed = HEADER + (int) Hdf5Writer.aligned(bytes.length);
        if (open.remaining() < needed) {
            close();
            begin(Math.max(SMALLEST, HEADER + needed));
        }
        int next = open.position() + needed;
        open.putShort((short) ++objects).putShort((short) 1).putInt(0).putLong(bytes.length);
        open.put(bytes).position(next);
        return new Entry(bytes.length, address, objects);
    }

    private void begin(int size) {
        open = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        address = file.allocate(size);
        objects = 0;
        open.put("GCOL".getBytes(StandardCharsets.US_ASCII)).putInt(1).putLong(size);
    }

    /** Writes the last collection. */
    void close() throws IOException {
        if (open.capacity() == 0) return;
        int free = open.remaining();
        if (free >= HEADER) open.putLong(0).putLong(free); // object 0 is the free space
        open.clear();
        file.write(address, open);
        open = ByteBuffer.allocate(0);
    }
}
