package org.grapnel.formats.matlab;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.grapnel.data.DataException;
import us.hebi.matlab.mat.format.BufferAllocator;
import us.hebi.matlab.mat.format.Mat5Reader;
import us.hebi.matlab.mat.format.Mat5Tag;
import us.hebi.matlab.mat.format.Mat5Type;
import us.hebi.matlab.mat.types.AbstractArray;
import us.hebi.matlab.mat.types.Array;
import us.hebi.matlab.mat.types.Source;

/** The library's reader, which holds what a file announces against what a file of its length can hold, and only then believes it. */
final class BoundedMat5Reader extends Mat5Reader {
    /** Deflate cannot do better than 1032 : 1. */
    private static final long MOST_DEFLATED = 1032;

    private static final int DEEPEST = 32;

    /** The head of an array inside another: what a cell takes at least. */
    private static final int SMALLEST = 8;

    private final String place;
    private final long bytes;
    private int depth;

    BoundedMat5Reader(Source source, String place, long bytes) {
        super(source);
        this.place = place;
        this.bytes = bytes;
        setBufferAllocator(new BoundedAllocator(this));
    }

    private record BoundedAllocator(BoundedMat5Reader guard) implements BufferAllocator {
        @Override
        public ByteBuffer allocate(int count) {
            guard.require(count);
            return ByteBuffer.allocate(count);
        }

        @Override
        public void release(ByteBuffer buffer) {}
    }

    private void require(long count) {
        if (count < 0 || count > bytes * MOST_DEFLATED)
            throw new DataException(
                    "%s: announces %d bytes, a file of this length holds at most %d",
                    place, count, bytes * MOST_DEFLATED);
    }

    @Override
    protected Mat5Reader createChildReader(Source child) {
        BoundedMat5Reader reader = new BoundedMat5Reader(child, place, bytes);
        reader.filter = filter;
        reader.mcos = mcos;
        return reader;
    }

    @Override
    protected Mat5Tag readTagWithExpectedType(Mat5Type expected) throws IOException {
        Mat5Tag tag = super.readTagWithExpectedType(expected);
        require(tag.getNumBytes());
        return tag;
    }

    @Override
    protected Array readCell(EntryHeader header) throws IOException {
        requireInside(header, 1);
        depth++;
        Array cell = super.readCell(header);
        depth--;
        return cell;
    }

    @Override
    protected Array[][] readValues(EntryHeader header, int fields, String[] names) throws IOException {
        requireInside(header, fields);
        depth++;
        Array[][] values = super.readValues(header, fields, names);
        depth--;
        return values;
    }

    private void requireInside(EntryHeader header, int fields) {
        if (depth > DEEPEST) throw new DataException("%s: arrays in arrays, more than %d deep", place, DEEPEST);
        long count = fields;
        for (int side : header.getDimensions()) {
            if (side < 0) throw new DataException("%s: has a side of %d", place, side);
            count = side == 0 ? 0 : Math.multiplyExact(count, (long) side);
        }
        require(Math.multiplyExact(count, (long) SMALLEST));
        if (count != AbstractArray.getNumElements(header.getDimensions()) * (long) fields)
            throw new DataException("%s: has too many entries", place);
    }
}
