package org.grapnel.runs.json;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.grapnel.data.DataException;

/**
 * Frames on two byte streams: the length of the text in bytes as a 32-bit integer, most significant byte first, then one JSON object in
 * UTF-8. Frames are written by several threads, one after another.
 */
public final class FrameStream {
    /** The longest text of a frame in bytes. Numbers of data travel as files, so this is far more than a request needs. */
    public static final int MAX_BYTES = 1 << 22;

    private final DataInputStream in;
    private final DataOutputStream out;

    public FrameStream(InputStream in, OutputStream out) {
        this.in = new DataInputStream(in);
        this.out = new DataOutputStream(out);
    }

    /**
     * Reads the text of the next frame; empty at the end of the stream.
     *
     * @throws DataException if the length is out of range, after which no further frame can be found
     */
    public Optional<byte[]> read() throws IOException {
        int first = in.read();
        if (first < 0) return Optional.empty();
        try {
            long length = (long) first << 24 | in.readUnsignedByte() << 16 | in.readUnsignedShort();
            if (length < 2 || length > MAX_BYTES)
                throw new DataException(
                        "a frame announces %d bytes; 2 to %d are allowed: a 32-bit length, then a JSON object in UTF-8",
                        length, MAX_BYTES);
            byte[] text = new byte[(int) length];
            in.readFully(text);
            return Optional.of(text);
        } catch (EOFException e) {
            return Optional.empty();
        }
    }

    /** Writes a message and flushes it. */
    public synchronized void write(Map<String, ?> message) throws IOException {
        byte[] text = Json.formatLine(message).getBytes(StandardCharsets.UTF_8);
        if (text.length > MAX_BYTES)
            throw new DataException("an answer has %d bytes; at most %d are allowed", text.length, MAX_BYTES);
        out.writeInt(text.length);
        out.write(text);
        out.flush();
    }
}
