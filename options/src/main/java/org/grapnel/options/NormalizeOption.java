package org.grapnel.options;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.grapnel.data.Normalization;
import org.grapnel.data.Preparation;
import picocli.CommandLine.TypeConversionException;

/**
 * The value of {@code --normalize}: a word, and for {@code total} perhaps the sum of every sample, as in {@code total:10000}.
 */
public record NormalizeOption(Normalization kind, OptionalDouble total) {
    public static NormalizeOption of(Normalization kind) {
        return new NormalizeOption(kind, OptionalDouble.empty());
    }

    static NormalizeOption parse(String text) {
        String[] parts = text.split(":", 2);
        Normalization kind = Arrays.stream(Normalization.values())
                .filter(one -> one.toString().equals(parts[0]))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("'" + text + "' is not among "
                        + Arrays.stream(Normalization.values())
                                .map(Normalization::toString)
                                .collect(Collectors.joining(", "))
                        + ", total:T"));
        if (parts.length == 1) return of(kind);
        if (kind != Normalization.TOTAL)
            throw new TypeConversionException("'" + text + "': only total takes a number, as in total:10000");
        try {
            double sum = Double.parseDouble(parts[1]);
            if (sum > 0 && sum < Double.POSITIVE_INFINITY) return new NormalizeOption(kind, OptionalDouble.of(sum));
        } catch (NumberFormatException e) {
            // refused below
        }
        throw new TypeConversionException(
                "'" + text + "': the sum of a sample must be a number above 0, as in total:10000");
    }

    Preparation addTo(Preparation given) {
        return total.isPresent() ? given.withTotal(total.getAsDouble()) : given.withNormalize(kind);
    }

    @Override
    public String toString() {
        return kind + (total.isPresent() ? ":" + total.getAsDouble() : "");
    }
}
