package org.grapnel.formats.npy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.grapnel.data.Dataset;
import org.grapnel.formats.DatasetReader;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.input.LabelFile;
import org.grapnel.formats.input.UnnamedDataset;
import org.grapnel.linalg.DenseMatrix;

/** Reads a NumPy array with samples in rows. Features are named f0, f1, …, and labels come from a file. */
public final class NpyReader implements DatasetReader {
    @Override
    public List<String> extensions() {
        return List.of("npy");
    }

    @Override
    public Dataset read(Path file, ReadOptions options) {
        return InputFile.read(file, in -> dataset(in, options));
    }

    private static Dataset dataset(InputFile in, ReadOptions options) throws IOException {
        options.labels().ifPresent(name -> LabelFile.requireFile(name, in.name(), List.of()));
        boolean transposed = !options.featuresInRows();
        NpyMatrixHeader header = NpyMatrixHeader.read(in);
        InputFile.refuseEmpty(
                in.name(), transposed ? header.cols() : header.rows(), transposed ? header.rows() : header.cols());
        DenseMatrix X = NpyFile.read(in.name(), in.content(), header, transposed);
        return UnnamedDataset.create(X, Optional.empty(), in, options, List.of());
    }
}
