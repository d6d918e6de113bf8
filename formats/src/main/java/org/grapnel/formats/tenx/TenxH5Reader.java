package org.grapnel.formats.tenx;

import io.jhdf.api.Dataset;
import io.jhdf.api.Group;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.grapnel.data.DataException;
import org.grapnel.formats.DatasetReader;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.hdf5.H5adReader;
import org.grapnel.formats.hdf5.Hdf5File;
import org.grapnel.formats.hdf5.Hdf5NumericDataset;
import org.grapnel.formats.hdf5.Hdf5SparseMatrix;
import org.grapnel.formats.input.Excerpt;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.input.LabelFile;
import org.grapnel.formats.input.NameValidator;
import org.grapnel.linalg.Matrix;

/**
 * Reads the HDF5 files of 10x Genomics' Cell Ranger. Since version 3 the group {@code matrix} has the counts by cells
 * (CSC), {@code barcodes} and the table {@code features}; before, each genome had a group with {@code genes} and
 * {@code gene_names}. X stays sparse. Features and samples are named as in a 10x folder ({@link TenxReader}).
 *
 * <p>Of several types of features, or of several genomes, the options name the one to read. A file of AnnData with the
 * extension {@code h5} is read as such.
 *
 * @see <a href="https://www.10xgenomics.com/support/software/cell-ranger/latest/analysis/outputs/cr-outputs-h5-matrices">the format</a>
 */
public final class TenxH5Reader implements DatasetReader {
    private static final int LISTED = 5;

    @Override
    public List<String> extensions() {
        return List.of("h5");
    }

    @Override
    public org.grapnel.data.Dataset read(Path path, ReadOptions options) {
        return read(path, options, notice -> {});
    }

    @Override
    public org.grapnel.data.Dataset read(Path path, ReadOptions options, Consumer<String> notice) {
        return Hdf5File.read(path, (in, file) -> {
            if (!H5adReader.isAnnData(file)) return new TenxMatrix(file, options).read(in, options, notice);
            notice.accept("the file is AnnData, as .h5ad files are");
            return H5adReader.dataset(in, file, options, notice);
        });
    }

    @Override
    public List<String> labelCandidates(Path path, ReadOptions options) {
        return Hdf5File.read(
                path, (in, file) -> H5adReader.isAnnData(file) ? H5adReader.labelCandidates(file, options) : List.of());
    }

    /** The group of a file that holds the counts. */
    private static final class TenxMatrix {
        private final Hdf5File file;
        private final String name;
        private final Group group;
        private final Optional<String> type;

        TenxMatrix(Hdf5File file, ReadOptions options) {
            this.file = file;
            Optional<Group> recent = file.group(file.root(), "matrix").filter(this::isMatrix);
            name = recent.isPresent() ? "matrix" : genome(options);
            group = recent.orElseGet(() -> file.group(file.root(), name).orElseThrow());
            type = recent.isPresent() ? options.variable() : Optional.empty();
        }

        private boolean isMatrix(Group candidate) {
            return file.children(candidate).containsAll(List.of("barcodes", "data", "indices", "indptr", "shape"));
        }

        /** Chooses the genome of a file before version 3. */
        private String genome(ReadOptions options) {
            List<String> there = file.children(file.root());
            List<String> genomes = there.stream()
                    .filter(child -> !file.isLink(file.root(), child))
                    .filter(child -> file.group(file.root(), child)
                            .filter(this::isMatrix)
                            .isPresent())
                    .toList();
            if (genomes.isEmpty())
                throw new DataException(
                        "%s: is not a 10x file, which has a group 'matrix'; it holds %s", file.name(), listed(there));
            if (options.variable().isEmpty() && genomes.size() == 1) return genomes.get(0);
            String wanted = options.variable().orElse("");
            if (genomes.contains(wanted)) return wanted;
            throw new DataException(
                    "%s: has %s; choose a genome with --layer: %s%s",
                    file.name(),
                    wanted.isEmpty() ? genomes.size() + " genomes" : "no genome '" + Excerpt.of(wanted) + "'",
                    listed(genomes),
                    NameValidator.didYouMean(wanted, genomes));
        }

        private static String listed(List<String> names) {
            if (names.isEmpty()) return "nothing";
            List<String> first = names.stream().limit(LISTED).map(Excerpt::of).toList();
            return String.join(", ", first) + (names.size() > LISTED ? ", …" : "");
        }

        org.grapnel.data.Dataset read(InputFile in, ReadOptions options, Consumer<String> notice) throws IOException {
            options.labels().ifPresent(wanted -> LabelFile.requireFile(wanted, in.name(), List.of()));
            List<String> barcodes = texts("barcodes").orElseThrow(() -> missing("barcodes"));
            TenxFeatures features = features();
            int[] chosen = features.choose(type, in.name(), notice);
            int[] shape = shape();
            requireCount("features", features.names().size(), shape[0]);
            requireCount("barcodes", barcodes.size(), shape[1]);
            Matrix X = features.select(
                    new Hdf5SparseMatrix(file, group, file.place(name))
                            .read("indptr", "indices", "data", shape[1], shape[0], true),
                    chosen);
            try {
                Optional<List<String>> labels = LabelFile.read(options, in.name(), List.of(), X.cols());
                return new org.grapnel.data.Dataset(X, features.names(chosen, notice), barcodes, labels, in.source());
            } catch (IOException | RuntimeException | Error e) {
                X.close();
                throw e;
            }
        }

        private TenxFeatures features() {
            List<String> names = texts("features", "name")
                    .or(() -> texts("features", "id"))
                    .or(() -> texts("gene_names"))
                    .or(() -> texts("genes"))
                    .orElseThrow(() -> missing("features/name"));
            List<String> types = texts("features", "feature_type").orElse(List.of());
            if (!types.isEmpty()) requireCount("features/feature_type", types.size(), names.size());
            return new TenxFeatures(names, types);
        }

        /** The number of features and the number of cells. */
        private int[] shape() {
            Dataset shape = file.dataset(group, "shape").orElseThrow(() -> missing("shape"));
            int[] sides = new Hdf5NumericDataset(file, shape, file.place(name + "/shape"))
                    .readIntegers(0, Integer.MAX_VALUE - 8);
            if (sides.length == 2) return sides;
            throw new DataException("%s: has %d sides, not 2", file.place(name + "/shape"), sides.length);
        }

        private Optional<List<String>> texts(String... path) {
            return file.dataset(group, path).map(dataset -> file.texts(dataset, name + "/" + String.join("/", path)));
        }

        private DataException missing(String part) {
            return new DataException("%s: is missing in the 10x file", file.place(name + "/" + part));
        }

        private void requireCount(String part, int entries, int expected) {
            if (entries != expected)
                throw new DataException(
                        "%s: has %d entries, but the counts have %d", file.place(name + "/" + part), entries, expected);
        }
    }
}
