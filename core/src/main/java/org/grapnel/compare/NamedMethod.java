package org.grapnel.compare;

import org.grapnel.runtime.Preconditions;

/** A clustering method with the name of its row in the comparison. */
public record NamedMethod(String name, ClusteringMethod method) {
    public NamedMethod {
        Preconditions.require(!name.isBlank(), "a compared method needs a name");
    }
}
