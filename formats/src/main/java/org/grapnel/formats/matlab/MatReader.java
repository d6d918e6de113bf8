package org.grapnel.formats.matlab;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.formats.DatasetReader;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.hdf5.Hdf5File;
import org.grapnel.formats.input.Excerpt;
import org.grapnel.formats.input.InputFile;
import org.grapnel.formats.input.LabelFile;
import org.grapnel.formats.input.NameValidator;
import org.grapnel.formats.input.SeekableFile;
import org.grapnel.formats.input.UnnamedDataset;
import org.grapnel.formats.matlab.MatVariables.MatVariable;
import org.grapnel.linalg.Matrix;

/**
 * Reads MATLAB files of version 5 to 7 and of 7.3, which is HDF5. The data are the variable that the options name, or
 * one with a usual name (fea, X, data, features), or the only matrix. Samples are in rows; if only the number of
 * columns equals the length of the label vector, they are in columns.
 */
public final class MatReader implements DatasetReader {
    private static final Set<String> DATA = Set.of("fea", "x", "data", "features");
    private static final Set<String> LABELS = Set.of("gnd", "y", "label", "labels");
    private static final int VERSION_AT = 124;

    @Override
    public List<String> extensions() {
        return List.of("mat");
    }

    @Override
    public Dataset read(Path file, ReadOptions options) {
        return withVariables(file, (in, variables) -> dataset(in, variables, options));
    }

    /** Returns the vectors, those with a usual name of labels first. */
    @Override
    public List<String> labelCandidates(Path file, ReadOptions options) {
        return withVariables(
                file,
                (in, variables) -> variables.variables().stream()
                        .filter(variable -> variable.isVector() && variable.rows() * variable.cols() > 1)
                        .sorted(Comparator.comparing((MatVariable variable) -> !isLabels(variable)))
                        .map(MatVariable::name)
                        .toList());
    }

    private interface MatAction<T> {
        T apply(InputFile in, MatVariables variables) throws IOException;
    }

    private static <T> T withVariables(Path file, MatAction<T> withVariables) {
        return InputFile.read(file, in -> {
            try (SeekableFile content = SeekableFile.open(in)) {
                return Hdf5File.isHdf5(content)
                        ? hdf5(in, content, withVariables)
                        : withVariables.apply(in, mat5(in, content));
            }
        });
    }

    private static <T> T hdf5(InputFile in, SeekableFile content, MatAction<T> withVariables) throws IOException {
        try (Hdf5File file = new Hdf5File(in.name(), content)) {
            return withVariables.apply(in, new Mat73Variables(file));
        }
    }

    private static MatVariables mat5(InputFile in, SeekableFile content) throws IOException {
        byte[] header = content.at(VERSION_AT, 4).array();
        boolean little = header[2] == 'I' && header[3] == 'M' && header[1] == 1;
        boolean big = header[2] == 'M' && header[3] == 'I' && header[0] == 1;
        if (!little && !big)
            throw new DataException(
                    "%s: is not a MATLAB file of version 5, 6, 7 or 7.3: the header is wrong", in.name());
        return new Mat5Variables(in.name(), content, little);
    }

    private static Dataset dataset(InputFile in, MatVariables file, ReadOptions options) throws IOException {
        List<MatVariable> all = file.variables();
        Optional<MatVariable> labelVariable = options.labels().flatMap(name -> named(name, all));
        if (labelVariable.isEmpty())
            options.labels()
                    .ifPresent(name -> LabelFile.requireFile(
                            name,
                            in.name(),
                            "variable",
                            all.isEmpty() ? "" : "; there are " + described(all),
                            names(all)));
        MatVariable data = data(in.name(), all, options);
        boolean samplesInRows = !options.featuresInRows() && !hasSamplesInColumns(data, labelVariable, all);
        long samples = samplesInRows ? data.rows() : data.cols();
        Optional<List<String>> labels = labelVariable.map(file::labels);
        if (labels.isPresent() && labels.get().size() != samples)
            throw new DataException(
                    "%s: variable %s has %s, but %s has %d samples",
                    in.name(),
                    labelVariable.get().described(),
                    LabelFile.count(labels.get()),
                    data.described(),
                    samples);
        Matrix X = file.matrix(data, samplesInRows);
        return UnnamedDataset.create(X, labels, in, options, names(all));
    }

    private static boolean hasSamplesInColumns(
            MatVariable data, Optional<MatVariable> labelVariable, List<MatVariable> all) {
        List<MatVariable> vectors =
                labelVariable
                        .map(List::of)
                        .orElseGet(
                                () -> all.stream().filter(MatReader::isLabels).toList())
                        .stream()
                        .filter(variable -> variable.isVector() && !variable.equals(data))
                        .toList();
        if (vectors.size() != 1) return false;
        long entries = vectors.get(0).rows() * vectors.get(0).cols();
        return entries == data.cols() && entries != data.rows();
    }

    private static MatVariable data(String file, List<MatVariable> all, ReadOptions options) {
        if (options.variable().isPresent())
            return requireVariable(file, options.variable().get(), all);
        List<MatVariable> matrices = all.stream()
                .filter(MatVariable::isMatrix)
                .filter(variable -> !isLabels(variable)
                        && options.labels().filter(variable.name()::equals).isEmpty())
                .toList();
        List<MatVariable> usual = matrices.stream()
                .filter(variable -> DATA.contains(lower(variable)))
                .toList();
        if (usual.size() == 1) return requireEntries(file, usual.get(0));
        List<MatVariable> candidates =
                usual.isEmpty() ? matrices.stream().filter(MatVariable::isBroad).toList() : usual;
        if (candidates.size() == 1) return candidates.get(0);
        throw new DataException(
                "%s: choose the variable of the data with --variable; there %s",
                file, all.isEmpty() ? "are none" : "are " + described(all));
    }

    private static MatVariable requireVariable(String file, String name, List<MatVariable> all) {
        MatVariable variable = named(name, all).orElseThrow(() -> {
            List<String> nearest = NameValidator.suggest(name, names(all));
            String hint = nearest.isEmpty() ? "" : "; did you mean " + String.join(" or ", nearest) + "?";
            String there = all.isEmpty() ? "there are none" : "there are " + described(all);
            return new DataException("%s: has no variable '%s'; %s%s", file, name, there, hint);
        });
        if (!variable.isMatrix())
            throw new DataException("%s: variable %s is not a matrix of real numbers", file, variable.described());
        return requireEntries(file, variable);
    }

    private static MatVariable requireEntries(String file, MatVariable variable) {
        if (variable.rows() > 0 && variable.cols() > 0) return variable;
        throw new DataException("%s: variable %s is empty", file, variable.described());
    }

    private static boolean isLabels(MatVariable variable) {
        return LABELS.contains(lower(variable));
    }

    private static String lower(MatVariable variable) {
        return variable.name().toLowerCase(Locale.ROOT);
    }

    private static Optional<MatVariable> named(String name, List<MatVariable> all) {
        return all.stream().filter(variable -> variable.name().equals(name)).findFirst();
    }

    /** The names, shortened for hints. */
    private static Collection<String> names(List<MatVariable> all) {
        return all.stream().map(variable -> Excerpt.of(variable.name())).toList();
    }

    private static String described(List<MatVariable> all) {
        String first = all.stream().limit(20).map(MatVariable::described).collect(Collectors.joining(", "));
        return all.size() > 20 ? first + ", …" : first;
    }
}
