package org.grapnel.formats.csv;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The parser gives the same bits as {@link Double#parseDouble}. */
class FastDecimalParserTest {
    private final FastDecimalParser decimal = new FastDecimalParser();

    private void assertSame(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        double read = decimal.parse(Arrays.copyOf(bytes, CsvCellScanner.bufferSize(bytes.length)), 0);
        double expected = Double.parseDouble(text);
        if (decimal.end() != bytes.length || Double.doubleToLongBits(read) != Double.doubleToLongBits(expected))
            assertThat(read).as(text + ", read to " + decimal.end()).isEqualTo(expected);
    }

    @Test
    void everyDoubleKeepsItsBits() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 700_000; i++) {
            double any = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(any)) assertSame(Double.toString(any));
            assertSame(Double.toString(random.nextDouble() * 1000));
        }
    }

    @Test
    void allDigitsAndExponentsMatchJava() {
        SplittableRandom random = new SplittableRandom(2);
        for (int i = 0; i < 1_500_000; i++) {
            StringBuilder text = new StringBuilder(random.nextBoolean() ? "-" : "");
            int whole = random.nextInt(12);
            int fraction = random.nextInt(whole == 0 ? 1 : 0, 20);
            for (int d = 0; d < whole; d++) text.append(random.nextInt(10));
            if (fraction > 0) text.append('.');
            for (int d = 0; d < fraction; d++) text.append(random.nextInt(10));
            if (random.nextInt(3) == 0)
                text.append(random.nextBoolean() ? "e" : "E+").append(random.nextInt(80));
            else if (random.nextInt(3) == 0) text.append("e-").append(random.nextInt(80));
            assertSame(text.toString());
        }
    }

    /** Halfway between two doubles, and one unit of the nineteenth digit beside it. */
    @Test
    void tiesRoundToEven() {
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 60_000; i++) {
            double low = Math.scalb((double) random.nextLong(1L << 52, 1L << 53), random.nextInt(-60, 60));
            BigDecimal half = new BigDecimal(low).add(new BigDecimal(Math.ulp(low) / 2));
            long digits = half.unscaledValue().abs().toString().length();
            assertSame(half.toString());
            if (digits <= 19) continue;
            BigDecimal cut = half.round(new java.math.MathContext(19, java.math.RoundingMode.DOWN));
            assertSame(cut.toString());
            assertSame(cut.add(cut.ulp()).toString());
        }
        for (int q = -4; q <= 23; q++)
            for (long w = (1L << 53) + 1; w < (1L << 53) + 200; w += 2) assertSame(w + "e" + q);
    }

    @Test
    void unusualFormsMatchJava() {
        for (String text : new String[] {
            "0",
            "-0",
            "+0.0",
            "1.",
            ".5",
            "-.5e1",
            "00012",
            "0.00000000000000000000000000001",
            "1e400",
            "1e-400",
            "1e99999999999",
            "18446744073709551615",
            "9999999999999999999",
            "9007199254740993",
            "4.9e-324",
            "2.2250738585072011e-308",
            "123456789012345678901234567890",
            "0e999",
            "12345678.12345678",
            "1.7976931348623157e308"
        }) assertSame(text);
    }

    @Test
    void textHasNoEnd() {
        for (String text : new String[] {"", "-", ".", "e5", "x", "1e", "1e+", "-.e1", "nan"}) {
            decimal.parse(Arrays.copyOf(text.getBytes(StandardCharsets.US_ASCII), text.length() + 10), 0);
            assertThat(decimal.end()).as(text).isNegative();
        }
    }
}
