package org.grapnel.formats.matlab;

import io.jhdf.api.Dataset;
import io.jhdf.api.Group;
import io.jhdf.api.Node;
import io.jhdf.api.dataset.ChunkedDataset;
import io.jhdf.object.datatype.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.data.DataException;
import org.grapnel.formats.hdf5.Hdf5Chunks;
import org.grapnel.formats.hdf5.Hdf5File;
import org.grapnel.formats.hdf5.Hdf5NumberType;
import org.grapnel.formats.hdf5.Hdf5NumericDataset;
import org.grapnel.formats.hdf5.Hdf5SparseMatrix;
import org.grapnel.formats.input.ExactIntegers;
import org.grapnel.formats.input.Excerpt;
import org.grapnel.formats.input.GuardedCall;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;

/**
 * The variables of a MATLAB 7.3 file, an HDF5 file with one node per variable. MATLAB stores columns where HDF5 stores
 * rows, so an r × c matrix is a dataset of c × r. A sparse matrix is a group with compressed columns, a cell array is a
 * dataset of references, and an empty variable is a dataset that holds its shape.
 */
final class Mat73Variables implements MatVariables {
    private static final String CLASS = "MATLAB_class";
    private static final String SPARSE = "MATLAB_sparse";
    private static final String EMPTY = "MATLAB_empty";
    private static final int MAX_DIMENSIONS = 32;

    private final Hdf5File file;
    private final List<MatVariable> variables = new ArrayList<>();

    Mat73Variables(Hdf5File file) {
        this.file = file;
        for (String name : file.children(file.root())) {
            // internal to MATLAB, such as the contents of cells
            if (name.startsWith("#")) continue;
            if (file.isLink(file.root(), name)) {
                variables.add(new MatVariable(name, MatVariableKind.OTHER, "link", List.of()));
                continue;
            }
            Node node = node(name);
            if (node instanceof Group group) variables.add(group(name, group));
            else if (node instanceof Dataset dataset) variables.add(dataset(name, dataset));
        }
    }

    private Node node(String name) {
        return file.find(file.root(), name)
                .orElseThrow(
                        () -> new DataException("%s: the variable disappeared while the file was read", place(name)));
    }

    private String place(String name) {
        return file.name() + ": variable '" + Excerpt.of(name) + "'";
    }

    private MatVariable group(String name, Group group) {
        Optional<long[]> rows = file.integerAttribute(group, SPARSE).filter(found -> found.length == 1);
        if (rows.isEmpty())
            return new MatVariable(
                    name,
                    MatVariableKind.OTHER,
                    file.textAttribute(group, CLASS).orElse("struct"),
                    List.of());
        long cols = new Hdf5SparseMatrix(file, group, place(name)).starts("jc") - 1L;
        return new MatVariable(name, MatVariableKind.SPARSE, "sparse", List.of(rows.get()[0], Math.max(0, cols)));
    }

    private MatVariable dataset(String name, Dataset dataset) {
        boolean numbers = GuardedCall.run(place(name), () -> Hdf5NumberType.find(dataset.getDataType()))
                .isPresent();
        String type = file.textAttribute(dataset, CLASS).orElse(numbers ? "numbers" : "no numbers");
        MatVariableKind kind = switch (type) {
            case "char", "cell" -> MatVariableKind.TEXT;
            default -> numbers ? MatVariableKind.DENSE : MatVariableKind.OTHER;
        };
        return new MatVariable(name, kind, type, shape(name, dataset, numbers));
    }

    private List<Long> shape(String name, Dataset dataset, boolean numbers) {
        long[] sides = GuardedCall.run(place(name), dataset::getDimensionsAsLong);
        List<Long> shape = new ArrayList<>();
        boolean empty = file.integerAttribute(dataset, EMPTY)
                .filter(flag -> flag.length == 1 && flag[0] != 0)
                .isPresent();
        if (empty && numbers && sides.length == 1 && sides[0] <= MAX_DIMENSIONS) {
            for (double side : new Hdf5NumericDataset(file, dataset, place(name)).readVector()) shape.add((long) side);
        } else {
            for (int d = sides.length - 1; d >= 0; d--) shape.add(sides[d]);
            // other programs write vectors with one side; they are columns
            if (shape.size() == 1) shape.add(1L);
        }
        return shape;
    }

    @Override
    public List<MatVariable> variables() {
        return List.copyOf(variables);
    }

    @Override
    public Matrix matrix(MatVariable variable, boolean transposed) {
        String place = place(variable.name());
        Node node = node(variable.name());
        if (node instanceof Group group) return sparse(variable, group, transposed, place);
        Hdf5NumericDataset numbers = new Hdf5NumericDataset(file, (Dataset) node, place);
        boolean vector = GuardedCall.run(place, () -> ((Dataset) node).getDimensionsAsLong()).length < 2;
        return numbers.readMatrix(vector == transposed);
    }

    private Matrix sparse(MatVariable variable, Group group, boolean transposed, String place) {
        if (file.dataset(group, "data").isEmpty() && file.dataset(group, "ir").isEmpty()) {
            // MATLAB does not write empty parts
            int[] none = {};
            int rows = Math.toIntExact(variable.rows());
            int cols = Math.toIntExact(variable.cols());
            return GuardedCall.run(
                    place,
                    () -> SparseMatrix.ofTriples(
                            transposed ? cols : rows, transposed ? rows : cols, none, none, new double[0]));
        }
        return new Hdf5SparseMatrix(file, group, place)
                .read("jc", "ir", "data", variable.cols(), variable.rows(), !transposed);
    }

    @Override
    public List<String> labels(MatVariable variable) {
        String place = place(variable.name());
        return switch (variable.kind()) {
            case DENSE, SPARSE -> numericLabels(variable, place);
            case TEXT -> {
                Dataset dataset = (Dataset) node(variable.name());
                yield ExactIntegers.requireLabels(
                        variable.type().equals("cell") ? cells(dataset, place) : words(dataset, place), place);
            }
            case OTHER -> throw new DataException("%s: is %s; labels must be numbers or words", place, variable.type());
        };
    }

    /** Reads a matrix of characters as words, one per row, stored column by column. */
    private List<String> words(Dataset dataset, String place) {
        Hdf5NumericDataset characters = new Hdf5NumericDataset(file, dataset, place);
        int[] codes = characters.readIntegers(0, Character.MAX_VALUE);
        int words = characters.cols();
        List<String> read = new ArrayList<>();
        for (int i = 0; i < words; i++) {
            StringBuilder word = new StringBuilder();
            for (int c = 0; c < characters.rows(); c++) word.append((char) codes[c * words + i]);
            read.add(word.toString().strip());
        }
        return read;
    }

    private List<String> cells(Dataset dataset, String place) {
        Hdf5NumericDataset.requireStored(file, dataset, place);
        long[] references = GuardedCall.run(place, () -> {
            if (!(dataset.getDataType() instanceof Reference))
                throw new DataException("%s: its cells are not references", place);
            if (dataset instanceof ChunkedDataset chunked)
                Hdf5Chunks.requireBounded(chunked, dataset.getDataType().getSize(), place);
            return dataset.getDataFlat() instanceof long[] addresses ? addresses : new long[0];
        });
        List<String> read = new ArrayList<>();
        for (long reference : references) {
            if (!(file.dereference(reference, place) instanceof Dataset cell))
                throw new DataException("%s: entry %d is neither a word nor a number", place, read.size() + 1);
            read.add(cell(cell, place, read.size() + 1));
        }
        return read;
    }

    private String cell(Dataset cell, String place, int number) {
        if (file.hasAttribute(cell, EMPTY)) return "";
        Hdf5NumericDataset content = new Hdf5NumericDataset(file, cell, place + ": entry " + number);
        boolean text = file.textAttribute(cell, CLASS).filter("char"::equals).isPresent();
        if (!text && content.count() == 1) return ExactIntegers.format(content.readVector()[0]);
        if (!text || content.cols() != 1)
            throw new DataException("%s: entry %d is neither a word nor a number", place, number);
        return words(cell, place).get(0);
    }
}
