package org.grapnel.formats.table;

/** What the cells of a column look like. */
enum ColumnKind {
    /** Numbers, or words for true and false. */
    NUMBERS,
    /** Numbers, and a few cells that are none. */
    MOSTLY_NUMBERS,
    /** Numbers with the decimal mark that the other columns do not have. */
    OTHER_MARK,
    /** Numbers such as {@code 1,234}, which are thousands or have three decimals. */
    AMBIGUOUS,
    /** Numbers with different signs, or some without. */
    SIGNS,
    DATES,
    /** Texts that repeat. */
    CATEGORIES,
    /** Texts of which each occurs once. */
    DIFFERENT,
    TEXT,
    /** No cell has any content. */
    EMPTY
}
