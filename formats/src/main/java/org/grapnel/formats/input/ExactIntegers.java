package org.grapnel.formats.input;

import java.util.ArrayList;
import java.util.List;
import org.grapnel.data.DataException;

/** Whole numbers: those of 64 bits as doubles without loss, and labels that are numbers as one writes them. */
public final class ExactIntegers {
    private static final double EXACT = 1L << 53;

    private ExactIntegers() {}

    public static double toDouble(long number, String place) {
        double value = number;
        // 2⁶³ − 1 rounds up to 2⁶³ and back down, so the way back alone would not notice it
        if ((long) value != number || number == Long.MAX_VALUE)
            throw new DataException("%s: the whole number %d does not fit into a double", place, number);
        return value;
    }

    public static double unsignedToDouble(long bits, String place) {
        if (bits >= 0) return toDouble(bits, place);
        // an even number of 64 bits has a half of 63 with the same digits
        double half = bits >>> 1;
        if ((bits & 1) != 0 || (long) half != bits >>> 1 || bits >>> 1 == Long.MAX_VALUE)
            throw new DataException(
                    "%s: the whole number %s does not fit into a double", place, Long.toUnsignedString(bits));
        return 2 * half;
    }

    /** 1 and not 1.0; empty for NaN, which is no label. */
    public static String format(double label) {
        if (Double.isNaN(label)) return "";
        boolean whole = label == Math.rint(label) && Math.abs(label) <= EXACT;
        return whole ? Long.toString((long) label) : Double.toString(label);
    }

    public static List<String> formatAll(double[] labels) {
        List<String> texts = new ArrayList<>(labels.length);
        for (double label : labels) texts.add(format(label));
        return texts;
    }

    /** Refuses labels of which one is missing. */
    public static List<String> requireLabels(List<String> labels, String place) {
        int missing = labels.indexOf("");
        if (missing >= 0) throw new DataException("%s: the label of sample %d is missing", place, missing);
        return labels;
    }
}
