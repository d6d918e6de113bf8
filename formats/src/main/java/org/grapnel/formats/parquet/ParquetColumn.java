package org.grapnel.formats.parquet;

/**
 * A column of a Parquet file, as its schema describes it.
 *
 * @param place which of the columns with values it is
 * @param type how values are stored: a physical type of the format
 * @param length the bytes of a value, if all have the same
 * @param meaning what the stored values stand for
 * @param scale of decimals: how many digits are behind the point
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

    /** What a value is, beyond how it is stored. */
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

    /** Whether values are stored as bytes that have to be interpreted, not as numbers of the machine. */
    boolean isBytes() {
        return type == BYTE_ARRAY || type == FIXED;
    }

    /** How many bytes a value takes, 0 where each says so itself or a byte holds several. */
    int width() {
        return switch (type) {
            case INT32, FLOAT -> 4;
            case INT64, DOUBLE -> 8;
            case FIXED -> length;
            default -> 0;
        };
    }
}
