package org.grapnel.formats.input;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The content of a file with random access: the file itself, or a temporary copy if it is compressed. The operating
 * system deletes the copy when it is closed, also if the process is killed.
 */
public final class SeekableFile implements Closeable {
    private final FileChannel channel;
    private final long bytes;

    private SeekableFile(FileChannel channel) throws IOException {
        this.channel = channel;
        this.bytes = channel.size();
    }

    public static SeekableFile open(InputFile in) throws IOException {
        FileChannel channel = in.isGzip() ? temporary() : FileChannel.open(in.path(), StandardOpenOption.READ);
        try {
            if (in.isGzip()) in.content().transferTo(Channels.newOutputStream(channel));
            return new SeekableFile(channel);
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            throw e;
        }
    }

    private static FileChannel temporary() throws IOException {
        Path file = Files.createTempFile("grapnel-", ".unpacked");
        try {
            return FileChannel.open(
                    file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        } catch (IOException | RuntimeException | Error e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }

    public FileChannel channel() {
        return channel;
    }

    /** The length of the decompressed content. */
    public long bytes() {
        return bytes;
    }

    /** Reads {@code count} bytes from a place on, or fewer where the file ends. */
    public ByteBuffer at(long place, int count) throws IOException {
        ByteBuffer read = ByteBuffer.allocate(count);
        while (read.hasRemaining() && channel.read(read, place + read.position()) >= 0) {
            // read on until the buffer is full
        }
        return read.flip();
    }

    /** Maps the whole file into memory; empty if it is too large for one buffer. */
    public Optional<ByteBuffer> mapped() throws IOException {
        return bytes > Integer.MAX_VALUE ? Optional.empty() : Optional.of(channel.map(MapMode.READ_ONLY, 0, bytes));
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
