package org.grapnel.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.grapnel.data.Dataset;
import org.grapnel.data.Source;
import org.grapnel.linalg.Matrix;

/**
 * A Matrix Market file as data, samples in rows: {@code coordinate} stays sparse, {@code array} is dense. It has no
 * names, so features are f0, f1, … and labels come from a file.
 */
public final class MatrixMarketReader implements Reader {
    @Override
    public List<String> extensions() {
        return List.of("mtx");
    }

    @Override
    public Dataset read(Path file, ReadOptions options) {
        return InputFile.read(file, in -> dataset(in, options));
    }

    private static Dataset dataset(InputFile in, ReadOptions options) throws IOException {
        options.labels().ifPresent(wanted -> Labels.file(wanted, in.name(), List.of()));
        Matrix X = new MatrixMarketText(in, OptionalInt.empty()).matrix(!options.featuresInRows());
        try {
            Optional<List<String>> labels = Labels.read(options, in.name(), List.of(), X.cols());
            Source source = in.source();
            return new Dataset(X, Dataset.numbered("f", X.rows()), Dataset.numbered("", X.cols()), labels, source);
        } catch (IOException | RuntimeException | Error e) {
            X.close();
            throw e;
        }
    }
}
