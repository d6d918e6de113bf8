package org.grapnel.data;

import java.util.Locale;

/** How each feature is scaled, so that features are not selected for their size alone. */
public enum FeatureScaling {
    NONE,
    /** Divides each feature by its norm. */
    UNIT,
    /** Subtracts the minimum of each feature, then divides by its norm. */
    SHIFT_UNIT;

    /** The word on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
