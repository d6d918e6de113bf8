package org.grapnel.formats.table;

/** What a column of a table is used for. */
public enum ColumnRole {
    /** A feature, or a sample of a table with features in rows. */
    NUMBERS,
    /** The names of the rows. */
    NAMES,
    /** The true classes of the samples. */
    LABELS,
    /** Something else that is known about the samples. */
    COLOR,
    /** Categories, each of which becomes a feature. */
    ONE_HOT,
    /** Left out. */
    SKIPPED,
    /** A column without a name and without content, which is left out as long as it is empty. */
    EMPTY;

    /** Tells whether the cells are kept as text. */
    public boolean isText() {
        return this == NAMES || this == LABELS || this == COLOR || this == ONE_HOT;
    }
}
