package org.grapnel.formats.parquet;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import org.grapnel.data.DataException;
import org.grapnel.formats.parquet.ParquetFooter.ColumnChunk;

/** Reads the values of one column in one row group, page by page. */
final class ColumnChunkReader {
    /**
     * The bytes read for a page header. It is usually short, but may contain the smallest and largest value of the
     * page.
     */
    private static final int HEADER_BYTES = 1 << 12;

    private static final int MAX_HEADER_BYTES = 1 << 20;

    private final FileChannel file;
    private final ColumnChunk chunk;
    private final ParquetColumn column;
    private long at;
    private int done;

    ColumnChunkReader(FileChannel file, ColumnChunk chunk, ParquetColumn column) throws IOException {
        this.file = file;
        this.chunk = chunk;
        this.column = column;
        at = chunk.at();
        if (at < 4 || chunk.bytes() < 0 || chunk.bytes() > file.size() - at)
            throw new DataException("%d bytes from byte %d on exceed the file", chunk.bytes(), at);
    }

    /** Receives the values with their rows in the group. */
    interface ValueSink {
        void put(int row, ParquetValueDecoder values, int i);

        void missing(int row);
    }

    /** Throws unless the pages have the announced number of values; nothing is decoded. */
    void count() throws IOException {
        long values = 0;
        while (at < end()) {
            ParquetPageHeader page = readHeader();
            at += page.compressedBytes();
            if (page.type() == ParquetPageHeader.DATA || page.type() == ParquetPageHeader.DATA_2)
                values += page.values();
        }
        if (values != chunk.values())
            throw new DataException("announces %d values, but its pages have %d", chunk.values(), values);
    }

    void read(ValueSink sink) throws IOException {
        ParquetValueDecoder values = new ParquetValueDecoder(column);
        while (done < chunk.values()) {
            if (at >= end()) throw new DataException("ends after %d of %d values", done, chunk.values());
            ParquetPageHeader page = readHeader();
            byte[] body = bytes(page.compressedBytes());
            at += page.compressedBytes();
            switch (page.type()) {
                case ParquetPageHeader.DICTIONARY ->
                    values.dictionary(page.decompress(chunk.codec(), body), page.encoding(), page.values());
                case ParquetPageHeader.DATA, ParquetPageHeader.DATA_2 ->
                    data(page, page.decompress(chunk.codec(), body), values, sink);
                default -> {} // an index page
            }
        }
    }

    private void data(ParquetPageHeader page, ByteBuffer in, ParquetValueDecoder values, ValueSink sink) {
        int count = page.values();
        if (count > chunk.values() - done) throw new DataException("more than the announced %d values", chunk.values());
        if (column.optional() && page.obsoleteLevels()) // a column without missing values has no levels
        throw new DataException("a page with levels in an obsolete encoding");
        boolean second = page.type() == ParquetPageHeader.DATA_2;
        ByteBuffer levels = second
                ? ParquetValueDecoder.part(in, page.levels())
                : column.optional() ? ParquetValueDecoder.part(in, in.getInt()) : in;
        if (!column.optional()) {
            values.decode(in, page.encoding(), count);
            for (int i = 0; i < count; i++) sink.put(done + i, values, i);
        } else {
            int[] present = new int[count];
            BitUnpacker.hybrid(levels, 1, count, present);
            int there = 0;
            for (int level : present) there += level & 1;
            if (there > 0) values.decode(in, page.encoding(), there);
            for (int i = 0, value = 0; i < count; i++) {
                if ((present[i] & 1) == 1) sink.put(done + i, values, value++);
                else sink.missing(done + i);
            }
        }
        done += count;
    }

    private long end() {
        return chunk.at() + chunk.bytes();
    }

    /** Reads the header of the next page; {@link #at} is then at its first byte. */
    private ParquetPageHeader readHeader() throws IOException {
        for (int length = HEADER_BYTES; ; length *= 16) {
            int count = (int) Math.min(length, end() - at);
            ByteBuffer header = ByteBuffer.wrap(bytes(count)).order(ByteOrder.LITTLE_ENDIAN);
            ParquetPageHeader page;
            try {
                page = ParquetPageHeader.read(header);
            } catch (RuntimeException e) {
                if (count < length || length > MAX_HEADER_BYTES) throw e; // otherwise the header may be longer
                continue;
            }
            at += header.position();
            if (page.compressedBytes() > end() - at)
                throw new DataException("a page of %d bytes, but only %d are left", page.compressedBytes(), end() - at);
            return page;
        }
    }

    private byte[] bytes(int count) throws IOException {
        return bytes(file, at, count);
    }

    static byte[] bytes(FileChannel file, long at, int count) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(count);
        while (bytes.hasRemaining())
            if (file.read(bytes, at + bytes.position()) < 0) throw new EOFException("ends too early");
        return bytes.array();
    }
}
