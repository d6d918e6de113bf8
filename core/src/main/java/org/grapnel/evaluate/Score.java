package org.grapnel.evaluate;

import java.util.Locale;
import java.util.OptionalDouble;
import org.grapnel.runtime.Preconditions;

/** A number, or the reason why it is undefined; never NaN. The reason is empty if there is a number. */
public record Score(OptionalDouble value, String reason) {
    public Score {
        Preconditions.require(
                value.isPresent() == reason.isEmpty(),
                "a score has either a value or a reason, got %s and '%s'",
                value,
                reason);
        Preconditions.require(value.isEmpty() || Double.isFinite(value.getAsDouble()), "a score cannot be %s", value);
    }

    public static Score of(double value) {
        return new Score(OptionalDouble.of(value), "");
    }

    /** Creates an undefined score with a formatted reason. */
    public static Score undefined(String reason, Object... values) {
        return new Score(OptionalDouble.empty(), String.format(Locale.ROOT, reason, values));
    }

    public boolean isDefined() {
        return value.isPresent();
    }

    /** The number; throws an exception with the reason if it is undefined. */
    public double get() {
        if (value.isEmpty()) throw new IllegalStateException(toString());
        return value.getAsDouble();
    }

    @Override
    public String toString() {
        return value.isPresent() ? String.valueOf(value.getAsDouble()) : "undefined: " + reason;
    }
}
