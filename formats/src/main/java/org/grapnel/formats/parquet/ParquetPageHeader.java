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
 * The head of a page, which says how many bytes follow and what they are.
 *
 * @param unpacked the bytes of the page when it is no longer compressed
 * @param levels in a page of the second version, the bytes in front that say which values are there: never compressed
 */
record ParquetPageHeader(
        int type,
        int unpacked,
        int packed,
        boolean checked,
        int crc,
        int values,
        int encoding,
        int levels,
        boolean plain,
        boolean obsoleteLevels) {
    static final int DATA = 0;
    static final int DICTIONARY = 2;
    static final int DATA_2 = 3;

    /** Writers make pages of about a megabyte; a dictionary or a page that is a whole group may have more. */
    private static final int MOST_BYTES = 1 << 28;

    /** Every codec may claim so much, whose own head has a few bytes. */
    private static final int LEAST_UNPACKED = 1 << 10;

    static ParquetPageHeader read(ByteBuffer head) {
        CompactThriftReader in = new CompactThriftReader(head);
        int[] number = new int[5]; // of the page, by field
        int[] of = {-1, -1, 0, 0}; // values, encoding, levels that say what is there, levels of repetition
        boolean[] flag = {false, false, false}; // has a checksum, is not compressed, has levels in an obsolete encoding
        in.struct(id -> {
            switch (id) {
                case 1, 2, 3 -> number[id] = in.small();
                case 4 -> {
                    number[4] = in.small();
                    flag[0] = true;
                }
                case 5, 7 ->
                    in.struct(field -> {
                        if (field == 1 || field == 2) of[field - 1] = in.small();
                        if (id == 5 && field == 3) flag[2] = in.small() != ParquetValueDecoder.RLE;
                    });
                case 8 ->
                    in.struct(field -> {
                        if (field == 1) of[0] = in.small();
                        if (field == 4) of[1] = in.small();
                        if (field == 5) of[2] = in.small();
                        if (field == 6) of[3] = in.small();
                        if (field == 7) flag[1] = !in.truth();
                    });
                default -> {} // skipped
            }
        });
        if (of[3] != 0) throw new DataException("a page with values that repeat");
        ParquetPageHeader page = new ParquetPageHeader(
                number[1], number[2], number[3], flag[0], number[4], of[0], of[1], of[2], flag[1], flag[2]);
        if (page.unpacked < 0 || page.unpacked > MOST_BYTES || page.packed < 0 || page.packed > MOST_BYTES)
            throw new DataException(
                    "a page of %d bytes, %d unpacked; allowed are %d", page.packed, page.unpacked, MOST_BYTES);
        boolean read = page.type == DATA || page.type == DICTIONARY || page.type == DATA_2;
        if (read && page.values < 0) throw new DataException("a page of %d values", page.values);
        if (page.levels < 0 || page.levels > Math.min(page.packed, page.unpacked))
            throw new DataException("a page of %d bytes with %d of levels", page.packed, page.levels);
        return page;
    }

    /** The page as it was before it was compressed. */
    ByteBuffer unpack(int codec, byte[] body) throws IOException {
        CRC32 sum = new CRC32();
        sum.update(body);
        if (checked && (int) sum.getValue() != crc) throw new DataException("a page whose checksum is wrong");
        ByteBuffer whole = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN);
        if (codec == 0 || plain) return whole;
        if (unpacked == levels) return whole.limit(levels); // all values are missing, and nothing was compressed
        if (unpacked > LEAST_UNPACKED + mostRatio(codec) * body.length)
            throw new DataException(
                    "a page of %d bytes that are said to unpack to %d, which they cannot", body.length, unpacked);
        byte[] bytes = new byte[unpacked];
        System.arraycopy(body, 0, bytes, 0, levels);
        int count = codec == 2
                ? gunzip(body, bytes)
                : decompressor(codec)
                        .decompress(body, levels, body.length - levels, bytes, levels, bytes.length - levels);
        if (levels + count != unpacked)
            throw new DataException("a page of %d bytes, in place of %d", levels + count, unpacked);
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** How many times a codec can shrink at best: a page that claims more is refused before it has its memory. */
    private static long mostRatio(int codec) {
        return switch (codec) {
            case 1 -> 64; // a copy of 64 bytes takes 3
            case 2 -> 1032;
            case 7 -> 255; // a byte more makes a copy so much longer
            default -> 1 << 15; // zstd repeats a byte for a block of 2¹⁷ in 4
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
                        "compressed with %s; read are none, gzip, snappy, zstd and raw lz4",
                        codec == 3 ? "lzo" : codec == 4 ? "brotli" : codec == 5 ? "framed lz4" : "codec " + codec);
        };
    }
}
