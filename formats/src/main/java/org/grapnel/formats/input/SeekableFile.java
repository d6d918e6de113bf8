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
 * The content of a file for formats that jump about in it: the file itself, or, if it is packed, a temporary copy that
 * the system deletes with its last handle, whatever becomes of us.
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

    /** The length of the content, unpacked. */
    public long bytes() {
        return bytes;
    }

    /** The bytes from a place on: so many, or fewer where the file ends. */
    public ByteBuffer at(long place, int count) throws IOException {
        ByteBuffer read = ByteBuffer.allocate(count);
        while (read.hasRemaining() && channel.read(read, place + read.position()) >= 0) {
            // on to the next piece
        }
        return read.flip();
    }

    /** All of it, if one buffer can hold it. */
    public Optional<ByteBuffer> mapped() throws IOException {
        return bytes > Integer.MAX_VALUE ? Optional.empty() : Optional.of(channel.map(MapMode.READ_ONLY, 0, bytes));
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
