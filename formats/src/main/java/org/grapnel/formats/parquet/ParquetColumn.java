package org.grapnel.formats.parquet;

/**
 * A column of a Parquet file, as its schema describes it.
 *
 * @param place the index among the columns with values
 * @param type the physical type of the values
 * @param length the bytes of a value, if all have the same length
 * @param meaning what the stored values stand for
 * @param scale the digits after the decimal point of decimals
 */
record ParquetColumn(
        String name, int place, int type, int length, boolean optional, ParquetMeaning meaning, int scale) {
    static final int BOOLEAN = 0;
    static final int INT32 = 1;
    static final int INT64 = 2;
    static final int INT96 = 3;
    static final int FLOAT = 4;
    static final int DOUBLE = 5;
    static final int BYTE_ARRAY = 6;
    static final int FIXED = 7;

    /** What a stored value stands for. */
    enum ParquetMeaning {
        NUMBER,
        UNSIGNED,
        DECIMAL,
        HALF,
        TEXT,
        TIME,
        OTHER;

        boolean isNumber() {
            return this == NUMBER || this == UNSIGNED || this == DECIMAL || this == HALF;
        }
    }

    boolean isNumber() {
        return meaning.isNumber();
    }

    boolean isText() {
        return meaning == ParquetMeaning.TEXT;
    }

    /** Tells whether values are stored as byte arrays instead of machine numbers. */
    boolean isBytes() {
        return type == BYTE_ARRAY || type == FIXED;
    }

    /** The bytes of a value; 0 if the length varies or a byte holds several values. */
    int width() {
        return switch (type) {
            case INT32, FLOAT -> 4;
            case INT64, DOUBLE -> 8;
            case FIXED -> length;
            default -> 0;
        };
    }
}
