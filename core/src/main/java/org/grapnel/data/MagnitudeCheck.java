package org.grapnel.data;

import java.util.Arrays;
import java.util.Optional;
import org.grapnel.linalg.Matrix;

/**
 * Checks 10⁻²⁵⁰ ≤ ‖X‖² ≤ 10²⁵⁰. Within this range sums of squares of X keep all digits of a double, even multiplied by a large weight. Outside
 * of it the objective is infinite or zero for all factors.
 */
public final class MagnitudeCheck {
    private static final double LEAST = 1e-250;
    private static final double MOST = 1e250;

    private MagnitudeCheck() {}

    /** The largest entry of X. */
    public record LargestCell(int row, int column, double value) {
        /** The fault of data with this largest value, and the remedy. */
        public String fault() {
            return MagnitudeCheck.fault(value);
        }
    }

    /** Returns whether data with this ‖X‖² are in range. NaN is, because it is a fault of another kind. */
    public static boolean isInRange(double squares) {
        return Double.isNaN(squares) || (squares >= LEAST && squares <= MOST);
    }

    /** Returns the fault of data out of range with this largest value, and the remedy. */
    public static String fault(double largest) {
        return (largest > 1 ? "too large" : "too small")
                + " to be squared in double precision; divide the data by it, as Preparation.withNormalize(MAX) does";
    }

    /** Returns the largest entry of data out of range; empty if they are in range or all zero. */
    public static Optional<LargestCell> check(Matrix X) {
        double squares = Arrays.stream(X.rowSquares()).sum();
        if (isInRange(squares)) return Optional.empty();
        LargestCell largest = new LargestCell(0, 0, 0);
        double[] row = new double[X.cols()];
        for (int i = 0; i < X.rows(); i++) {
            X.row(i, row);
            for (int j = 0; j < row.length; j++) if (row[j] > largest.value) largest = new LargestCell(i, j, row[j]);
        }
        return largest.value > 0 ? Optional.of(largest) : Optional.empty();
    }
}
