package org.grapnel.solve;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.grapnel.runtime.Preconditions;

/** When to stop. Rules are values without memory: they can be combined and used again. */
@FunctionalInterface
public interface Stop {
    Optional<StopReason> test(Step step, Residuals residuals);

    /** The residuals at the point just reached, computed when a rule asks. */
    @FunctionalInterface
    interface Residuals {
        /** The larger of the two blocks'. */
        double largest();
    }

    /** The paper's rule: ‖(W,H) − (W,H)′‖ / ‖(W,H)′‖ below a tolerance. */
    static Stop changeBelow(double tolerance) {
        Preconditions.require(tolerance >= 0, "the tolerance must be >= 0, got %s", tolerance);
        return (step, residuals) -> step.change() < tolerance
                ? Optional.of(new StopReason.Converged(StopReason.Converged.CHANGE, step.change(), tolerance))
                : Optional.empty();
    }

    /**
     * Nearly stationary: the residual of both blocks below a tolerance, looked at every tenth iteration. (On OpenBLAS looking may change the last bits of what follows, for rows are then multiplied
     * in other groups.)
     */
    static Stop residualBelow(double tolerance) {
        Preconditions.require(tolerance >= 0, "the tolerance must be >= 0, got %s", tolerance);
        return (step, residuals) -> {
            if (step.iteration() % 10 != 0) return Optional.empty();
            double measured = residuals.largest();
            return measured < tolerance
                    ? Optional.of(new StopReason.Converged(StopReason.Converged.RESIDUAL, measured, tolerance))
                    : Optional.empty();
        };
    }

    static Stop after(int iterations) {
        Preconditions.require(iterations >= 1, "the limit of iterations must be at least 1, got %d", iterations);
        Optional<StopReason> reason = Optional.of(new StopReason.IterationLimit(iterations));
        return (step, residuals) -> step.iteration() >= iterations ? reason : Optional.empty();
    }

    static Stop within(double seconds) {
        Preconditions.require(seconds > 0, "the limit of seconds must be above 0, got %s", seconds);
        Optional<StopReason> reason = Optional.of(new StopReason.TimeLimit(seconds));
        return (step, residuals) -> step.seconds() >= seconds ? reason : Optional.empty();
    }

    /** When somebody asks for it. */
    static Stop when(BooleanSupplier asked) {
        Optional<StopReason> reason = Optional.of(new StopReason.Interrupted());
        return (step, residuals) -> asked.getAsBoolean() ? reason : Optional.empty();
    }

    /** The first of two that is met. */
    default Stop or(Stop other) {
        return (step, residuals) -> {
            Optional<StopReason> reason = test(step, residuals);
            return reason.isPresent() ? reason : other.test(step, residuals);
        };
    }

    /** Both at once; the reason is the other's. */
    default Stop and(Stop other) {
        return (step, residuals) -> test(step, residuals).isPresent() ? other.test(step, residuals) : Optional.empty();
    }
}
