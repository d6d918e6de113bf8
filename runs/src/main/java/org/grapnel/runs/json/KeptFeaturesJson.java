package org.grapnel.runs.json;

import org.grapnel.linalg.RowSet;

/** Reads the kept features of a journal entry: ascending indices out of {@code features}. */
final class KeptFeaturesJson {
    static final String FEATURES = "features";
    static final String KEPT = "kept_features";

    private KeptFeaturesJson() {}

    static RowSet read(JsonObjectView entry, int features) {
        RowSet rows = RowSet.none(features);
        try {
            for (int row : entry.counts(KEPT)) rows.add(row);
        } catch (IllegalArgumentException e) {
            throw entry.unexpected(KEPT, "ascending indices below " + features);
        }
        return rows;
    }
}
