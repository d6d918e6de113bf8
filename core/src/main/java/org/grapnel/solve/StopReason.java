package org.grapnel.solve;

import java.util.Locale;
import org.grapnel.checkpoint.StateStream;

/** Why a run ended, and whether it had converged. */
public sealed interface StopReason {
    /** The word in {@code summary.json}. */
    String code();

    /** A sentence for users. */
    String sentence();

    default boolean converged() {
        return false;
    }

    /** This reason where the change that was measured is the relative decrease of F, as in best-support. */
    default StopReason forObjectiveDecrease() {
        return this instanceof Converged c && c.isChange() ? new SmallDecrease(c.measured, c.tolerance) : this;
    }

    /** This reason where the change that was measured is the root of the relative decrease of F, as in the joint factorisation. */
    default StopReason forFlatObjective() {
        return this instanceof Converged c && c.isChange()
                ? new FlatObjective(c.measured * c.measured, c.tolerance * c.tolerance)
                : this;
    }

    /** Writes a reason to a checkpoint, or reads the one that was written. */
    static StopReason transfer(StateStream stream, StopReason reason) {
        String kind = stream.string(reason.checkpointName());
        String rule = stream.string(reason instanceof Converged c ? c.rule : "");
        double measured = stream.doubleValue(reason.measuredValue());
        double limit = stream.doubleValue(reason.limit());
        return switch (kind) {
            case "Converged" -> new Converged(rule, measured, limit);
            case "FlatObjective" -> new FlatObjective(measured, limit);
            case "Settled" -> new SmallDecrease(measured, limit);
            case "LabelsSettled" -> new StableLabels();
            case "RoundLimit" -> new RoundLimit((int) limit);
            case "IterationLimit" -> new IterationLimit((int) limit);
            case "TimeLimit" -> new TimeLimit(limit);
            case "Interrupted" -> new Interrupted();
            case "Diverged" -> new Diverged((int) limit);
            default -> throw new IllegalArgumentException("'" + kind + "' is no reason to stop");
        };
    }

    /** The name of this kind of reason in checkpoints. */
    private String checkpointName() {
        if (this instanceof SmallDecrease) return "Settled";
        if (this instanceof StableLabels) return "LabelsSettled";
        return getClass().getSimpleName();
    }

    /** The measured quantity of this reason; 0 where there is none. */
    private double measuredValue() {
        if (this instanceof Converged c) return c.measured;
        if (this instanceof FlatObjective f) return f.measured;
        return this instanceof SmallDecrease s ? s.measured : 0;
    }

    /** The tolerance, limit or iteration of this reason; 0 where there is none. */
    private double limit() {
        if (this instanceof Converged c) return c.tolerance;
        if (this instanceof SmallDecrease s) return s.tolerance;
        if (this instanceof FlatObjective f) return f.tolerance;
        if (this instanceof RoundLimit l) return l.rounds;
        if (this instanceof IterationLimit l) return l.limit;
        if (this instanceof TimeLimit l) return l.seconds;
        return this instanceof Diverged d ? d.iteration : 0;
    }

    /**
     * A measured quantity is below its tolerance.
     *
     * @param rule names the quantity: {@link #CHANGE}, {@link #RESIDUAL}, or a word of the caller's own {@link Stop}
     */
    record Converged(String rule, double measured, double tolerance) implements StopReason {
        /** The rule of {@link Stop#changeBelow}. */
        public static final String CHANGE = "tolerance";

        /** The rule of {@link Stop#residualBelow}. */
        public static final String RESIDUAL = "residual";

        /** Whether the relative change was measured. */
        public boolean isChange() {
            return rule.equals(CHANGE);
        }

        @Override
        public String code() {
            return rule;
        }

        @Override
        public String sentence() {
            String what = isChange() ? "relative change" : rule;
            return String.format(Locale.ROOT, "converged: the %s %.4g is below %.4g", what, measured, tolerance);
        }

        @Override
        public boolean converged() {
            return true;
        }
    }

    /** Best-support's rule: the objective hardly falls any more. The point may still be away from stationary; the residuals say how far. */
    record SmallDecrease(double measured, double tolerance) implements StopReason {
        @Override
        public String code() {
            return "tolerance";
        }

        @Override
        public String sentence() {
            return String.format(
                    Locale.ROOT,
                    "settled: five iterations took %.2g off what the kept features leave unexplained, less than %.2g",
                    measured,
                    tolerance);
        }

        @Override
        public boolean converged() {
            return true;
        }
    }

    /** The joint factorisation's rule: five iterations lower the objective by a share below the square of the tolerance. */
    record FlatObjective(double measured, double tolerance) implements StopReason {
        @Override
        public String code() {
            return "tolerance";
        }

        @Override
        public String sentence() {
            return String.format(
                    Locale.ROOT,
                    "settled: five iterations lowered the objective by a share of %.2g, less than %.2g",
                    measured,
                    tolerance);
        }

        @Override
        public boolean converged() {
            return true;
        }
    }

    /** No sample changed its group in k-means. */
    record StableLabels() implements StopReason {
        @Override
        public String code() {
            return "labels";
        }

        @Override
        public String sentence() {
            return "converged: no sample changed its group any more";
        }

        @Override
        public boolean converged() {
            return true;
        }
    }

    /** The features of sparse k-means still changed in its last round. */
    record RoundLimit(int rounds) implements StopReason {
        @Override
        public String code() {
            return "max-rounds";
        }

        @Override
        public String sentence() {
            return "the kept features still changed after " + rounds + " rounds";
        }
    }

    record IterationLimit(int limit) implements StopReason {
        @Override
        public String code() {
            return "max-iter";
        }

        @Override
        public String sentence() {
            return "the limit of " + limit + " iterations was reached";
        }
    }

    record TimeLimit(double seconds) implements StopReason {
        @Override
        public String code() {
            return "max-seconds";
        }

        @Override
        public String sentence() {
            return "the limit of " + seconds + " seconds was reached";
        }
    }

    /** The run was cancelled. */
    record Interrupted() implements StopReason {
        @Override
        public String code() {
            return "interrupted";
        }

        @Override
        public String sentence() {
            return "it was asked to stop; the result is the point reached by then";
        }
    }

    /** F was not a finite number at this iteration; the result is the point before it. */
    record Diverged(int iteration) implements StopReason {
        @Override
        public String code() {
            return "diverged";
        }

        @Override
        public String sentence() {
            return "the objective was no longer a finite number at iteration " + iteration
                    + "; the result is the point before it";
        }
    }
}
