package org.grapnel.paper;

import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * A sentence of the paper and what became of it.
 *
 * @param says what the paper says
 * @param measured the numbers that decide
 */
public record Claim(String where, String says, String measured, Verdict verdict) {
    /** What became of it. */
    public enum Verdict {
        HELD,
        DID_NOT_HOLD,
        NOT_RUN;

        /** {@code did not hold}. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** The numbers that decide, and what they decide. */
    record Finding(String measured, boolean held) {}

    /** A claim about a result, or about one that there is not, which was not run. */
    static <T> Claim about(Optional<T> result, String where, String says, Function<T, Finding> decide) {
        return result.map(decide)
                .map(found ->
                        new Claim(where, says, found.measured(), found.held() ? Verdict.HELD : Verdict.DID_NOT_HOLD))
                .orElseGet(() -> new Claim(where, says, "–", Verdict.NOT_RUN));
    }
}
