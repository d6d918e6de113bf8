package org.grapnel.formats.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;

/** Encodes characters as UTF-8 bytes, for text in another encoding. */
final class Utf8InputStream extends InputStream {
    private final java.io.Reader reader;
    private final CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
    private final CharBuffer chars = CharBuffer.allocate(1 << 13).flip();
    private final ByteBuffer bytes = ByteBuffer.allocate(1 << 15).flip();
    private boolean ended;

    Utf8InputStream(java.io.Reader reader) {
        this.reader = reader;
    }

    @Override
    public int read() throws IOException {
        return fill() ? bytes.get() & 0xFF : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) return 0;
        if (!fill()) return -1;
        int n = Math.min(length, bytes.remaining());
        bytes.get(into, offset, n);
        return n;
    }

    private boolean fill() throws IOException {
        while (!bytes.hasRemaining() && !ended) {
            chars.compact();
            ended = reader.read(chars) < 0;
            chars.flip();
            bytes.clear();
            var result = encoder.encode(chars, bytes, ended);
            if (result.isError()) result.throwException();
            bytes.flip();
        }
        return bytes.hasRemaining();
    }
}
