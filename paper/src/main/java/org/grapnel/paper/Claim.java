package org.grapnel.paper;

import java.util.Locale;

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

    static Claim of(String where, String says, String measured, boolean held) {
        return new Claim(where, says, measured, held ? Verdict.HELD : Verdict.DID_NOT_HOLD);
    }

    static Claim notRun(String where, String says, String why) {
        return new Claim(where, says, why, Verdict.NOT_RUN);
    }
}
