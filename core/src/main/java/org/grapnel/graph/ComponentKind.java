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

    /** Returns the usual kind: centred for a dense X with Euclidean distances, unit length otherwise. */
    public static ComponentKind forData(Matrix X, Metric metric) {
        return X.isDense() && metric == Metric.EUCLIDEAN ? CENTERED : UNIT_LENGTH;
    }

    /** Returns the word of run folders. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
