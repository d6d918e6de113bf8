package org.grapnel.formats.xlsx;

import org.grapnel.data.DataException;

/**
 * Looks for two things in the parts of a workbook on which the library would spend time or memory without bound: numbers
 * of very many digits, and cells right of the last column that a sheet can have.
 */
final class SheetGuard {
    private static final int MAX_DIGITS = 10_000;

    /** The letters of the last column, XFD. */
    private static final int MAX_LETTERS = 3;

    private static final byte[] ADDRESS = {' ', 'r', '=', '"'};

    private final String file;
    private int digits;
    private int matched; // the bytes of ADDRESS that were just seen
    private int letters; // the letters after them

    SheetGuard(String file) {
        this.file = file;
    }

    /** Checks the next bytes of a part. */
    void check(byte[] bytes, int length) {
        for (int i = 0; i < length; i++) {
            byte b = bytes[i];
            boolean digit = b >= '0' && b <= '9';
            digits = digit ? digits + 1 : 0;
            if (digits > MAX_DIGITS)
                throw new DataException("%s: holds a number of more than %d digits", file, MAX_DIGITS);
            if (matched == ADDRESS.length && b >= 'A' && b <= 'Z') {
                letters++;
                continue;
            }
            if (letters > MAX_LETTERS && digit)
                throw new DataException("%s: the workbook is damaged: a cell lies right of column XFD", file);
            letters = 0;
            matched = matched < ADDRESS.length && b == ADDRESS[matched] ? matched + 1 : b == ADDRESS[0] ? 1 : 0;
        }
    }
}
