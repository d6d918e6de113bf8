package org.grapnel.formats.anndata;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;

/**
 * Writes an HDF5 file from the leaves to the root: a dataset or a group is written when all that it holds is, and is then known by its address.
 * Entries are contiguous and not compressed, there are no times, and the same content gives the same bytes.
 *
 * <p>The library that reads HDF5 also writes it, but neither booleans nor texts of any length, which AnnData uses, and only from arrays on the heap.
 *
 * @see <a href="https://support.hdfgroup.org/documentation/hdf5/latest/_f_m_t3.html">HDF5 format 3.0; the superblock is of version 0</a>
 */
final class Hdf5Writer implements Closeable {
    /** The address of nothing. */
    static final long NONE = -1;

    private static final int SUPERBLOCK = 96;
    private static final long SIGNATURE = 0x0A1A0A0D46444889L; // 0x89 HDF \r \n 0x1A \n

    private final FileChannel channel;
    private final Hdf5TextHeap texts = new Hdf5TextHeap(this);
    private long end = SUPERBLOCK;

    Hdf5Writer(Path file) throws IOException {
        channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
    }

    /** Writes the entries of a dataset. */
    interface Hdf5Content {
        void write(Hdf5Block block) throws IOException;
    }

    /** Writes the entries of a dataset, whose header the caller completes and writes. An empty shape is that of a scalar. */
    Hdf5Header dataset(Hdf5Type type, Hdf5Content content, long... shape) throws IOException {
        long bytes = type.bytes;
        for (long side : shape) bytes = Math.multiplyExact(bytes, side);
        long address = bytes == 0 ? NONE : allocate(bytes);
        if (bytes > 0) {
            try (Hdf5Block block = new Hdf5Block(this, address, bytes)) {
                content.write(block);
            }
        }
        return Hdf5Header.dataset(this, type, shape, address, bytes);
    }

    /** Begins the header of a group, which the caller completes and writes. */
    Hdf5Header group(Map<String, Long> children) {
        return Hdf5Header.group(this, children);
    }

    Hdf5TextHeap texts() {
        return texts;
    }

    /** Reserves space at the end of the file. */
    long allocate(long bytes) {
        long address = end;
        end += aligned(bytes);
        return address;
    }

    /** The next multiple of 8. */
    static long aligned(long bytes) {
        return (bytes + 7) / 8 * 8;
    }

    /** The bytes before the position of a buffer. */
    static byte[] written(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.position()];
        buffer.flip().get(bytes);
        return bytes;
    }

    void write(long address, ByteBuffer bytes) throws IOException {
        long at = address;
        while (bytes.hasRemaining()) at += channel.write(bytes, at);
    }

    /** Completes the file with the address of its root group. */
    void finish(long root) throws IOException {
        texts.close();
        ByteBuffer block = ByteBuffer.allocate(SUPERBLOCK).order(ByteOrder.LITTLE_ENDIAN);
        block.putLong(SIGNATURE)
                .putInt(0)
                .put((byte) 0)
                .put((byte) 8)
                .put((byte) 8)
                .put((byte) 0);
        block.putShort((short) 4).putShort((short) 16).putInt(0); // sizes of nodes that are not used, flags
        block.putLong(0).putLong(NONE).putLong(end).putLong(NONE);
        block.putLong(0).putLong(root); // the entry of the root group
        write(0, block.clear());
        if (channel.size() < end) write(end - 1, ByteBuffer.allocate(1)); // padding of the last block
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
