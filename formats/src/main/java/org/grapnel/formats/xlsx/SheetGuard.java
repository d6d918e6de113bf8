package org.grapnel.formats.xlsx;

import org.grapnel.data.DataException;

/**
 * Looks for two things in the parts of a workbook on which the library would spend time or memory without bound: numbers
 * of very many digits, and cells right of the last column that a sheet can have. An address is the value of an attribute
 * {@code r}, in either quotes. Zero bytes are left out, so that UTF-16 is checked too.
 */
final class SheetGuard {
    private static final int MAX_DIGITS = 10_000;

    /** The number of the last column, XFD. */
    private static final int MAX_COLUMN = 16_384;

    /** What was seen of an address. */
    private enum AddressPart {
        NONE,
        BLANK,
        NAME,
        EQUALS,
        VALUE
    }

    private final String file;
    private int digits;
    private AddressPart seen = AddressPart.NONE;
    private int column; // the letters of the address as a number, from 1

    SheetGuard(String file) {
        this.file = file;
    }

    /** Checks the next bytes of a part. */
    void check(byte[] bytes, int length) {
        for (int i = 0; i < length; i++) {
            byte b = bytes[i];
            if (b == 0) continue;
            digits = isDigit(b) ? digits + 1 : 0;
            if (digits > MAX_DIGITS)
                throw new DataException("%s: holds a number of more than %d digits", file, MAX_DIGITS);
            seen = next(b);
        }
    }

    private AddressPart next(byte b) {
        boolean blank = b == ' ' || b == '\t' || b == '\n' || b == '\r';
        return switch (seen) {
            case BLANK -> b == 'r' ? AddressPart.NAME : start(b, blank);
            case NAME -> b == '=' ? AddressPart.EQUALS : blank ? AddressPart.NAME : start(b, false);
            case EQUALS -> {
                column = 0;
                yield b == '"' || b == '\'' ? AddressPart.VALUE : blank ? AddressPart.EQUALS : start(b, false);
            }
            case VALUE -> inAddress(b) ? AddressPart.VALUE : start(b, blank);
            case NONE -> start(b, blank);
        };
    }

    /** A name follows a blank, or the colon of a name space. */
    private static AddressPart start(byte b, boolean blank) {
        return blank || b == ':' ? AddressPart.BLANK : AddressPart.NONE;
    }

    /** Adds a letter of an address; returns false after the last one. */
    private boolean inAddress(byte b) {
        int letter = b | 0x20; // lower case
        if (letter >= 'a' && letter <= 'z') {
            column = Math.min(MAX_COLUMN + 1, 26 * column + letter - 'a' + 1);
            return true;
        }
        if (column > MAX_COLUMN && isDigit(b))
            throw new DataException("%s: the workbook is damaged: a cell lies right of column XFD", file);
        if (b == '&')
            throw new DataException("%s: the workbook is damaged: an address of a cell holds an entity", file);
        return b == '$';
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }
}
