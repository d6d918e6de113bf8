package org.grapnel.formats.parquet;

import io.airlift.compress.Decompressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.snappy.SnappyDecompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import java.util.zip.GZIPInputStream;
import org.grapnel.data.DataException;

/**
 * The header of a page: the number of bytes that follow, and what they are.
 *
 * @param decompressedBytes the bytes of the decompressed page
 * @param levels in a page of version 2, the leading bytes that say which values are present; they are never compressed
 * @param obsoleteLevels whether the levels of a page of version 1 have an encoding other than RLE
 */
record ParquetPageHeader(
        int type,
        int decompressedBytes,
        int compressedBytes,
        boolean hasChecksum,
        int crc,
        int values,
        int encoding,
        int levels,
        boolean uncompressed,
        boolean obsoleteLevels) {
    static final int DATA = 0;
    static final int DICTIONARY = 2;
    static final int DATA_2 = 3;

    /** The most bytes of a page. Writers make pages of about a megabyte; a dictionary may be larger. */
    private static final int MAX_BYTES = 1 << 28;

    /** The decompressed size that every codec may claim. */
    private static final int FREE_BYTES = 1 << 10;

    static ParquetPageHeader read(ByteBuffer header) {
        CompactThriftReader in = new CompactThriftReader(header);
        int[] number = new int[5]; // of the page, indexed by field
        int[] of = {-1, -1, 0, 0}; // values, encoding, bytes of definition levels, bytes of repetition levels
        boolean[] flag = {false, false, false}; // has a checksum, is not compressed, has levels in an obsolete encoding
        in.struct(id -> {
            switch (id) {
                case 1, 2, 3 -> number[id] = in.integer();
                case 4 -> {
                    number[4] = in.integer();
                    flag[0] = true;
                }
                case 5, 7 ->
                    in.struct(field -> {
                        if (field == 1 || field == 2) of[field - 1] = in.integer();
                        if (id == 5 && field == 3) flag[2] = in.integer() != ParquetValueDecoder.RLE;
                    });
                case 8 ->
                    in.struct(field -> {
                        if (field == 1) of[0] = in.integer();
                        if (field == 4) of[1] = in.integer();
                        if (field == 5) of[2] = in.integer();
                        if (field == 6) of[3] = in.integer();
                        if (field == 7) flag[1] = !in.flag();
                    });
                default -> {} // skipped
            }
        });
        if (of[3] != 0) throw new DataException("a page with repeated values");
        ParquetPageHeader page = new ParquetPageHeader(
                number[1], number[2], number[3], flag[0], number[4], of[0], of[1], of[2], flag[1], flag[2]);
        if (page.decompressedBytes < 0
                || page.decompressedBytes > MAX_BYTES
                || page.compressedBytes < 0
                || page.compressedBytes > MAX_BYTES)
            throw new DataException(
                    "a page of %d bytes, %d decompressed; at most %d are allowed",
                    page.compressedBytes, page.decompressedBytes, MAX_BYTES);
        boolean read = page.type == DATA || page.type == DICTIONARY || page.type == DATA_2;
        if (read && page.values < 0) throw new DataException("a page of %d values", page.values);
        if (page.levels < 0 || page.levels > Math.min(page.compressedBytes, page.decompressedBytes))
            throw new DataException("a page of %d bytes with %d bytes of levels", page.compressedBytes, page.levels);
        return page;
    }

    /** Returns the decompressed page. */
    ByteBuffer decompress(int codec, byte[] body) throws IOException {
        CRC32 sum = new CRC32();
        sum.update(body);
        if (hasChecksum && (int) sum.getValue() != crc) throw new DataException("a page with a wrong checksum");
        ByteBuffer whole = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN);
        if (codec == 0 || uncompressed) return whole;
        if (decompressedBytes == levels)
            return whole.limit(levels); // all values are missing, so nothing was compressed
        if (decompressedBytes > FREE_BYTES + maxRatio(codec) * body.length)
            throw new DataException(
                    "a page of %d bytes that claims to decompress to an impossible %d", body.length, decompressedBytes);
        byte[] bytes = new byte[decompressedBytes];
        System.arraycopy(body, 0, bytes, 0, levels);
        int count = codec == 2
                ? gunzip(body, bytes)
                : decompressor(codec)
                        .decompress(body, levels, body.length - levels, bytes, levels, bytes.length - levels);
        if (levels + count != decompressedBytes)
            throw new DataException("a page decompresses to %d bytes; expected %d", levels + count, decompressedBytes);
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The best compression ratio of a codec. A page that claims more is refused before memory is allocated. */
    private static long maxRatio(int codec) {
        return switch (codec) {
            case 1 -> 64; // a copy of 64 bytes takes 3
            case 2 -> 1032;
            case 7 -> 255; // each further byte makes a copy that much longer
            default -> 1 << 15; // zstd stores a block of 2¹⁷ equal bytes in 4
        };
    }

    private int gunzip(byte[] body, byte[] into) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(body, levels, body.length - levels))) {
            int count = in.readNBytes(into, levels, into.length - levels);
            return in.read() < 0 ? count : count + 1;
        }
    }

    private static Decompressor decompressor(int codec) {
        return switch (codec) {
            case 1 -> new SnappyDecompressor();
            case 6 -> new ZstdDecompressor();
            case 7 -> new Lz4Decompressor();
            default ->
                throw new DataException(
                        "compressed with %s; supported are none, gzip, snappy, zstd and raw lz4",
                        codec == 3 ? "lzo" : codec == 4 ? "brotli" : codec == 5 ? "framed lz4" : "codec " + codec);
        };
    }
}
