package org.grapnel.formats;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.formats.csv.CsvReader;
import org.grapnel.formats.hdf5.H5adReader;
import org.grapnel.formats.image.ImageFileFinder;
import org.grapnel.formats.image.ImageFolderReader;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.matlab.MatReader;
import org.grapnel.formats.mtx.MatrixMarketReader;
import org.grapnel.formats.npy.NpyReader;
import org.grapnel.formats.npy.NpzReader;
import org.grapnel.formats.parquet.ParquetReader;
import org.grapnel.formats.tenx.TenxReader;
import org.grapnel.formats.text.ArffReader;
import org.grapnel.formats.text.SvmReader;

/** Reads a data set in the format that the file's name tells, or that a folder's content tells. */
public final class Datasets {
    private static final List<DatasetReader> READERS = List.of(
            new CsvReader(),
            new NpyReader(),
            new NpzReader(),
            new MatrixMarketReader(),
            new SvmReader(),
            new ArffReader(),
            new MatReader(),
            new H5adReader(),
            new ParquetReader(),
            new TenxReader(),
            new ImageFolderReader());

    private Datasets() {}

    public static Dataset read(Path file, ReadOptions options) {
        return read(file, options, notice -> {});
    }

    /** Reads a data set and says what had to be found out about the file, so that the user can object. */
    public static Dataset read(Path file, ReadOptions options, Consumer<String> notice) {
        return reader(file).read(file, options, notice);
    }

    /** What in the file may be the truth about the samples, the likeliest first: see {@link DatasetReader#labelCandidates}. */
    public static List<String> labelCandidates(Path file, ReadOptions options) {
        return reader(file).labelCandidates(file, options);
    }

    /** Where an entry of X stands in a text file: see {@link DatasetReader#locate}. */
    public static Optional<String> locate(Path file, ReadOptions options, int feature, int sample) {
        return reader(file).locate(file, options, feature, sample);
    }

    /** The format in which a file or folder would be read, by its name or content: {@code csv}, {@code 10x folder}, … */
    public static Optional<String> format(Path path) {
        return READERS.stream()
                .filter(reader -> reader.supports(path))
                .findFirst()
                .map(reader -> reader.formatName(path));
    }

    private static DatasetReader reader(Path file) {
        for (DatasetReader reader : READERS) if (reader.supports(file)) return reader;
        if (file.toString().isEmpty()) throw new DataException("the name of the data file is empty");
        if (Files.notExists(file)) throw new DataException("%s: no such file", file);
        if (Files.isDirectory(file))
            throw new DataException(
                    "%s: is a folder, and neither one of pictures (%s) nor a 10x folder (with a matrix.mtx or matrix.mtx.gz)",
                    file, ImageFileFinder.endings());
        throw new DataException(
                "%s: the format is told by the ending, and '%s' is not one that is read; supported are %s",
                file, InputFile.extension(file), supportedFormats());
    }

    /** What can be read, for messages and help. */
    public static String supportedFormats() {
        return endings(true) + " (each also .gz), " + endings(false) + ", folders of pictures and 10x folders";
    }

    private static String endings(boolean packed) {
        return READERS.stream()
                .filter(reader -> reader.supportsGzip() == packed)
                .flatMap(reader -> reader.extensions().stream())
                .map(extension -> "." + extension)
                .collect(Collectors.joining(", "));
    }
}
