package org.grapnel.compare;

import org.grapnel.runtime.Preconditions;

/** A way with the name of its row. */
public record NamedMethod(String name, ClusteringMethod way) {
    public NamedMethod {
        Preconditions.require(!name.isBlank(), "a contender needs a name");
    }
}
