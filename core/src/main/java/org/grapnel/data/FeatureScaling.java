package org.grapnel.data;

import java.util.Locale;

/** To which scale each feature is brought, so that large ones are not chosen for their size alone. */
public enum FeatureScaling {
    NONE,
    /** Over its norm. */
    UNIT,
    /** Minus its minimum, then over its norm. */
    SHIFT_UNIT;

    /** The word of the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
