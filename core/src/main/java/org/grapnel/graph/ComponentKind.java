package org.grapnel.graph;

import java.util.Locale;
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
        return X.isDense() && metric == Metric.EUCLIDEAN && !hasUnitSamples(X) ? CENTERED : UNIT_LENGTH;
    }

    private static boolean hasUnitSamples(Matrix X) {
        for (double length : X.columnNorms()) if (length != 0 && Math.abs(length - 1) > ROUNDING) return false;
        return true;
    }

    /** Returns the word of run folders. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
