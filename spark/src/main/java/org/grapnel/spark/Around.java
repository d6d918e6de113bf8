package org.grapnel.spark;

import java.io.Serializable;

/** What a step of one partition starts from: its columns at hand, those before, and those remembered. Not a record, because of Kryo. */
final class Around implements Serializable {
    private static final long serialVersionUID = 1;

    private final Slice here;
    private final Slice before;
    private final Slice remembered;

    Around(Slice here, Slice before, Slice remembered) {
        this.here = here;
        this.before = before;
        this.remembered = remembered;
    }

    Slice here() {
        return here;
    }

    Slice before() {
        return before;
    }

    /** Empty where nothing is remembered. */
    Slice remembered() {
        return remembered;
    }

    Around withoutSums() {
        return new Around(here.withoutSums(), before.withoutSums(), remembered.withoutSums());
    }
}
