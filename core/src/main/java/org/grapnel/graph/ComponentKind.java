package org.grapnel.graph;

import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.grapnel.linalg.Matrix;

/** What samples are before their principal components are computed. */
public enum ComponentKind {
    /** x − μ with the mean sample μ: principal component analysis. */
    CENTERED,
    /**
     * x/‖x‖, not centred: the truncated singular value decomposition that suits text. The scores are scaled to unit
     * length again. A zero sample stays zero.
     */
    UNIT_LENGTH;

    private static final double ROUNDING = 1e-12;

    /**
     * Returns the usual kind: centred for a dense X with Euclidean distances, unit length otherwise. Samples that have
     * unit length already were prepared to be compared by their angle, as texts are, in whatever way X is stored.
     */
    public static ComponentKind forData(Matrix X, Metric metric) {
        return forData(X.isDense(), metric, () -> hasUnitSamples(X));
    }

    /**
     * Returns the usual kind of data that are stored elsewhere.
     *
     * @param dense whether the data were given with all their zeros
     * @param hasUnitSamples whether all samples but zeros have {@linkplain #isUnit unit length}; called only if it matters
     */
    public static ComponentKind forData(boolean dense, Metric metric, BooleanSupplier hasUnitSamples) {
        return dense && metric == Metric.EUCLIDEAN && !hasUnitSamples.getAsBoolean() ? CENTERED : UNIT_LENGTH;
    }

    private static boolean hasUnitSamples(Matrix X) {
        for (double length : X.columnNorms()) if (length != 0 && !isUnit(length)) return false;
        return true;
    }

    /** Returns whether a length is 1 up to rounding. */
    public static boolean isUnit(double length) {
        return !(Math.abs(length - 1) > ROUNDING);
    }

    /** Returns the word of run folders. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
