package org.grapnel.formats.input;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.grapnel.data.Dataset;
import org.grapnel.formats.ReadOptions;
import org.grapnel.linalg.Matrix;

/** Creates data sets of formats without names. */
public final class UnnamedDataset {
    private UnnamedDataset() {}

    /**
     * Creates a data set with features f0, f1, … and samples 0, 1, … Closes X if that fails.
     *
     * @param labels the labels; if empty, they are read from the file that the options name, if any
     * @param names the names in the data, for suggestions
     */
    public static Dataset create(
            Matrix X, Optional<List<String>> labels, InputFile in, ReadOptions options, Collection<String> names)
            throws IOException {
        try {
            Optional<List<String>> known =
                    labels.isPresent() ? labels : LabelFile.read(options, in.name(), names, X.cols());
            return new Dataset(X, Dataset.numbered("f", X.rows()), Dataset.numbered("", X.cols()), known, in.source());
        } catch (IOException | RuntimeException | Error e) {
            X.close();
            throw e;
        }
    }
}
