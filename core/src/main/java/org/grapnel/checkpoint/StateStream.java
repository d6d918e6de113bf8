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
 * Writes solver state or restores it, with one code path for both. Each call passes a value through: when writing, it
 * returns the value unchanged; when reading, it returns the stored value. Matrices, arrays and row sets are restored in
 * place and must have the same shape.
 */
public final class StateStream {
    private static final int CHUNK_DOUBLES = 1 << 13;
    private static final int MAX_STRING_BYTES = 1 << 16;
    private static final int MAX_COUNT = 1 << 30;

    private final @Nullable DataOutputStream out;
    private final @Nullable DataInputStream in;
    private final ByteBuffer chunk = ByteBuffer.allocate(8 * CHUNK_DOUBLES).order(ByteOrder.LITTLE_ENDIAN);

    private StateStream(@Nullable DataOutputStream out, @Nullable DataInputStream in) {
        this.out = out;
        this.in = in;
    }

    /** Creates a stream that writes. Failures are thrown as {@link UncheckedIOException}. */
    public static StateStream writeTo(OutputStream out) {
        return new StateStream(new DataOutputStream(out), null);
    }

    /** Creates a stream that reads what another one wrote. */
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

    /** Passes a count; refuses one that is negative, or so large that it would soon overflow. */
    public int count(int x) {
        int count = intValue(x);
        Preconditions.require(count >= 0 && count <= MAX_COUNT, "a count is %d", count);
        return count;
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
        Preconditions.require(length >= 0 && length <= MAX_STRING_BYTES, "a string of %d bytes is too long", length);
        byte[] stored = in == null ? bytes : new byte[length];
        transfer(stored, length);
        return new String(stored, StandardCharsets.UTF_8);
    }

    public void doubles(double[] x) {
        doubles(x, x.length);
    }

    /** Passes a row set; it must be of a matrix with the same number of rows. */
    public void rowSet(RowSet rows) {
        int count = count(rows.count());
        if (in != null) rows.clear();
        for (int q = 0; q < count; q++) {
            int row = intValue(in == null ? rows.get(q) : 0);
            if (in != null) rows.add(row);
        }
    }

    public void matrix(DenseMatrix M) {
        matrix(M, RowSet.all(M.rows()));
    }

    /** Passes these rows of a matrix. When reading, other rows are unchanged. */
    public void matrix(DenseMatrix M, RowSet rows) {
        if (M.cols() == 0) return;
        int rowsPerChunk = Math.max(1, CHUNK_DOUBLES / M.cols());
        double[] values = new double[rowsPerChunk * M.cols()];
        for (int q = 0, m; q < rows.count(); q += m) {
            m = rows.runLength(q, Math.min(rowsPerChunk, rows.count() - q));
            if (in == null) M.rows(rows.get(q), m, values);
            doubles(values, m * M.cols());
            if (in != null) M.setRows(rows.get(q), m, values);
        }
    }

    private void doubles(double[] x, int length) {
        for (int at = 0, m; at < length; at += m) {
            m = Math.min(CHUNK_DOUBLES, length - at);
            if (in == null) chunk.asDoubleBuffer().put(x, at, m);
            transfer(chunk.array(), 8 * m);
            if (in != null) chunk.asDoubleBuffer().get(x, at, m);
        }
    }

    private void transfer(byte[] bytes, int length) {
        try {
            if (in != null) in.readFully(bytes, 0, length);
            if (out != null) out.write(bytes, 0, length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
