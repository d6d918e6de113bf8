package org.grapnel.graph;

import java.util.Optional;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.Preconditions;

/**
 * How many principal components neighbours are searched on. p features and n samples have at most min(p, n − 1) of
 * them. With all of them the distances are those of all features, so none are computed then.
 *
 * @param count M, the number of components
 * @param orFewer whether data with fewer components are allowed; otherwise they are refused
 * @param kind what the samples are before; empty for the {@linkplain ComponentKind#forData usual} kind
 */
public record ComponentSpec(int count, boolean orFewer, Optional<ComponentKind> kind) {
    public ComponentSpec {
        Preconditions.require(count >= 1, "graph-pcs must be at least 1, or none, got %d", count);
    }

    /** Returns exactly this number of components; data with fewer are refused. */
    public static ComponentSpec of(int count) {
        return new ComponentSpec(count, false, Optional.empty());
    }

    /** Returns this number of components, or all where the data have fewer. */
    public static ComponentSpec atMost(int count) {
        return new ComponentSpec(count, true, Optional.empty());
    }

    public ComponentSpec withKind(ComponentKind other) {
        return new ComponentSpec(count, orFewer, Optional.of(other));
    }

    /** Returns the number of components in use for data of this shape. Refuses more than there are. */
    public int countFor(int features, int samples) {
        int most = Math.max(1, Math.min(features, samples - 1));
        Preconditions.require(
                orFewer || count <= most,
                "graph-pcs must be between 1 and %d, the smaller of %d features and %d samples - 1, got %d",
                most,
                features,
                samples,
                count);
        return Math.min(count, most);
    }

    /** Returns whether data of this shape have more components than are used, so that they must be computed. */
    public boolean reduces(int features, int samples) {
        return countFor(features, samples) < Math.min(features, samples - 1);
    }

    ComponentKind kindFor(Matrix X, Metric metric) {
        return kind.orElseGet(() -> ComponentKind.forData(X, metric));
    }
}
