package org.grapnel.formats.table;

import java.util.List;
import org.grapnel.formats.input.Excerpt;

/** Describes a cell that is no number, and what to do about it. */
public final class CellFault {
    private CellFault() {}

    /** Describes the place of a cell, with the line counted from 1. */
    public static String place(long line, int c, String column) {
        return "row " + line + ", column " + (c + 1) + (column.isEmpty() ? "" : " ('" + Excerpt.of(column) + "')");
    }

    /** Describes a cell of a column of numbers in this format, with the options that solve it. */
    public static String describe(String text, CellFormat format, String column) {
        List<String> missing = MissingWords.isLikely(text) ? List.of(text) : List.of();
        boolean comma = format.mark() == '.' && !format.truth() && hasOtherMark(text, format);
        String mark = comma ? "; if the table has decimal commas, add --decimal , (or " + drop(column) + ")" : "";
        return what(text, format) + (comma ? mark : remedy(column, missing));
    }

    private static boolean hasOtherMark(String text, CellFormat format) {
        char other = format.mark() == '.' ? ',' : '.';
        return new CellFormat(other, "", true, false).reads(CellFormat.unsigned(text));
    }

    /** The option that leaves the column out. */
    public static String drop(String column) {
        return ShellWord.columns("--drop", List.of(column));
    }

    /** Describes a cell of a column of numbers in this format. */
    static String what(String text, CellFormat format) {
        if (text.isEmpty()) return "missing value ('')";
        if (text.matches("#[A-Z0-9/]+[!?]")) return "'" + text + "' is the error of a formula";
        String what = "'" + Excerpt.of(text) + "' is not a number";
        if (format.truth()) return "'" + Excerpt.of(text) + "' is neither true nor false, as the cells above it are";
        if (!format.sign().isEmpty() && !CellFormat.sign(text).equals(format.sign()))
            return what + " with the sign " + format.sign() + ", which the cells above it have";
        if (hasOtherMark(text, format)) return what + " with a decimal " + (format.mark() == '.' ? "point" : "comma");
        return what;
    }

    /**
     * What to do about a column.
     *
     * @param missing the words of the column that may mean a missing value; empty if there is other text
     */
    static String remedy(String column, List<String> missing) {
        if (column.isEmpty()) return "";
        if (missing.isEmpty()) return "; to leave the column out, add " + drop(column);
        return "; if it means a missing value, add " + MissingWords.option(missing) + " (or " + drop(column) + ")";
    }
}
