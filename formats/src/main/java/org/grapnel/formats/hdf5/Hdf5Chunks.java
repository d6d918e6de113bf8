package org.grapnel.formats.hdf5;

import io.jhdf.api.dataset.ChunkedDataset;
import io.jhdf.filter.ByteShuffleFilter;
import io.jhdf.filter.FletcherChecksumFilter;
import io.jhdf.filter.Lz4Filter;
import io.jhdf.filter.LzfFilter;
import io.jhdf.filter.PipelineFilterWithData;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.grapnel.data.DataException;
import org.grapnel.formats.input.InputFile;

/**
 * Decompresses the chunks of a dataset, and refuses a chunk that is longer than it may be. All chunks of a dataset have
 * the same length when decompressed. jHDF would decompress a longer one to its end before it checks the length, and a
 * damaged or hostile file could fill the memory that way.
 */
public final class Hdf5Chunks {
    private static final int DEFLATE = 1;
    private static final int SHUFFLE = 2;
    private static final int CHECKSUM = 3;
    private static final int LZF = 32000;
    private static final int LZ4 = 32004;

    /** Room for a checksum between shuffling and compressing. */
    private static final int SLACK = 64;

    /** The most bytes of an element; the numbers and texts of a table are shorter. */
    private static final int MAX_ELEMENT_BYTES = 1 << 20;

    private Hdf5Chunks() {}

    /**
     * Returns the decompressed chunk that begins at this entry.
     *
     * @param needed the bytes of a whole chunk
     */
    static byte[] decompress(ChunkedDataset dataset, int[] at, long needed, String place) {
        List<PipelineFilterWithData> filters = dataset.getFilters();
        if (!filters.stream().allMatch(Hdf5Chunks::isKnown)) {
            for (PipelineFilterWithData filter : filters)
                if (filter.getId() == SHUFFLE) requireElement(filter.getFilterData(), MAX_ELEMENT_BYTES, place);
            return dataset.getDecompressedChunk(at);
        }
        ByteBuffer stored = dataset.getRawChunkBuffer(at);
        byte[] bytes = new byte[stored.remaining()];
        stored.get(bytes);
        long most = needed + SLACK;
        for (int f = filters.size() - 1; f >= 0; f--) {
            int[] settings = filters.get(f).getFilterData();
            bytes = switch (filters.get(f).getId()) {
                case DEFLATE -> inflate(bytes, most, place);
                case SHUFFLE -> {
                    requireElement(settings, bytes.length, place);
                    yield new ByteShuffleFilter().decode(bytes, settings);
                }
                case CHECKSUM -> new FletcherChecksumFilter().decode(bytes, settings);
                case LZF -> {
                    if (settings.length < 3 || settings[2] < 0 || settings[2] > most) throw tooLong(place, needed);
                    yield new LzfFilter().decode(bytes, settings);
                }
                default -> {
                    requireLz4(bytes, most, place);
                    yield new Lz4Filter().decode(bytes, settings);
                }
            };
        }
        return bytes;
    }

    /** Throws if a chunk of the dataset decompresses to more than a chunk, before the library reads it whole. */
    public static void requireBounded(ChunkedDataset dataset, int bytesEach, String place) {
        long[] shape = dataset.getDimensionsAsLong();
        int[] sides = dataset.getChunkDimensions();
        if (sides.length != shape.length)
            throw new DataException("%s: its chunks have another number of sides than the dataset", place);
        long needed = bytesEach;
        for (int side : sides) {
            if (side < 1) throw new DataException("%s: has chunks with a side of %d", place, side);
            needed = Math.multiplyExact(needed, (long) side);
        }
        long[] at = new long[shape.length];
        for (long side : shape) if (side == 0) return;
        for (int d = 0; d >= 0; ) {
            int[] start = new int[at.length];
            for (int k = 0; k < at.length; k++) start[k] = Math.toIntExact(at[k]);
            if (decompress(dataset, start, needed, place).length < needed)
                throw new DataException("%s: one of its chunks is too short", place);
            for (d = at.length - 1; d >= 0; d--) {
                at[d] += sides[d];
                if (at[d] < shape[d]) break;
                at[d] = 0;
            }
        }
    }

    private static boolean isKnown(PipelineFilterWithData filter) {
        int id = filter.getId();
        return id == DEFLATE || id == SHUFFLE || id == CHECKSUM || id == LZF || id == LZ4;
    }

    /** Checks the element size of the shuffle filter, which takes one step per byte of an element. */
    private static void requireElement(int[] settings, int most, String place) {
        if (settings.length < 1)
            throw new DataException("%s: its chunks are shuffled, but the element size is missing", place);
        if (settings[0] < 1 || settings[0] > Math.max(1, most))
            throw new DataException(
                    "%s: its chunks are shuffled by elements of %d bytes; 1 to %d are allowed",
                    place, settings[0], Math.max(1, most));
    }

    private static byte[] inflate(byte[] packed, long most, String place) {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(packed);
            byte[] bytes =
                    new byte[(int) Math.min(most, Math.min(packed.length * InputFile.MAX_DEFLATE_RATIO, 1 << 30))];
            int count = 0;
            while (!inflater.finished()) {
                int more = inflater.inflate(bytes, count, bytes.length - count);
                count += more;
                if (more > 0 || inflater.finished()) continue;
                if (count == bytes.length) throw tooLong(place, most - SLACK);
                throw new DataException("%s: one of its chunks ends too early", place);
            }
            return count == bytes.length ? bytes : Arrays.copyOf(bytes, count);
        } catch (DataFormatException e) {
            throw new DataException(place + ": one of its chunks cannot be decompressed (" + e.getMessage() + ")", e);
        } finally {
            inflater.end();
        }
    }

    /** Checks the LZ4 framing: the total length, the block length, then blocks with their lengths. */
    private static void requireLz4(byte[] bytes, long most, String place) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        long whole = in.getLong();
        int block = in.getInt();
        if (whole < 0 || whole > most || block < 1) throw tooLong(place, most - SLACK);
        for (long left = whole; left > 0; left -= block) {
            int length = in.getInt();
            if (length < 0 || length > in.remaining())
                throw new DataException("%s: one of its chunks ends too early", place);
            in.position(in.position() + length);
        }
    }

    private static DataException tooLong(String place, long needed) {
        return new DataException("%s: one of its chunks decompresses to more than its %d bytes", place, needed);
    }
}
