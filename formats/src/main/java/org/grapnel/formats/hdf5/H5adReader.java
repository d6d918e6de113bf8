package org.grapnel.formats.hdf5;

import static org.grapnel.formats.input.NameValidator.didYouMean;

import io.jhdf.api.Dataset;
import io.jhdf.api.Group;
import io.jhdf.api.Node;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.grapnel.data.DataException;
import org.grapnel.data.SampleColumn;
import org.grapnel.formats.DatasetReader;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.TableOverview;
import org.grapnel.formats.input.Excerpt;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.input.LabelFile;
import org.grapnel.formats.input.NameValidator;
import org.grapnel.formats.table.TableOverviewBuilder;
import org.grapnel.linalg.Matrix;

/**
 * Reads AnnData files: a matrix with one row per observation, a table {@code obs} of the observations and a table
 * {@code var} of the variables. The data are {@code X}, {@code raw/X} or the layer that the options name. Labels are a
 * column of {@code obs}, and so are the colours. Repeated names of features get −1, −2, …, as AnnData's
 * {@code var_names_make_unique} does. With features in rows the two tables change places.
 *
 * @see <a href="https://anndata.readthedocs.io/en/latest/fileformat-prose.html">the format</a>
 */
public final class H5adReader implements DatasetReader {
    private static final String LAYERS = "layers/";
    private static final int LISTED = 10;

    @Override
    public List<String> extensions() {
        return List.of("h5ad");
    }

    @Override
    public org.grapnel.data.Dataset read(Path path, ReadOptions options) {
        return read(path, options, notice -> {});
    }

    @Override
    public org.grapnel.data.Dataset read(Path path, ReadOptions options, Consumer<String> notice) {
        return Hdf5File.read(path, (in, file) -> dataset(in, file, options, notice));
    }

    @Override
    public List<String> labelCandidates(Path path, ReadOptions options) {
        return Hdf5File.read(path, (in, file) -> labelCandidates(file, options));
    }

    /** Returns the columns of the samples in an open file that group several samples. */
    public static List<String> labelCandidates(Hdf5File file, ReadOptions options) {
        AnnDataTable samples = AnnDataTable.open(file, options.featuresInRows() ? "var" : "obs");
        return samples.columns().stream()
                .filter(column -> groups(samples, column))
                .toList();
    }

    private static boolean groups(AnnDataTable samples, String column) {
        try {
            List<String> labels = samples.labels(column);
            long distinct = labels.stream().distinct().count();
            return distinct > 1 && distinct <= labels.size() / 2;
        } catch (DataException e) {
            return false; // a label is missing, or the column has an unsupported type
        }
    }

    /** Returns the columns about the samples; those of an unsupported type are left out. */
    @Override
    public Optional<TableOverview> overview(Path path, ReadOptions options) {
        return Hdf5File.read(path, (in, file) -> {
            AnnDataTable samples = AnnDataTable.open(file, options.featuresInRows() ? "var" : "obs");
            List<TableOverview.Column> columns = new ArrayList<>();
            for (String name : samples.columns()) {
                if (columns.size() == TableOverview.MOST_COLUMNS) break;
                try {
                    columns.add(TableOverviewBuilder.aboutSamples(name, samples.values(name), options));
                } catch (DataException e) {
                    // the column has an unsupported type
                }
            }
            return Optional.of(new TableOverview(columns, List.of(), 0, Map.of()));
        });
    }

    /** Tells whether an HDF5 file of any name has the tables of AnnData. */
    public static boolean isAnnData(Hdf5File file) {
        return file.children(file.root()).containsAll(List.of("obs", "var"));
    }

    /** Reads an open file. */
    public static org.grapnel.data.Dataset dataset(
            InputFile in, Hdf5File file, ReadOptions options, Consumer<String> notice) throws IOException {
        String[] path = matrixPath(file, options);
        Node node = file.find(file.root(), path).orElseThrow(() -> missing(file, String.join("/", path)));
        AnnDataTable obs = AnnDataTable.open(file, "obs");
        AnnDataTable var =
                path[0].equals("raw") ? AnnDataTable.open(file, "raw", "var") : AnnDataTable.open(file, "var");
        AnnDataTable samples = options.featuresInRows() ? var : obs;
        AnnDataTable features = options.featuresInRows() ? obs : var;

        Optional<String> column = options.labels().filter(samples.columns()::contains);
        if (column.isEmpty())
            options.labels().ifPresent(wanted -> LabelFile.requireFile(wanted, in.name(), hints(samples)));
        Optional<List<String>> truth = column.map(samples::labels);
        List<SampleColumn> colors = colors(in.name(), samples, options);
        List<String> featureNames = NameValidator.makeUnique(features.names(), notice);
        Matrix X = matrix(file, node, String.join("/", path), !options.featuresInRows());
        try {
            requireCount(in.name(), features.name(), featureNames.size(), X.rows());
            List<String> sampleNames = samples.names();
            requireCount(in.name(), samples.name(), sampleNames.size(), X.cols());
            truth.ifPresent(labels -> requireCount(in.name(), samples.name(), labels.size(), X.cols()));
            for (SampleColumn color : colors)
                requireCount(in.name(), samples.name(), color.values().size(), X.cols());
            Optional<List<String>> labels =
                    truth.isPresent() ? truth : LabelFile.read(options, in.name(), hints(samples), X.cols());
            return new org.grapnel.data.Dataset(X, featureNames, sampleNames, labels, in.source()).withColumns(colors);
        } catch (IOException | RuntimeException | Error e) {
            X.close();
            throw e;
        }
    }

    private static List<SampleColumn> colors(String file, AnnDataTable samples, ReadOptions options) {
        List<String> there = samples.columns();
        List<SampleColumn> colors = new ArrayList<>();
        for (String wanted : options.colors()) {
            if (!there.contains(wanted))
                throw new DataException(
                        "%s: '%s' has no column '%s' for --color%s",
                        file,
                        samples.name(),
                        Excerpt.of(wanted),
                        there.isEmpty() ? "" : "; there " + list(hints(samples)) + didYouMean(wanted, hints(samples)));
            colors.add(new SampleColumn(wanted, samples.values(wanted)));
        }
        return colors;
    }

    private static String list(List<String> names) {
        return (names.size() == 1 ? "is " : "are ")
                + names.stream().limit(LISTED).collect(Collectors.joining(", "))
                + (names.size() > LISTED ? ", …" : "");
    }

    private static List<String> hints(AnnDataTable table) {
        return table.columns().stream().map(Excerpt::of).toList();
    }

    private static void requireCount(String file, String table, int entries, int expected) {
        if (entries != expected)
            throw new DataException("%s: '%s' has %d rows, the matrix has %d", file, table, entries, expected);
    }

    private static String[] matrixPath(Hdf5File file, ReadOptions options) {
        String wanted = options.variable().orElse("X");
        if (wanted.equals("raw") || wanted.equals("raw/X")) return new String[] {"raw", "X"};
        String layer = wanted.startsWith(LAYERS) ? wanted.substring(LAYERS.length()) : wanted;
        boolean isLayer = layers(file).contains(layer);
        return wanted.equals("X") && !isLayer ? new String[] {"X"} : new String[] {"layers", layer};
    }

    private static List<String> layers(Hdf5File file) {
        return file.group(file.root(), "layers").map(file::children).orElse(List.of());
    }

    private static DataException missing(Hdf5File file, String path) {
        List<String> there = new ArrayList<>();
        if (file.find(file.root(), "X").isPresent()) there.add("X");
        if (file.find(file.root(), "raw", "X").isPresent()) there.add("raw/X");
        layers(file).forEach(layer -> there.add(Excerpt.of(layer)));
        String layer = path.startsWith(LAYERS) ? path.substring(LAYERS.length()) : path;
        return new DataException(
                "%s: has no %s '%s'; there %s%s",
                file.name(),
                path.startsWith(LAYERS) ? "layer" : "matrix",
                Excerpt.of(layer),
                there.isEmpty() ? "is none" : list(there),
                didYouMean(layer, there));
    }

    private static Matrix matrix(Hdf5File file, Node node, String path, boolean transposed) {
        String place = file.place(path);
        if (node instanceof Dataset dataset) return new Hdf5NumericDataset(file, dataset, place).readMatrix(transposed);
        if (!(node instanceof Group group)) throw new DataException("%s: is not a matrix", place);
        String encoding = file.textAttribute(group, "encoding-type")
                .or(() -> file.textAttribute(group, "h5sparse_format").map(format -> format + "_matrix"))
                .orElse("no");
        long[] shape = file.integerAttribute(group, "shape")
                .or(() -> file.integerAttribute(group, "h5sparse_shape"))
                .filter(sides -> sides.length == 2)
                .orElseThrow(() -> new DataException("%s: the shape with two sides is missing", place));
        Hdf5SparseMatrix sparse = new Hdf5SparseMatrix(file, group, place);
        return switch (encoding) {
            case "csr_matrix" -> sparse.read("indptr", "indices", "data", shape[0], shape[1], transposed);
            case "csc_matrix" -> sparse.read("indptr", "indices", "data", shape[1], shape[0], !transposed);
            default ->
                throw new DataException(
                        "%s: has the encoding '%s'; supported are csr_matrix and csc_matrix", place, encoding);
        };
    }
}
