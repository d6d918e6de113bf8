package org.grapnel.formats.matlab;

import java.util.List;
import java.util.stream.Collectors;
import org.grapnel.data.DataException;
import org.grapnel.formats.input.ExactIntegers;
import org.grapnel.formats.input.Excerpt;
import org.grapnel.linalg.Matrix;

/** What is in a {@code .mat} file, whatever its version. Shapes are MATLAB's: rows, then columns. */
public interface MatVariables {
    /** What can be made of a variable. */
    enum MatVariableKind {
        /** Real numbers or logicals. */
        DENSE,
        /** The same, with the zeros left out. */
        SPARSE,
        /** Cells or characters, which may be labels. */
        TEXT,
        /** Complex numbers, structures and whatever else there is. */
        OTHER
    }

    /**
     * A variable before it is read.
     *
     * @param type MATLAB's class, for messages
     */
    record MatVariable(String name, MatVariableKind kind, String type, List<Long> shape) {
        /** So many are said of one that has thousands. */
        private static final int MOST_SIDES = 6;

        public MatVariable {
            shape = List.copyOf(shape);
        }

        boolean isMatrix() {
            return (kind == MatVariableKind.DENSE || kind == MatVariableKind.SPARSE) && shape.size() == 2;
        }

        /** Whether both sides are longer than one, as no vector's are. */
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

        /** As in {@code fea (575 × 644 double)}. */
        public String described() {
            String sides = shape.stream().limit(MOST_SIDES).map(String::valueOf).collect(Collectors.joining(" × "));
            if (shape.size() > MOST_SIDES) sides += " × …, " + shape.size() + " sides,";
            return Excerpt.of(name) + " (" + (sides.isEmpty() ? "" : sides + " ") + Excerpt.of(type) + ")";
        }
    }

    /** In the order of the file. */
    List<MatVariable> variables();

    /** The matrix as MATLAB has it, or its transpose. */
    Matrix matrix(MatVariable variable, boolean turned);

    /** A vector of numbers or a list of words, one an entry. */
    List<String> labels(MatVariable variable);

    /** Reads a vector of numbers as labels: 1 and not 1.0. */
    default List<String> numericLabels(MatVariable variable, String place) {
        if (!variable.isVector())
            throw new DataException("%s: labels are a vector, not %s", place, variable.described());
        try (Matrix vector = matrix(variable, variable.rows() > 1)) {
            double[] labels = new double[vector.cols()];
            if (vector.rows() > 0) vector.row(0, labels);
            return ExactIntegers.requireLabels(ExactIntegers.formatAll(labels), place);
        }
    }
}
