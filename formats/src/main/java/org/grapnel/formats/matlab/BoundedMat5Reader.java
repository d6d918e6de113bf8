package org.grapnel.formats.matlab;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.grapnel.data.DataException;
import org.grapnel.formats.input.InputFile;
import us.hebi.matlab.mat.format.BufferAllocator;
import us.hebi.matlab.mat.format.Mat5Reader;
import us.hebi.matlab.mat.format.Mat5Tag;
import us.hebi.matlab.mat.format.Mat5Type;
import us.hebi.matlab.mat.types.AbstractArray;
import us.hebi.matlab.mat.types.Array;
import us.hebi.matlab.mat.types.Source;

/** A MATLAB 5 reader that checks every announced size against the length of the file before it allocates memory. */
final class BoundedMat5Reader extends Mat5Reader {
    private static final int MAX_DEPTH = 32;

    /** The bytes that a cell takes at least: the header of an array inside another. */
    private static final int MIN_CELL_BYTES = 8;

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
        if (count < 0 || count > bytes * InputFile.MAX_DEFLATE_RATIO)
            throw new DataException(
                    "%s: announces %d bytes; a file of this length holds at most %d",
                    place, count, bytes * InputFile.MAX_DEFLATE_RATIO);
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
        requireElements(header, 1);
        depth++;
        Array cell = super.readCell(header);
        depth--;
        return cell;
    }

    @Override
    protected Array[][] readValues(EntryHeader header, int fields, String[] names) throws IOException {
        requireElements(header, fields);
        depth++;
        Array[][] values = super.readValues(header, fields, names);
        depth--;
        return values;
    }

    private void requireElements(EntryHeader header, int fields) {
        if (depth > MAX_DEPTH) throw new DataException("%s: arrays are nested more than %d deep", place, MAX_DEPTH);
        long count = fields;
        for (int side : header.getDimensions()) {
            if (side < 0) throw new DataException("%s: has a side of %d", place, side);
            count = side == 0 ? 0 : Math.multiplyExact(count, (long) side);
        }
        require(Math.multiplyExact(count, (long) MIN_CELL_BYTES));
        if (count != AbstractArray.getNumElements(header.getDimensions()) * (long) fields)
            throw new DataException("%s: has too many entries", place);
    }
}
