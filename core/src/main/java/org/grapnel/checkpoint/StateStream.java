package org.grapnel.checkpoint;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.Preconditions;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of something that will be continued, on their way out or on their way back. Whoever has such numbers names them once, and the
 * same lines write and read them: a value goes through the ledger and comes out as it is where it is written, and as it was where it is read.
 * What has a shape is read into the same shape.
 */
public final class StateStream {
    private static final int CHUNK_DOUBLES = 1 << 13;
    private static final int LONGEST_TEXT = 1 << 16;

    private final @Nullable DataOutputStream out;
    private final @Nullable DataInputStream in;
    private final ByteBuffer chunk = ByteBuffer.allocate(8 * CHUNK_DOUBLES).order(ByteOrder.LITTLE_ENDIAN);

    private StateStream(@Nullable DataOutputStream out, @Nullable DataInputStream in) {
        this.out = out;
        this.in = in;
    }

    /** Writes. What it could not write is thrown as an {@link UncheckedIOException}. */
    public static StateStream writeTo(OutputStream out) {
        return new StateStream(new DataOutputStream(out), null);
    }

    /** Reads what another one wrote. */
    public static StateStream readFrom(InputStream in) {
        return new StateStream(null, new DataInputStream(in));
    }

    public boolean isReading() {
        return in != null;
    }

    public double doubleValue(double x) {
        return Double.longBitsToDouble(longValue(Double.doubleToRawLongBits(x)));
    }

    public int intValue(int x) {
        return Math.toIntExact(longValue(x));
    }

    public long longValue(long x) {
        try {
            if (in != null) return in.readLong();
            if (out != null) out.writeLong(x);
            return x;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public boolean booleanValue(boolean x) {
        return longValue(x ? 1 : 0) != 0;
    }

    public String string(String x) {
        byte[] bytes = x.getBytes(StandardCharsets.UTF_8);
        int length = intValue(bytes.length);
        Preconditions.require(length >= 0 && length <= LONGEST_TEXT, "a text of %d bytes is too long", length);
        byte[] there = in == null ? bytes : new byte[length];
        through(there, length);
        return new String(there, StandardCharsets.UTF_8);
    }

    public void doubles(double[] x) {
        doubles(x, x.length);
    }

    /** The rows of a set, out of as many as before. */
    public void rowSet(RowSet rows) {
        int count = intValue(rows.count());
        if (in != null) rows.clear();
        for (int q = 0; q < count; q++) {
            int row = intValue(in == null ? rows.get(q) : 0);
            if (in != null) rows.add(row);
        }
    }

    public void matrix(DenseMatrix M) {
        matrix(M, RowSet.all(M.rows()));
    }

    /** These rows of a matrix; where it is read, the others stay as they are. */
    public void matrix(DenseMatrix M, RowSet rows) {
        if (M.cols() == 0) return;
        int together = Math.max(1, CHUNK_DOUBLES / M.cols());
        double[] values = new double[together * M.cols()];
        for (int q = 0, m; q < rows.count(); q += m) {
            m = rows.runLength(q, Math.min(together, rows.count() - q));
            if (in == null) M.rows(rows.get(q), m, values);
            doubles(values, m * M.cols());
            if (in != null) M.setRows(rows.get(q), m, values);
        }
    }

    private void doubles(double[] x, int length) {
        for (int at = 0, m; at < length; at += m) {
            m = Math.min(CHUNK_DOUBLES, length - at);
            if (in == null) chunk.asDoubleBuffer().put(x, at, m);
            through(chunk.array(), 8 * m);
            if (in != null) chunk.asDoubleBuffer().get(x, at, m);
        }
    }

    private void through(byte[] bytes, int length) {
        try {
            if (in != null) in.readFully(bytes, 0, length);
            if (out != null) out.write(bytes, 0, length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
