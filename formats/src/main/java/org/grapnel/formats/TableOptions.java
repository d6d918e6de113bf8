package org.grapnel.formats;

import java.util.List;
import java.util.Optional;
import org.grapnel.runtime.Preconditions;

/**
 * Options for tables as people have them: which columns are features, and how cells are written. A column is named by
 * its header, by a range of headers {@code FIRST:LAST}, or by a pattern in which {@code *} stands for any text.
 *
 * @param drop columns that are left out
 * @param keep the only columns that are features; empty for all that are not left out
 * @param id the column that names the samples; empty to detect it
 * @param oneHot columns of categories, each of which becomes a feature of zeros and ones
 * @param decimal the character before the fraction of a number: a point or a comma; empty to detect it
 * @param sheet the sheet of a workbook; empty for the first
 */
public record TableOptions(
        List<String> drop,
        List<String> keep,
        Optional<String> id,
        List<String> oneHot,
        Optional<Character> decimal,
        Optional<String> sheet) {
    public TableOptions {
        drop = List.copyOf(drop);
        keep = List.copyOf(keep);
        oneHot = List.copyOf(oneHot);
        decimal.ifPresent(mark -> Preconditions.require(
                mark == '.' || mark == ',', "the decimal mark is a point or a comma, not '%c'", mark));
    }

    /** Returns options with everything detected. */
    public static TableOptions plain() {
        return new TableOptions(List.of(), List.of(), Optional.empty(), List.of(), Optional.empty(), Optional.empty());
    }

    public TableOptions withDrop(List<String> columns) {
        return new TableOptions(columns, keep, id, oneHot, decimal, sheet);
    }

    public TableOptions withKeep(List<String> columns) {
        return new TableOptions(drop, columns, id, oneHot, decimal, sheet);
    }

    public TableOptions withId(String column) {
        return new TableOptions(drop, keep, Optional.of(column), oneHot, decimal, sheet);
    }

    public TableOptions withOneHot(List<String> columns) {
        return new TableOptions(drop, keep, id, columns, decimal, sheet);
    }

    public TableOptions withDecimal(char mark) {
        return new TableOptions(drop, keep, id, oneHot, Optional.of(mark), sheet);
    }

    public TableOptions withSheet(String name) {
        return new TableOptions(drop, keep, id, oneHot, decimal, Optional.of(name));
    }
}
