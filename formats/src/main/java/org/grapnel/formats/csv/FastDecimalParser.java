package org.grapnel.formats.csv;

import ch.randelshofer.fastdoubleparser.JavaDoubleParser;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Parses ±w·10^q, rounded to the nearest double with ties to even, like {@link Double#parseDouble}.
 *
 * <p>It uses the first of three ways that is exact. If w and 10^|q| are both doubles, one operation rounds once
 * (Clinger, How to read floating point numbers accurately, 1990). Otherwise it computes w·5^q to 128 bits, if the
 * missing bits cannot change the rounding (Lemire, Number parsing at a gigabyte per second, 2021, algorithm 1). The
 * rest is left to FastDoubleParser.
 *
 * <p>An instance keeps where the last number ended, so it belongs to one thread.
 */
final class FastDecimalParser {
    /** The bytes that may be read after the text, and must exist. */
    static final int PADDING = 8;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN)
            .withInvokeExactBehavior();
    private static final int MAX_DIGITS = 19; // always fit into 64 bits
    private static final long EXACT = 1L << 53;
    private static final int MAX_EXPONENT = 9999;
    private static final double[] TENS = tens();

    /** The largest |q| for which 5^q is tabulated, in 128 bits with the highest bit set. Other powers are rare. */
    private static final int RANGE = 64;

    private static final long[] FIVES_HIGH = new long[2 * RANGE + 1];
    private static final long[] FIVES_LOW = new long[2 * RANGE + 1];

    static {
        for (int q = -RANGE; q <= RANGE; q++) {
            BigInteger five = BigInteger.valueOf(5).pow(Math.abs(q));
            // Truncated, so that a product is never too large. For q ≥ -27, where 128 bits distinguish a reciprocal
            // from all ties, it is rounded up instead, so that a product that is a tie does not fall just below it.
            int exact = 127 + five.subtract(BigInteger.ONE).bitLength();
            BigInteger bits = q >= 0
                    ? five.shiftLeft(128)
                    : q >= -27
                            ? BigInteger.ONE.shiftLeft(exact).divide(five).add(BigInteger.ONE)
                            : BigInteger.ONE.shiftLeft(exact + 64).divide(five);
            bits = bits.shiftRight(bits.bitLength() - 128);
            FIVES_HIGH[q + RANGE] = bits.shiftRight(64).longValue();
            FIVES_LOW[q + RANGE] = bits.longValue();
        }
    }

    private final byte mark;
    private int end;

    /** Creates a parser of numbers with a decimal point. */
    FastDecimalParser() {
        this('.');
    }

    /** @param mark the decimal mark */
    FastDecimalParser(char mark) {
        this.mark = (byte) mark;
    }

    /** The first byte after the last number, or −1 if there was no number. */
    int end() {
        return end;
    }

    /**
     * Parses the decimal number that starts at {@code from}. What follows it is not checked, and words are no numbers.
     */
    double parse(byte[] text, int from) {
        int i = from;
        boolean negative = text[i] == '-';
        if (negative || text[i] == '+') i++;
        long w = 0;
        int start = i;
        for (int d = text[i] - '0'; d >= 0 && d <= 9; d = text[++i] - '0') w = 10 * w + d;
        int digits = i - start;
        int q = 0;
        if (text[i] == mark) {
            start = ++i;
            for (long eight = (long) LONG.get(text, i); areDigits(eight); eight = (long) LONG.get(text, i)) {
                w = 100_000_000 * w + value(eight);
                i += 8;
            }
            for (int d = text[i] - '0'; d >= 0 && d <= 9; d = text[++i] - '0') w = 10 * w + d;
            q = start - i;
            digits += i - start;
        }
        if (digits == 0) return none();
        if ((text[i] | 0x20) == 'e') {
            boolean down = text[++i] == '-';
            if (down || text[i] == '+') i++;
            start = i;
            int exponent = 0;
            for (int d = text[i] - '0'; d >= 0 && d <= 9; d = text[++i] - '0')
                exponent = Math.min(MAX_EXPONENT, 10 * exponent + d);
            if (i == start) return none();
            q += down ? -exponent : exponent;
        }
        end = i;
        if (digits > MAX_DIGITS) return exact(text, from, i);
        if (w >= 0 && w <= EXACT && Math.abs(q) < TENS.length) {
            double value = q < 0 ? w / TENS[-q] : w * TENS[q];
            return negative ? -value : value;
        }
        long bits = w == 0 || Math.abs(q) > RANGE ? -1 : rounded(w, q);
        if (bits < 0) return exact(text, from, i);
        double value = Double.longBitsToDouble(bits);
        return negative ? -value : value;
    }

    private double exact(byte[] text, int from, int to) {
        if (mark == '.') return JavaDoubleParser.parseDouble(text, from, to - from);
        byte[] number = Arrays.copyOfRange(text, from, to);
        for (int i = 0; i < number.length; i++) if (number[i] == mark) number[i] = '.';
        return JavaDoubleParser.parseDouble(number, 0, number.length);
    }

    private double none() {
        end = -1;
        return Double.NaN;
    }

    /** Tells whether the eight bytes are digits: none is below '0' or above '9'. */
    private static boolean areDigits(long eight) {
        return ((eight & 0xF0F0F0F0F0F0F0F0L) | ((eight + 0x0606060606060606L & 0xF0F0F0F0F0F0F0F0L) >>> 4))
                == 0x3333333333333333L;
    }

    /** The value of eight digits, the first in the lowest byte: pairs, then pairs of pairs, then both halves. */
    private static long value(long eight) {
        long v = eight - 0x3030303030303030L;
        v = (v * 10 + (v >>> 8)) & 0x00FF00FF00FF00FFL;
        v = (v * 100 + (v >>> 16)) & 0x0000FFFF0000FFFFL;
        return (v * 10_000 + (v >>> 32)) & 0xFFFFFFFFL;
    }

    /** The bits of w·10^q, far from the ends of the range; negative if 128 bits of 5^q do not decide them. */
    private static long rounded(long w, int q) {
        int zeros = Long.numberOfLeadingZeros(w);
        long shifted = w << zeros;
        long five = FIVES_HIGH[q + RANGE];
        long high = unsignedHigh(shifted, five);
        long low = shifted * five;
        if ((high & 0x1FF) == 0x1FF) {
            long more = unsignedHigh(shifted, FIVES_LOW[q + RANGE]);
            low += more;
            if (Long.compareUnsigned(low, more) < 0) high++;
            if (low == -1 && (q < -27 || q > 55)) return -1;
        }
        int top = (int) (high >>> 63);
        long mantissa = high >>> (top + 9); // 54 bits: one more than a double has, for rounding
        boolean tie = Long.compareUnsigned(low, 1) <= 0
                && q >= -4
                && q <= 23
                && (mantissa & 3) == 1
                && mantissa << (top + 9) == high;
        if (tie) mantissa--;
        mantissa = (mantissa + (mantissa & 1)) >>> 1;
        int exponent = ((217706 * q) >> 16) + 63 + top - zeros + 1023; // 217706 / 2^16 = log2(10)
        return ((long) exponent << 52) + (mantissa - (1L << 52)); // a mantissa of 2^53 carries into the exponent
    }

    private static long unsignedHigh(long a, long b) {
        return Math.multiplyHigh(a, b) + ((a >> 63) & b) + ((b >> 63) & a);
    }

    private static double[] tens() {
        double[] tens = new double[23]; // 10^22 is the largest power that is a double
        for (int i = 0; i < tens.length; i++) tens[i] = Double.parseDouble("1e" + i);
        return tens;
    }
}
