package org.grapnel.io;

import io.jhdf.api.Dataset;
import io.jhdf.api.dataset.ChunkedDataset;
import io.jhdf.object.datatype.DataType;
import io.jhdf.object.datatype.EnumDataType;
import io.jhdf.object.datatype.StringData;
import io.jhdf.object.datatype.VariableLength;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.grapnel.data.DataException;

/** A dataset of words: a list of names or labels. */
final class Hdf5Texts {
    private Hdf5Texts() {}

    static boolean isText(DataType type) {
        return type instanceof StringData
                || type instanceof EnumDataType
                || (type instanceof VariableLength text && text.isVariableLengthString());
    }

    static List<String> read(Hdf5File file, Dataset dataset, String place) {
        return Trusting.call(place, () -> {
            if (!isText(dataset.getDataType())) throw new DataException("%s: does not hold words", place);
            Object data = data(file, dataset, place);
            if (data instanceof String one) return List.of(one);
            if (data instanceof String[] texts) return new ArrayList<>(Arrays.asList(texts));
            throw new DataException("%s: is not a list of words", place);
        });
    }

    /** All of a small dataset as the library has it. */
    static Object data(Hdf5File file, Dataset dataset, String place) {
        Hdf5Numbers.requireStored(file, dataset, place);
        return Trusting.call(place, () -> {
            long[] shape = dataset.getDimensionsAsLong();
            if (shape.length > 1)
                throw new DataException("%s: has the shape %s, a list is needed", place, Arrays.toString(shape));
            if (shape.length == 1 && shape[0] == 0) return new String[0];
            if (dataset instanceof ChunkedDataset chunked)
                Hdf5Pieces.requireBounded(chunked, dataset.getDataType().getSize(), place);
            // in one piece, because the library unpacks the pieces of a whole dataset in threads of its own
            Object data = dataset instanceof ChunkedDataset
                    ? dataset.getData(new long[] {0}, new int[] {Math.toIntExact(shape[0])})
                    : dataset.getData();
            if (data == null) throw new DataException("%s: is empty", place);
            return data;
        });
    }
}
