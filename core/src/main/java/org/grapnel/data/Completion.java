package org.grapnel.data;

import java.util.Locale;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;

/**
 * Fills the missing entries of X, which are NaN, from those that are there. Filled are features and samples that have something in common;
 * the observed entries stay as they are.
 *
 * <p>{@link Method#SHRUNK_COMPONENTS} iterates Z ← μ + C·(CᵀC + λ²)⁻¹CᵀC on the missing entries, with C = Z − μ and μ the means of the
 * features: each singular value σ of C becomes σ³/(σ² + λ²), so strong components are kept and weak ones vanish. λ falls along a path of fixed
 * ratios. A twentieth of the observed entries, chosen by a hash of (seed, feature, sample), are hidden first: they decide where the path
 * ends, and whether the means of the features predict better. Filled values are at least 0 if all observed ones are.
 *
 * <p>A round costs 3·p·n·min(p, n) operations. Data for which this is too much are filled by the means. The bits do not depend on the number of
 * threads.
 *
 * @param X a new matrix without missing entries; sparse if the given one is sparse
 * @param filled how many entries were filled
 * @param method what filled them
 * @param strength λ relative to ‖C‖; 0 for the means
 * @param heldOutError ‖X̂ − X‖/‖X‖ over the entries that were hidden; NaN if there were none, or only zeros
 */
public record Completion(Matrix X, long filled, Method method, double strength, double heldOutError)
        implements AutoCloseable {
    /** How missing entries are predicted. */
    public enum Method {
        /** The mean of the feature over the samples that have it. */
        FEATURE_MEANS,
        SHRUNK_COMPONENTS;

        /** The word in summary.json. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private static final double HELD_OUT = 0.05;

    /** The largest exponent of two, of either sign, in whose unit squares and their sums stay in range. */
    private static final int USUAL = 300;

    /** λ/‖C‖ of the path: the first, the last and how many. */
    private static final double FIRST = 0.3;

    private static final double LAST = 0.001;
    private static final int STEPS = 11;

    /** Along the path, this many steps without a better prediction end it. */
    private static final int PATIENCE = 2;

    /** An error this many times the least one ends the path at once: weaker and weaker shrinkage needs more and more rounds. */
    private static final double RISE = 1.01;

    /** Fills the missing entries. X is not changed. */
    public static Completion compute(ExecutionContext context, Matrix X, long seed) {
        MissingEntries all = MissingEntries.find(X, (i, j, x) -> Double.isNaN(x));
        if (all.count() == 0) return new Completion(copy(X), 0, Method.FEATURE_MEANS, 0, Double.NaN);
        double unit = unit(X);
        return unit == 1 ? compute(context, X, all, seed) : computeIn(unit, context, X, all, seed);
    }

    /** Returns a power of two near the largest number whose squares leave the range of doubles, else 1. */
    private static double unit(Matrix X) {
        double[] largest = {0};
        for (int i = 0; i < X.rows(); i++)
            X.forEachInRow(i, (j, x) -> {
                if (Math.abs(x) > largest[0]) largest[0] = Math.abs(x);
            });
        int exponent = Math.getExponent(largest[0]);
        boolean usual = largest[0] == 0 || largest[0] == Double.POSITIVE_INFINITY || Math.abs(exponent) < USUAL;
        return usual ? 1 : Math.scalb(1.0, exponent);
    }

    /** Fills the missing entries in another unit. */
    private static Completion computeIn(
            double unit, ExecutionContext context, Matrix X, MissingEntries all, long seed) {
        try (Matrix scaled = (X instanceof DenseMatrix dense ? dense.copy() : X).map((i, j, x) -> x / unit);
                Completion found =
                        compute(context, scaled, MissingEntries.find(scaled, (i, j, x) -> Double.isNaN(x)), seed)) {
            double[] values = new double[all.count()];
            for (int i = 0; i < X.rows(); i++)
                for (int q = all.start(i); q < all.start(i + 1); q++)
                    values[q] = Math.min(Double.MAX_VALUE, found.X.get(i, all.sample(q)) * unit);
            return filled(X, all, values, found.method, found.strength, found.heldOutError);
        }
    }

    private static Completion compute(ExecutionContext context, Matrix X, MissingEntries all, long seed) {
        MissingEntries fewer =
                MissingEntries.find(X, (i, j, x) -> Double.isNaN(x) || CounterRandom.uniform(seed, i, j) < HELD_OUT);
        double[] values = fewer.means(X);
        HeldOutEntries heldOut = new HeldOutEntries(X, fewer);
        double best = heldOut.error(values);
        if (!ShrunkComponents.fits(X))
            return filled(X, all, all.means(X), Method.FEATURE_MEANS, 0, heldOut.relative(best));
        int steps = 0;
        try (ShrunkComponents path = new ShrunkComponents(context, X, fewer, values)) {
            for (int step = 1; step <= STEPS && step <= steps + PATIENCE; step++) {
                path.iterate(strength(step));
                double[] found = path.values();
                double error = heldOut.error(found);
                if (error < best) {
                    best = error;
                    steps = step;
                    values = found;
                }
                context.reportProgress((double) step / (STEPS + 1));
                if (steps > 0 && error > RISE * best) break;
            }
        }
        double relative = heldOut.relative(best);
        if (steps == 0) return filled(X, all, all.means(X), Method.FEATURE_MEANS, 0, relative);
        // the values found without the held-out entries are a good start
        try (ShrunkComponents path = new ShrunkComponents(context, X, all, all.select(fewer, values))) {
            path.iterate(strength(steps));
            return filled(X, all, path.values(), Method.SHRUNK_COMPONENTS, strength(steps), relative);
        }
    }

    private static double strength(int step) {
        return FIRST * Math.pow(LAST / FIRST, (step - 1.0) / (STEPS - 1));
    }

    private static Matrix copy(Matrix X) {
        return X instanceof DenseMatrix dense ? dense.copy() : X.map((i, j, x) -> x);
    }

    /** The listed entries that are there. */
    private static final class HeldOutEntries {
        private final Matrix X;
        private final MissingEntries listed;
        private final double size;

        HeldOutEntries(Matrix X, MissingEntries listed) {
            this.X = X;
            this.listed = listed;
            size = sum((q, x) -> x * x);
        }

        private interface HeldOutSummand {
            double value(int entry, double x);
        }

        private double sum(HeldOutSummand summand) {
            double sum = 0;
            for (int i = 0; i < X.rows(); i++)
                for (int q = listed.start(i); q < listed.start(i + 1); q++) {
                    double x = X.get(i, listed.sample(q));
                    if (!Double.isNaN(x)) sum += summand.value(q, x);
                }
            return sum;
        }

        /** Returns ‖X̂ − X‖/‖X‖, and ‖X̂‖ where all of X are zeros, which still tells predictions apart. */
        double error(double[] values) {
            double wrong = sum((q, x) -> (values[q] - x) * (values[q] - x));
            return Math.sqrt(size > 0 ? wrong / size : wrong);
        }

        /** Returns an error that is relative to something, else NaN. */
        double relative(double error) {
            return size > 0 ? error : Double.NaN;
        }
    }

    private static Completion filled(
            Matrix X, MissingEntries listed, double[] values, Method method, double strength, double error) {
        int[] next = new int[X.rows()];
        for (int i = 0; i < next.length; i++) next[i] = listed.start(i);
        Matrix complete = (X instanceof DenseMatrix dense ? dense.copy() : X)
                .map((i, j, x) -> Double.isNaN(x) ? values[next[i]++] : x); // entries of a row come in order
        return new Completion(complete, listed.count(), method, strength, error);
    }

    @Override
    public void close() {
        X.close();
    }
}
