package org.grapnel.formats.anndata;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.grapnel.runtime.Preconditions;

/** The entries of a dataset, written one by one into a block of the file that was allocated for them. */
final class Hdf5Block implements Closeable {
    private static final int BUFFER = 1 << 16;

    private final Hdf5Writer file;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER).order(ByteOrder.LITTLE_ENDIAN);
    private final long end;
    private long at;

    Hdf5Block(Hdf5Writer file, long address, long bytes) {
        this.file = file;
        at = address;
        end = address + bytes;
    }

    void put(byte number) throws IOException {
        room().put(number);
    }

    void put(int number) throws IOException {
        room().putInt(number);
    }

    void put(long number) throws IOException {
        room().putLong(number);
    }

    void put(double number) throws IOException {
        room().putDouble(number);
    }

    void put(String text) throws IOException {
        Hdf5TextHeap.Entry entry = file.texts().add(text);
        room().putInt(entry.length()).putLong(entry.heap()).putInt(entry.index());
    }

    /** The buffer, with room for an entry of any type. */
    private ByteBuffer room() throws IOException {
        if (buffer.remaining() < Hdf5Type.TEXT.bytes) flush();
        return buffer;
    }

    private void flush() throws IOException {
        buffer.flip();
        int bytes = buffer.remaining();
        file.write(at, buffer);
        at += bytes;
        buffer.clear();
    }

    @Override
    public void close() throws IOException {
        flush();
        Preconditions.require(at == end, "a dataset ends at byte %d, expected %d", at, end);
    }
}
