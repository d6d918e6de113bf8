package org.grapnel.formats;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
import org.grapnel.formats.table.FeatureSelection;
import org.grapnel.formats.tenx.TenxH5Reader;
import org.grapnel.formats.tenx.TenxReader;
import org.grapnel.formats.text.ArffReader;
import org.grapnel.formats.text.SvmReader;
import org.grapnel.formats.xlsx.XlsxReader;
import org.grapnel.plugin.Extension;
import org.grapnel.plugin.Plugins;
import org.grapnel.runtime.Preconditions;

/** Reads a data set. The extension of a file or the content of a folder decides the format. */
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
            new TenxH5Reader(),
            new ParquetReader(),
            new XlsxReader(),
            new TenxReader(),
            new ImageFolderReader());

    /** Readers of plugins, while the program uses them. */
    private static final List<ExternalReader> EXTERNAL = new CopyOnWriteArrayList<>();

    private static final Set<String> TABLES = Set.of("csv", "tsv", "txt", "xlsx", "xlsm", "parquet");

    private static final Set<String> SPREADSHEETS = Set.of("xls", "xlsb", "ods", "numbers");

    private Datasets() {}

    /** Readers of plugins that are in use; closing them ends that. */
    public interface ReadersInUse extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Uses the readers of plugins in this program, until the returned object is closed.
     *
     * @throws IllegalArgumentException if there is a reader of one of their extensions already
     */
    public static ReadersInUse use(Plugins plugins) {
        List<ExternalReader> added = new ArrayList<>();
        for (Extension<ReaderPlugin> plugin : plugins.ofKind(ReaderPlugin.class)) {
            ExternalReader reader = new ExternalReader(plugin);
            for (String extension : reader.extensions())
                Preconditions.require(
                        readers().noneMatch(known -> known.extensions().contains(extension))
                                && added.stream()
                                        .noneMatch(other -> other.extensions().contains(extension)),
                        "%sreader '%s' reads .%s, which has a reader already",
                        plugin.jar().map(jar -> jar.path() + ": ").orElse(""),
                        plugin.name(),
                        extension);
            added.add(reader);
        }
        EXTERNAL.addAll(added);
        return () -> EXTERNAL.removeAll(added);
    }

    private static Stream<DatasetReader> readers() {
        return Stream.concat(READERS.stream(), EXTERNAL.stream());
    }

    public static Dataset read(Path file, ReadOptions options) {
        return read(file, options, notice -> {});
    }

    /** Reads a data set and reports what was detected about the file, so that the user can correct it. */
    public static Dataset read(Path file, ReadOptions options, Consumer<String> notice) {
        DatasetReader reader = reader(file);
        Set<String> known = reader.tableOptions();
        for (String option : given(options))
            if (!known.contains(option))
                throw new DataException("%s: %s has no meaning for %s", file, option, describe(reader, file));
        Dataset read = reader.read(file, options, notice);
        Dataset data = known.contains("--drop") ? read : FeatureSelection.apply(read, options.table());
        requireColors(data, options);
        return data;
    }

    /** Tells whether an option such as {@code --missing-words} has a meaning for the format of a file. */
    public static boolean hasOption(Path file, String option) {
        return reader(file).tableOptions().contains(option);
    }

    /** The options that are given and have a meaning for some formats only. */
    private static List<String> given(ReadOptions read) {
        TableOptions table = read.table();
        List<String> options = new ArrayList<>();
        if (read.delimiter().isPresent()) options.add("--delimiter");
        if (read.header().isPresent()) options.add("--header");
        if (read.missing().isPresent()) options.add("--missing-words");
        if (read.resize().isPresent()) options.add("--resize");
        if (table.id().isPresent()) options.add("--id");
        if (!table.oneHot().isEmpty()) options.add("--one-hot");
        if (table.decimal().isPresent()) options.add("--decimal");
        if (table.sheet().isPresent()) options.add("--sheet");
        return options;
    }

    private static String describe(DatasetReader reader, Path file) {
        return Files.isDirectory(file) ? "a " + reader.formatName(file) : "a ." + reader.formatName(file) + " file";
    }

    /** Throws if {@code --color} is given for a file without columns about the samples. */
    private static void requireColors(Dataset data, ReadOptions options) {
        if (options.colors().isEmpty() || !data.columns().isEmpty()) return;
        data.close();
        throw new DataException(
                "%s: has no columns about the samples, so there is no '%s' for --color",
                data.source().path(), String.join(",", options.colors()));
    }

    /**
     * Returns what in the file may be the labels of the samples, the likeliest first. See
     * {@link DatasetReader#labelCandidates}.
     */
    public static List<String> labelCandidates(Path file, ReadOptions options) {
        return reader(file).labelCandidates(file, options);
    }

    /** Returns what the first rows of a table show; empty for other formats. See {@link DatasetReader#overview}. */
    public static Optional<TableOverview> overview(Path file, ReadOptions options) {
        return reader(file).overview(file, options);
    }

    /** Returns where an entry of X stands in a text file. See {@link DatasetReader#locate}. */
    public static Optional<String> locate(Path file, ReadOptions options, int feature, int sample) {
        return reader(file).locate(file, options, feature, sample);
    }

    /** Returns the format in which a file or folder would be read: {@code csv}, {@code 10x folder}, … */
    public static Optional<String> format(Path path) {
        return readers().filter(reader -> reader.supports(path)).findFirst().map(reader -> reader.formatName(path));
    }

    /**
     * Tells whether options about the layout of one file also fit another: both are tables, both are 10x data, or both
     * have the same format. Only the names count, because the first file may be gone.
     */
    public static boolean isSameKind(Path one, Path other) {
        return kind(one).equals(kind(other));
    }

    private static String kind(Path file) {
        String extension = InputFile.extension(file);
        if (TABLES.contains(extension)) return "table";
        boolean known = readers().anyMatch(reader -> reader.extensions().contains(extension));
        return known && !extension.equals("h5") ? extension : "10x"; // a folder with options for its layout is 10x
    }

    private static DatasetReader reader(Path file) {
        Optional<DatasetReader> known =
                readers().filter(reader -> reader.supports(file)).findFirst();
        if (known.isPresent()) return known.get();
        if (file.toString().isEmpty()) throw new DataException("the name of the data file is empty");
        if (Files.notExists(file)) throw new DataException("%s: no such file", file);
        if (Files.isDirectory(file))
            throw new DataException(
                    "%s: is a folder with neither pictures (%s) nor 10x data (matrix.mtx or matrix.mtx.gz)",
                    file, ImageFileFinder.extensions());
        if (SPREADSHEETS.contains(InputFile.extension(file)))
            throw new DataException("%s: sheets of this format are not read; save it as .xlsx or .csv", file);
        throw new DataException(
                "%s: unknown file extension '%s'; supported are %s",
                file, InputFile.extension(file), supportedFormats());
    }

    /** Lists the supported formats, for messages and help. */
    public static String supportedFormats() {
        return endings(true) + " (each also .gz), " + endings(false) + ", folders of pictures and 10x folders";
    }

    private static String endings(boolean packed) {
        return readers()
                .filter(reader -> reader.supportsGzip() == packed)
                .flatMap(reader -> reader.extensions().stream())
                .map(extension -> "." + extension)
                .collect(Collectors.joining(", "));
    }
}
