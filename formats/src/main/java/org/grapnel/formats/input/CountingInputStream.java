package org.grapnel.formats.input;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;

/** A stream that tells somebody, who may object, how many bytes have come out of it. */
final class CountingInputStream extends FilterInputStream {
    private final LongConsumer watch;
    private long count;

    CountingInputStream(InputStream in, LongConsumer watch) {
        super(in);
        this.watch = watch;
    }

    @Override
    public int read() throws IOException {
        int b = super.read();
        if (b >= 0) watch.accept(++count);
        return b;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int n = super.read(into, offset, length);
        if (n > 0) watch.accept(count += n);
        return n;
    }

    @Override
    public boolean markSupported() {
        return false; // what was read twice would be counted twice
    }
}
