package org.grapnel.data;

import java.util.Arrays;
import java.util.Optional;
import org.grapnel.linalg.Matrix;

/** What one pass over whole numbers from 0 on tells: their size, and the sum of each sample, which is its depth. */
public final class CountProfile {
    private static final int BYTE = 255;

    /** Half of the grey levels that are not black are at least this; half of small counts are 1 or 2. */
    private static final double USUAL_GREY = 16;

    /** log1p and its inverse change a count by less than this share. */
    private static final double ROUNDING = 1e-6;

    private final boolean ofLogarithms;
    private final double[] depths;
    private final Quantiles positive;
    private long count;
    private boolean areWhole = true;
    private double largest;

    private CountProfile(Matrix X, boolean ofLogarithms) {
        this.ofLogarithms = ofLogarithms;
        depths = new double[X.cols()];
        positive = new Quantiles(X.nonZeros());
        for (int i = 0; i < X.rows() && areWhole; i++) X.forEachInRow(i, this::add);
    }

    /** Returns the profile; empty if a number is negative, missing or not whole. */
    public static Optional<CountProfile> of(Matrix X) {
        return Optional.of(new CountProfile(X, false)).filter(profile -> profile.areWhole);
    }

    /** Returns the profile of the numbers of which X has log(1 + x). */
    public static Optional<CountProfile> ofLog1p(Matrix X) {
        return Optional.of(new CountProfile(X, true)).filter(profile -> profile.areWhole);
    }

    private void add(int sample, double x) {
        double value = ofLogarithms ? Math.expm1(x) : x;
        double whole = Math.rint(value);
        double allowed = ofLogarithms ? ROUNDING * (1 + value) : 0;
        if (!(value >= 0) || !(Math.abs(value - whole) <= allowed) || Double.isInfinite(value)) areWhole = false;
        if (!areWhole || whole == 0) return;
        positive.add(whole);
        count++;
        largest = Math.max(largest, whole);
        depths[sample] += whole;
    }

    public double largest() {
        return largest;
    }

    /** The median of the numbers above 0; 0 if there are none. */
    public double median() {
        return count == 0 ? 0 : positive.at(count, 0, 0.5).get(0);
    }

    /** The sum of every sample. */
    public double[] depths() {
        return depths.clone();
    }

    /** The 95 % quantile of the sums over the 5 % quantile. */
    public double depthSpread() {
        double[] sorted = depths.clone();
        Arrays.sort(sorted);
        int last = sorted.length - 1;
        return sorted[(int) Math.ceil(0.95 * last)] / Math.max(1, sorted[(int) (0.05 * last)]);
    }

    /** Whether these are rather the grey levels of pictures: at most a byte, and mostly large. */
    public boolean areGrey() {
        return largest <= BYTE && median() >= USUAL_GREY;
    }
}
