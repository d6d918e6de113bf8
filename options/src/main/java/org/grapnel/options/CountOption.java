package org.grapnel.options;

import java.util.Optional;
import picocli.CommandLine.TypeConversionException;

/** A number, or {@code auto} for the number that Grapnel suggests. */
record CountOption(Optional<Integer> number) {
    private static final String AUTO = "auto";

    static CountOption parse(String text) {
        if (text.equals(AUTO)) return new CountOption(Optional.empty());
        try {
            return new CountOption(Optional.of(Integer.valueOf(text)));
        } catch (NumberFormatException e) {
            throw new TypeConversionException(
                    "'" + text + "' is not a whole number of at most " + Integer.MAX_VALUE + ", or " + AUTO);
        }
    }

    boolean isAuto() {
        return number.isEmpty();
    }
}
