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

/** A dataset of words: a list of names or labels. */
final class Hdf5Strings {
    /** Words may together be so long, */
    private static final long FREE = 1 << 24;

    /** or so many times as long as the file. */
    private static final long MOST_RATIO = 16;

    private Hdf5Strings() {}

    static boolean isText(DataType type) {
        return type instanceof StringData
                || type instanceof EnumDataType
                || (type instanceof VariableLength text && text.isVariableLengthString());
    }

    static List<String> read(Hdf5File file, Dataset dataset, String place) {
        return GuardedCall.run(place, () -> {
            if (!isText(dataset.getDataType())) throw new DataException("%s: does not hold words", place);
            Object data = data(file, dataset, place);
            if (data instanceof String one) return List.of(one);
            if (data instanceof String[] texts) return new ArrayList<>(Arrays.asList(texts));
            throw new DataException("%s: is not a list of words", place);
        });
    }

    /**
     * Refuses words that are together much longer than the file: each entry refers to a word that is stored elsewhere, so
     * that few bytes can refer to a long one again and again.
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
        long left = Math.max(FREE, MOST_RATIO * file.bytes());
        Map<Long, GlobalHeap> heaps = new HashMap<>();
        for (int at = ids.position(); at + bytesEach <= ids.limit(); at += bytesEach) {
            long address = offsets == Long.BYTES ? ids.getLong(at + before) : ids.getInt(at + before) & 0xFFFFFFFFL;
            int index = ids.getInt(at + before + offsets);
            if (index == 0) continue; // an empty word
            GlobalHeap heap = heaps.computeIfAbsent(address, from -> new GlobalHeap(storage, from));
            left -= heap.getObjectData(index).limit();
            if (left < 0) throw new DataException("%s: refers to the same words too often", place);
        }
    }

    /** All of a small dataset as the library has it. */
    static Object data(Hdf5File file, Dataset dataset, String place) {
        Hdf5NumericDataset.requireStored(file, dataset, place);
        return GuardedCall.run(place, () -> {
            long[] shape = dataset.getDimensionsAsLong();
            if (shape.length > 1)
                throw new DataException("%s: has the shape %s, a list is needed", place, Arrays.toString(shape));
            if (shape.length == 1 && shape[0] == 0) return new String[0];
            Hdf5NumberType.requireParts(dataset.getDataType(), place);
            if (dataset instanceof ChunkedDataset chunked)
                Hdf5Chunks.requireBounded(chunked, dataset.getDataType().getSize(), place);
            if (dataset.getDataType() instanceof VariableLength type && dataset instanceof DatasetBase references)
                requireBounded(file, references, type.getSize(), place);
            // in one piece, because the library unpacks the pieces of a whole dataset in threads of its own
            Object data = dataset instanceof ChunkedDataset
                    ? dataset.getData(new long[] {0}, new int[] {Math.toIntExact(shape[0])})
                    : dataset.getData();
            if (data == null) throw new DataException("%s: is empty", place);
            return data;
        });
    }
}
