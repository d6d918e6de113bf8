package org.grapnel.solve;

import java.util.Locale;
import org.grapnel.checkpoint.StateStream;

/** Why a run ended, and whether that means it had arrived. */
public sealed interface StopReason {
    /** The word in {@code summary.json}. */
    String code();

    /** A sentence for people. */
    String sentence();

    default boolean converged() {
        return false;
    }

    /** This one, or the one that was written. */
    static StopReason through(StateStream ledger, StopReason reason) {
        String kind = ledger.string(reason.getClass().getSimpleName());
        String rule = ledger.string(reason instanceof Converged c ? c.rule : "");
        double measured = ledger.doubleValue(
                reason instanceof Converged c ? c.measured : reason instanceof SmallDecrease s ? s.measured : 0);
        double limit = ledger.doubleValue(reason.limit());
        return switch (kind) {
            case "Converged" -> new Converged(rule, measured, limit);
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

    /** The number that it speaks of, 0 where there is none. */
    private double limit() {
        if (this instanceof Converged c) return c.tolerance;
        if (this instanceof SmallDecrease s) return s.tolerance;
        if (this instanceof RoundLimit l) return l.rounds;
        if (this instanceof IterationLimit l) return l.limit;
        if (this instanceof TimeLimit l) return l.seconds;
        return this instanceof Diverged d ? d.iteration : 0;
    }

    /** A rule that measures convergence was met. */
    record Converged(String rule, double measured, double tolerance) implements StopReason {
        @Override
        public String code() {
            return rule;
        }

        @Override
        public String sentence() {
            String what = rule.equals("tolerance") ? "relative change" : rule;
            return String.format(Locale.ROOT, "converged: the %s %.4g is below %.4g", what, measured, tolerance);
        }

        @Override
        public boolean converged() {
            return true;
        }
    }

    /** Best-support's rule: the objective hardly falls any more. It may still be some way from stationary; the residuals say how far. */
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

    /** No sample changed its group: k-means has nothing more to do. */
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

    /** Sparse k-means still wanted other features. */
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

    /** Somebody asked for it. */
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

    /** F was no longer a number at this iteration; the result is the last point where it was. */
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
