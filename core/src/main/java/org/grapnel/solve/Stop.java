package org.grapnel.solve;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.grapnel.runtime.Preconditions;

/** A stop rule. Rules have no state: they can be combined and reused. */
@FunctionalInterface
public interface Stop {
    /** Returns the reason to stop after this step, if there is one. */
    Optional<StopReason> test(Step step, Residuals residuals);

    /** The residuals at the current point, computed on demand. */
    @FunctionalInterface
    interface Residuals {
        /** The larger residual of the two factors. */
        double largest();
    }

    /** Stops when ‖(W,H) − (W,H)′‖ / ‖(W,H)′‖ is below a tolerance, the paper's rule. */
    static Stop changeBelow(double tolerance) {
        Preconditions.require(tolerance >= 0, "the tolerance must be >= 0, got %s", tolerance);
        return (step, residuals) -> step.change() < tolerance
                ? Optional.of(new StopReason.Converged(StopReason.Converged.CHANGE, step.change(), tolerance))
                : Optional.empty();
    }

    /**
     * Stops when the residuals of both factors are below a tolerance, measured at every tenth iteration. With OpenBLAS, measuring may change
     * the last bits of later iterations, because rows are then multiplied in other groups.
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

    /** Stops after the given number of iterations. */
    static Stop after(int iterations) {
        Preconditions.require(iterations >= 1, "the limit of iterations must be at least 1, got %d", iterations);
        Optional<StopReason> reason = Optional.of(new StopReason.IterationLimit(iterations));
        return (step, residuals) -> step.iteration() >= iterations ? reason : Optional.empty();
    }

    /** Stops after the given time. */
    static Stop within(double seconds) {
        Preconditions.require(seconds > 0, "the limit of seconds must be above 0, got %s", seconds);
        Optional<StopReason> reason = Optional.of(new StopReason.TimeLimit(seconds));
        return (step, residuals) -> step.seconds() >= seconds ? reason : Optional.empty();
    }

    /** Stops when the run is cancelled. */
    static Stop when(BooleanSupplier cancelled) {
        Optional<StopReason> reason = Optional.of(new StopReason.Interrupted());
        return (step, residuals) -> cancelled.getAsBoolean() ? reason : Optional.empty();
    }

    /** Stops when either rule is met. */
    default Stop or(Stop other) {
        return (step, residuals) -> {
            Optional<StopReason> reason = test(step, residuals);
            return reason.isPresent() ? reason : other.test(step, residuals);
        };
    }

    /** Stops when both rules are met; the reason is that of the other rule. */
    default Stop and(Stop other) {
        return (step, residuals) -> test(step, residuals).isPresent() ? other.test(step, residuals) : Optional.empty();
    }
}
