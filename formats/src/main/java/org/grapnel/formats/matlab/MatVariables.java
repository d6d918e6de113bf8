package org.grapnel.formats.matlab;

import java.util.List;
import java.util.stream.Collectors;
import org.grapnel.data.DataException;
import org.grapnel.formats.input.ExactIntegers;
import org.grapnel.formats.input.Excerpt;
import org.grapnel.linalg.Matrix;

/** The variables of a {@code .mat} file of any version. Shapes are rows, then columns. */
public interface MatVariables {
    /** The kind of a variable. */
    enum MatVariableKind {
        /** A dense array of real numbers or logicals. */
        DENSE,
        /** A sparse matrix. */
        SPARSE,
        /** Cells or characters, which may hold labels. */
        TEXT,
        /** Complex numbers, structures and all others. */
        OTHER
    }

    /**
     * A variable before it is read.
     *
     * @param type the MATLAB class, for messages
     */
    record MatVariable(String name, MatVariableKind kind, String type, List<Long> shape) {
        /** The most sides in a message. */
        private static final int MAX_SIDES = 6;

        public MatVariable {
            shape = List.copyOf(shape);
        }

        boolean isMatrix() {
            return (kind == MatVariableKind.DENSE || kind == MatVariableKind.SPARSE) && shape.size() == 2;
        }

        /** Tells whether this is a matrix with both sides longer than one. */
        boolean isBroad() {
            return isMatrix() && shape.get(0) > 1 && shape.get(1) > 1;
        }

        public boolean isVector() {
            return shape.size() == 2 && (shape.get(0) == 1 || shape.get(1) == 1);
        }

        public long rows() {
            return shape.get(0);
        }

        long cols() {
            return shape.get(1);
        }

        /** Describes the variable: {@code fea (575 × 644 double)}. */
        public String described() {
            String sides = shape.stream().limit(MAX_SIDES).map(String::valueOf).collect(Collectors.joining(" × "));
            if (shape.size() > MAX_SIDES) sides += " × …, " + shape.size() + " sides,";
            return Excerpt.of(name) + " (" + (sides.isEmpty() ? "" : sides + " ") + Excerpt.of(type) + ")";
        }
    }

    /** The variables in the order of the file. */
    List<MatVariable> variables();

    /** Reads a matrix, or its transpose. */
    Matrix matrix(MatVariable variable, boolean transposed);

    /** Reads a vector of numbers or a list of words, one label per entry. */
    List<String> labels(MatVariable variable);

    /** Reads a vector of numbers as labels: 1 and not 1.0. */
    default List<String> numericLabels(MatVariable variable, String place) {
        if (!variable.isVector())
            throw new DataException("%s: labels must be a vector, found %s", place, variable.described());
        try (Matrix vector = matrix(variable, variable.rows() > 1)) {
            double[] labels = new double[vector.cols()];
            if (vector.rows() > 0) vector.row(0, labels);
            return ExactIntegers.requireLabels(ExactIntegers.formatAll(labels), place);
        }
    }
}
