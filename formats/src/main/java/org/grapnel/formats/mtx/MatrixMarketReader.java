package org.grapnel.formats.mtx;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.grapnel.data.Dataset;
import org.grapnel.formats.DatasetReader;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.input.LabelFile;
import org.grapnel.formats.input.UnnamedDataset;
import org.grapnel.linalg.Matrix;

/**
 * Reads a Matrix Market file with samples in rows: {@code coordinate} stays sparse, {@code array} is dense. Features
 * are named f0, f1, …, and labels come from a file.
 */
public final class MatrixMarketReader implements DatasetReader {
    @Override
    public List<String> extensions() {
        return List.of("mtx");
    }

    @Override
    public Dataset read(Path file, ReadOptions options) {
        return InputFile.read(file, in -> dataset(in, options));
    }

    private static Dataset dataset(InputFile in, ReadOptions options) throws IOException {
        options.labels().ifPresent(name -> LabelFile.requireFile(name, in.name(), List.of()));
        Matrix X = new MatrixMarketParser(in, OptionalInt.empty()).matrix(!options.featuresInRows());
        return UnnamedDataset.create(X, Optional.empty(), in, options, List.of());
    }
}
