package org.grapnel.formats.csv;

/** Says how many lines are skipped. */
final class LineCount {
    private LineCount() {}

    /** Returns {@code 1 comment is skipped} or {@code 3 comments are skipped}. */
    static String skipped(long count, String what) {
        return count + " " + what + (count == 1 ? " is" : "s are") + " skipped";
    }
}
