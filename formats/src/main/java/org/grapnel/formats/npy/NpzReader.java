package org.grapnel.formats.npy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.formats.DatasetReader;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.input.Excerpt;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.input.LabelFile;
import org.grapnel.formats.input.NameValidator;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.jspecify.annotations.Nullable;

/**
 * Reads NumPy archives of arrays with samples in rows. The matrix is the array that the options name; else the first
 * of X, data, fea and arr_0 that is a matrix of numbers; else the only matrix. A file written by
 * {@code scipy.sparse.save_npz} stays sparse. Labels are an array of numbers or words, or a file. Features and samples
 * have the names in the arrays feature_names and sample_names, where there are such arrays; else features are f0, f1, …
 */
public final class NpzReader implements DatasetReader {
    private static final List<String> USUAL_NAMES = List.of("X", "data", "fea", "arr_0");
    private static final String FEATURE_NAMES = "feature_names";
    private static final String SAMPLE_NAMES = "sample_names";
    private static final int MAX_ARRAYS = 1 << 14;
    private static final int LISTED = 12;

    @Override
    public List<String> extensions() {
        return List.of("npz");
    }

    @Override
    public Dataset read(Path file, ReadOptions options) {
        // the choice needs the headers of all arrays, so the file is read twice
        Map<String, NpyArrayHeader> heads = InputFile.read(file, NpzReader::heads);
        return InputFile.read(file, in -> new NpzSelection(in, heads, options).dataset(options));
    }

    /** Returns the arrays with one side. */
    @Override
    public List<String> labelCandidates(Path file, ReadOptions options) {
        List<String> vectors = new ArrayList<>();
        InputFile.read(file, NpzReader::heads).forEach((name, head) -> {
            if (head.shape().matches("\\(\\d+,\\)") && !NpzSparseMatrix.isMatrixPart(name) && !isNames(name))
                vectors.add(name);
        });
        return vectors;
    }

    private static boolean isNames(String array) {
        return array.equals(FEATURE_NAMES) || array.equals(SAMPLE_NAMES);
    }

    private static Map<String, NpyArrayHeader> heads(InputFile in) throws IOException {
        Map<String, NpyArrayHeader> heads = new LinkedHashMap<>();
        NpzArchive.forEach(in, (name, label, content) -> {
            if (heads.put(name, NpyArrayHeader.read(label, content)) != null)
                throw new DataException("%s: occurs twice", label);
            if (heads.size() > MAX_ARRAYS)
                throw new DataException("%s: has more than %d arrays", in.name(), MAX_ARRAYS);
        });
        return heads;
    }

    /** The arrays that the options select. */
    private static final class NpzSelection {
        private final InputFile in;
        private final Map<String, NpyArrayHeader> heads;
        private final boolean transposed;
        private final Optional<String> labels;
        private final boolean sparse;
        private final String variable;

        NpzSelection(InputFile in, Map<String, NpyArrayHeader> heads, ReadOptions options) {
            this.in = in;
            this.heads = heads;
            transposed = !options.featuresInRows();
            labels = options.labels().filter(heads::containsKey);
            if (labels.isEmpty())
                options.labels()
                        .ifPresent(wanted -> LabelFile.requireFile(
                                wanted, in.name(), "array", "; it has " + arrays(), heads.keySet()));
            sparse = options.variable().isEmpty() && NpzSparseMatrix.isSparseMatrix(heads);
            variable = sparse ? "" : options.variable().map(this::named).orElseGet(this::detect);
        }

        private String named(String wanted) {
            if (heads.containsKey(wanted)) return wanted;
            throw new DataException("%s: has no array '%s'; it has %s", in.name(), wanted, arrays());
        }

        private String detect() {
            List<String> matrices = new ArrayList<>();
            heads.forEach((name, head) -> {
                if (head.isMatrixOfNumbers() && !labels.filter(name::equals).isPresent()) matrices.add(name);
            });
            for (String usual : USUAL_NAMES) if (matrices.contains(usual)) return usual;
            if (matrices.size() == 1) return matrices.get(0);
            throw new DataException(
                    "%s: choose the array of the data with --variable; the file has %s", in.name(), arrays());
        }

        private String arrays() {
            if (heads.isEmpty()) return "none";
            String more = heads.size() > LISTED ? ", …" : "";
            return heads.entrySet().stream()
                    .limit(LISTED)
                    .map(head -> Excerpt.of(head.getKey()) + " "
                            + Excerpt.of(head.getValue().shape()))
                    .collect(Collectors.joining(", ", "", more));
        }

        Dataset dataset(ReadOptions options) throws IOException {
            NpzContents contents = new NpzContents();
            try {
                NpzArchive.forEach(in, contents::read);
                Matrix X = sparse ? contents.parts.matrix(transposed) : contents.dense();
                int n = X.cols();
                Optional<List<String>> truth = labels.isPresent()
                        ? Optional.of(contents.truth(labels.get(), n))
                        : LabelFile.read(options, in.name(), heads.keySet(), n);
                List<String> features = contents.names(FEATURE_NAMES, "f", X.rows());
                List<String> samples = contents.names(SAMPLE_NAMES, "", n);
                NameValidator.requireUniqueFeatures(in.name(), features, "elements of feature_names", i -> i);
                return new Dataset(X, features, samples, truth, in.source());
            } catch (IOException | RuntimeException | Error e) {
                if (contents.X != null) contents.X.close();
                throw e;
            }
        }

        /** The arrays read so far. */
        private final class NpzContents {
            private final NpzSparseMatrix parts = new NpzSparseMatrix(in);
            private @Nullable DenseMatrix X;
            private @Nullable List<String> truth;
            private final Map<String, List<String>> names = new HashMap<>();

            void read(String name, String label, InputStream content) throws IOException {
                if (!heads.containsKey(name)) throw changed();
                if (isNames(name) && !labels.filter(name::equals).isPresent()) {
                    names.put(name, new NpyVectorReader(label, content, NpzArchive.maxNumbers(in)).labels());
                } else if (labels.filter(name::equals).isPresent()) {
                    truth = new NpyVectorReader(label, content, NpzArchive.maxNumbers(in)).labels();
                } else if (sparse) {
                    parts.read(name, label, content);
                } else if (name.equals(variable)) {
                    if (X != null) throw changed();
                    NpyMatrixHeader header = NpyMatrixHeader.of(label, NpyArrayHeader.read(label, content));
                    InputFile.refuseEmpty(label, header.rows(), header.cols());
                    long needed = (long) header.rows() * header.cols();
                    long most = NpzArchive.maxNumbers(in);
                    if (needed > most)
                        throw new DataException(
                                "%s: announces %d × %d numbers; at most %d are allowed in a file of %d bytes",
                                label, header.rows(), header.cols(), most, in.sizeOnDisk());
                    X = NpyFile.read(label, content, header, transposed);
                }
            }

            DenseMatrix dense() {
                if (X == null) throw changed();
                return X;
            }

            /** The names in an array, else numbers after a prefix. */
            List<String> names(String array, String prefix, int count) {
                List<String> given = names.get(array);
                if (given == null) return Dataset.numbered(prefix, count);
                if (given.size() == count) return given;
                throw new DataException(
                        "%s: array '%s' has %d names, but there are %d %s",
                        in.name(), array, given.size(), count, array.equals(FEATURE_NAMES) ? "features" : "samples");
            }

            List<String> truth(String name, int samples) {
                if (truth == null) throw changed();
                if (truth.size() == samples) return truth;
                throw new DataException(
                        "%s: array '%s' has %s, but there are %d samples",
                        in.name(), name, LabelFile.count(truth), samples);
            }

            private DataException changed() {
                return new DataException("%s: the file changed while it was read", in.name());
            }
        }
    }
}
