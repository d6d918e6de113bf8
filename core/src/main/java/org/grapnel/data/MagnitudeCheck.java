package org.grapnel.data;

import java.util.Arrays;
import java.util.Optional;
import org.grapnel.linalg.Matrix;

/**
 * 10⁻²⁵⁰ ≤ ‖X‖² ≤ 10²⁵⁰: within this, all that is computed of X by squaring and adding up is a double that has all its digits, also
 * after it was multiplied by a large weight. Outside of it F is infinite or zero whatever the factors, and nothing can be said of them.
 */
public final class MagnitudeCheck {
    private static final double LEAST = 1e-250;
    private static final double MOST = 1e250;

    private MagnitudeCheck() {}

    /** A cell of X, the largest. */
    public record LargestCell(int row, int column, double value) {
        /** What is wrong with data whose largest value this is, and what to do. */
        public String fault() {
            return (value > 1 ? "too large" : "too small")
                    + " to be squared in double precision; divide the data by it, as --normalize max does";
        }
    }

    /** The largest value of data that cannot be squared and added up; none where they can, or where all are zero. */
    public static Optional<LargestCell> check(Matrix X) {
        double squares = Arrays.stream(X.rowSquares()).sum();
        if (Double.isNaN(squares) || (squares >= LEAST && squares <= MOST)) return Optional.empty();
        LargestCell largest = new LargestCell(0, 0, 0);
        double[] row = new double[X.cols()];
        for (int i = 0; i < X.rows(); i++) {
            X.row(i, row);
            for (int j = 0; j < row.length; j++) if (row[j] > largest.value) largest = new LargestCell(i, j, row[j]);
        }
        return largest.value > 0 ? Optional.of(largest) : Optional.empty();
    }
}
