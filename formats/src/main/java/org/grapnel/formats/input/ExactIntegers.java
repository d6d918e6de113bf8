package org.grapnel.formats.input;

import java.util.ArrayList;
import java.util.List;
import org.grapnel.data.DataException;

/** Converts integers to doubles without loss, and numbers to labels. */
public final class ExactIntegers {
    private static final double EXACT = 1L << 53;

    private ExactIntegers() {}

    /** Returns the integer as a double; throws if it has no exact double. */
    public static double toDouble(long number) {
        double value = number;
        // 2⁶³ − 1 becomes 2⁶³ as a double and 2⁶³ − 1 again as a long, so the round trip alone does not detect it
        if ((long) value != number || number == Long.MAX_VALUE) throw inexact(Long.toString(number));
        return value;
    }

    /** Returns the exception for an integer without exact double. */
    public static DataException inexact(String number) {
        return new DataException("the whole number %s does not fit into a double", number);
    }

    /** Returns the integer as a double; the exception names the place. */
    public static double toDouble(long number, String place) {
        try {
            return toDouble(number);
        } catch (DataException e) {
            throw new DataException(place + ": " + e.getMessage(), e);
        }
    }

    /** Returns the unsigned integer as a double; throws if it has no exact double. */
    public static double unsignedToDouble(long bits, String place) {
        if (bits >= 0) return toDouble(bits, place);
        // an even number of 64 bits is twice a number of 63 bits with the same significant digits
        double half = bits >>> 1;
        if ((bits & 1) != 0 || (long) half != bits >>> 1 || bits >>> 1 == Long.MAX_VALUE)
            throw new DataException(
                    "%s: the whole number %s does not fit into a double", place, Long.toUnsignedString(bits));
        return 2 * half;
    }

    /** Formats a number as a label: 1 and not 1.0. Returns an empty text for NaN, which is no label. */
    public static String format(double label) {
        if (Double.isNaN(label)) return "";
        boolean isInteger = label == Math.rint(label) && Math.abs(label) <= EXACT;
        return isInteger ? Long.toString((long) label) : Double.toString(label);
    }

    public static List<String> formatAll(double[] labels) {
        List<String> texts = new ArrayList<>(labels.length);
        for (double label : labels) texts.add(format(label));
        return texts;
    }

    /** Throws if a label is missing. */
    public static List<String> requireLabels(List<String> labels, String place) {
        int missing = labels.indexOf("");
        if (missing >= 0) throw new DataException("%s: the label of sample %d is missing", place, missing);
        return labels;
    }
}
