package org.grapnel.formats.image;

import java.util.Comparator;

/**
 * Orders names as people count: {@code s2} before {@code s10}. Runs of the digits 0–9 compare as numbers, everything
 * else by UTF-16 code, independently of the locale. A folder comes before names that continue its name. Names that
 * differ only in leading zeros stay distinct, the shorter first.
 */
final class NaturalOrder implements Comparator<String> {
    @Override
    public int compare(String a, String b) {
        int i = 0;
        int j = 0;
        while (i < a.length() && j < b.length()) {
            if (isDigit(a.charAt(i)) && isDigit(b.charAt(j))) {
                int endA = endOfDigits(a, i);
                int endB = endOfDigits(b, j);
                int order = compareNumbers(a, i, endA, b, j, endB);
                if (order != 0) return order;
                i = endA;
                j = endB;
            } else {
                int order = Integer.compare(code(a.charAt(i++)), code(b.charAt(j++)));
                if (order != 0) return order;
            }
        }
        int order = Integer.compare(a.length() - i, b.length() - j);
        if (order != 0) return order;
        order = Integer.compare(a.length(), b.length());
        return order != 0 ? order : a.compareTo(b);
    }

    /** The folder separator comes before every other character. */
    private static int code(char c) {
        return c == '/' ? -1 : c;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static int endOfDigits(String s, int from) {
        int end = from;
        while (end < s.length() && isDigit(s.charAt(end))) end++;
        return end;
    }

    /** Compares numbers of any length by their digits without leading zeros: the longer is the larger. */
    private static int compareNumbers(String a, int i, int endA, String b, int j, int endB) {
        while (i < endA && a.charAt(i) == '0') i++;
        while (j < endB && b.charAt(j) == '0') j++;
        if (endA - i != endB - j) return Integer.compare(endA - i, endB - j);
        for (; i < endA; i++, j++) if (a.charAt(i) != b.charAt(j)) return Character.compare(a.charAt(i), b.charAt(j));
        return 0;
    }
}
