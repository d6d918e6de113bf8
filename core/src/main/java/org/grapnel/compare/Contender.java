package org.grapnel.compare;

import org.grapnel.linalg.Check;

/** A way with the name of its row. */
public record Contender(String name, Way way) {
    public Contender {
        Check.that(!name.isBlank(), "a contender needs a name");
    }
}
