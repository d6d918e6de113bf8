package org.grapnel.formats.hdf5;

import io.jhdf.GlobalHeap;
import io.jhdf.api.Dataset;
import io.jhdf.api.dataset.ChunkedDataset;
import io.jhdf.dataset.DatasetBase;
import io.jhdf.object.datatype.DataType;
import io.jhdf.object.datatype.EnumDataType;
import io.jhdf.object.datatype.StringData;
import io.jhdf.object.datatype.VariableLength;
import io.jhdf.storage.HdfBackingStorage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grapnel.data.DataException;
import org.grapnel.formats.input.GuardedCall;

/** Reads a dataset of texts: a list of names or labels. */
final class Hdf5Strings {
    /** The total length of texts that is always allowed. */
    private static final long FREE_BYTES = 1 << 24;

    /** The total length that is allowed beyond that, as a multiple of the file size. */
    private static final long MAX_RATIO = 16;

    private Hdf5Strings() {}

    static boolean isText(DataType type) {
        return type instanceof StringData
                || type instanceof EnumDataType
                || (type instanceof VariableLength text && text.isVariableLengthString());
    }

    static List<String> read(Hdf5File file, Dataset dataset, String place) {
        return GuardedCall.run(place, () -> {
            if (!isText(dataset.getDataType())) throw new DataException("%s: does not hold text", place);
            Object data = data(file, dataset, place);
            if (data instanceof String one) return List.of(one);
            if (data instanceof String[] texts) return new ArrayList<>(Arrays.asList(texts));
            throw new DataException("%s: is not a list of texts", place);
        });
    }

    /**
     * Throws if the texts together are much longer than the file. Each entry refers to a text stored elsewhere, so a
     * few bytes can refer to a long text many times.
     */
    private static void requireBounded(Hdf5File file, DatasetBase references, int bytesEach, String place) {
        HdfBackingStorage storage = file.storage();
        int offsets = storage.getSizeOfOffsets();
        ByteBuffer ids = references instanceof ChunkedDataset
                ? references.getSliceDataBuffer(new long[] {0}, references.getDimensions())
                : references.getDataBuffer();
        ids.order(ByteOrder.LITTLE_ENDIAN);
        int before = bytesEach - offsets - Integer.BYTES;
        if (before < 0 || (offsets != Integer.BYTES && offsets != Long.BYTES))
            throw new DataException("%s: has references of %d bytes", place, bytesEach);
        long left = Math.max(FREE_BYTES, MAX_RATIO * file.bytes());
        Map<Long, GlobalHeap> heaps = new HashMap<>();
        for (int at = ids.position(); at + bytesEach <= ids.limit(); at += bytesEach) {
            long address = offsets == Long.BYTES ? ids.getLong(at + before) : ids.getInt(at + before) & 0xFFFFFFFFL;
            int index = ids.getInt(at + before + offsets);
            if (index == 0) continue; // an empty text
            GlobalHeap heap = heaps.computeIfAbsent(address, from -> new GlobalHeap(storage, from));
            left -= heap.getObjectData(index).limit();
            if (left < 0) throw new DataException("%s: refers to the same texts too often", place);
        }
    }

    /** Reads all of a small dataset as an object of the library. */
    static Object data(Hdf5File file, Dataset dataset, String place) {
        Hdf5NumericDataset.requireStored(file, dataset, place);
        return GuardedCall.run(place, () -> {
            long[] shape = dataset.getDimensionsAsLong();
            if (shape.length > 1)
                throw new DataException("%s: has the shape %s; a list is needed", place, Arrays.toString(shape));
            if (shape.length == 1 && shape[0] == 0) return new String[0];
            Hdf5NumberType.requireParts(dataset.getDataType(), place);
            if (dataset instanceof ChunkedDataset chunked)
                Hdf5Chunks.requireBounded(chunked, dataset.getDataType().getSize(), place);
            if (dataset.getDataType() instanceof VariableLength type && dataset instanceof DatasetBase references)
                requireBounded(file, references, type.getSize(), place);
            // as one slice, because the library decompresses the chunks of a whole dataset in its own threads
            Object data = dataset instanceof ChunkedDataset
                    ? dataset.getData(new long[] {0}, new int[] {Math.toIntExact(shape[0])})
                    : dataset.getData();
            if (data == null) throw new DataException("%s: is empty", place);
            return data;
        });
    }
}
