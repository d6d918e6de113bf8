package org.grapnel.io;

import java.nio.file.Path;
import java.util.List;
import org.grapnel.data.Dataset;

/** One format of data sets. A new format is a new implementation, and one line in {@link Datasets}. */
public interface Reader {
    /** The endings of its files: lower case, without the dot and without a following {@code .gz}. */
    List<String> extensions();

    /**
     * Reads the file, unpacking it if it ends in {@code .gz}. Numbers are taken as they stand: whether a model can work
     * with them is for {@link Dataset#check} to say, after the data have been prepared.
     */
    Dataset read(Path file, ReadOptions options);
}
