package org.grapnel.formats.input;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;

/** Reports after each read how many bytes were read so far. The listener may throw. */
final class CountingInputStream extends FilterInputStream {
    private final LongConsumer listener;
    private long count;

    CountingInputStream(InputStream in, LongConsumer listener) {
        super(in);
        this.listener = listener;
    }

    @Override
    public int read() throws IOException {
        int b = super.read();
        if (b >= 0) listener.accept(++count);
        return b;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int n = super.read(into, offset, length);
        if (n > 0) listener.accept(count += n);
        return n;
    }

    @Override
    public boolean markSupported() {
        return false; // bytes that are read again would be counted twice
    }
}
