package org.grapnel.paper;

import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * A claim of the paper and whether it held.
 *
 * @param says the claim
 * @param measured the numbers that decide it
 */
public record Claim(String where, String says, String measured, Verdict verdict) {
    /** Whether a claim held. */
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

    /** The numbers that decide a claim, and the decision. */
    record Finding(String measured, boolean held) {}

    /** Checks a claim about a result; without a result the claim was not run. */
    static <T> Claim about(Optional<T> result, String where, String says, Function<T, Finding> decide) {
        return result.map(decide)
                .map(found ->
                        new Claim(where, says, found.measured(), found.held() ? Verdict.HELD : Verdict.DID_NOT_HOLD))
                .orElseGet(() -> new Claim(where, says, "–", Verdict.NOT_RUN));
    }
}
