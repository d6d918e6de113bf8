package org.grapnel.spark.prepare;

import java.io.Serializable;
import org.apache.spark.ml.linalg.DenseVector;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;
import org.grapnel.spark.data.SampleVector;

/**
 * The steps of a preparation for one sample: x ← x·T/Σx, x ← log(1 + x), the features that stay, x ← 1 + ln x where x > 1,
 * x ← x/divisor, x ← x/‖x‖, x ← x/featureDivisor. A step that is not set leaves x as it is. No step fills a zero, so a
 * sparse sample stays sparse.
 */
final class SampleTransform implements Serializable {
    private static final long serialVersionUID = 1;

    private double total;
    private boolean log1p;
    private int[] places = {}; // of a feature among those that stay, −1 if it is dropped
    private int stay = -1;
    private boolean damp;
    private boolean unit;
    private double[] divisor = {};
    private double[] featureDivisor = {};

    SampleTransform() {}

    private SampleTransform(SampleTransform other) {
        total = other.total;
        log1p = other.log1p;
        places = other.places;
        stay = other.stay;
        damp = other.damp;
        unit = other.unit;
        divisor = other.divisor;
        featureDivisor = other.featureDivisor;
    }

    SampleTransform withTotal(double sum) {
        SampleTransform changed = new SampleTransform(this);
        changed.total = sum;
        return changed;
    }

    SampleTransform withLog1p() {
        SampleTransform changed = new SampleTransform(this);
        changed.log1p = true;
        return changed;
    }

    /** @param chosen the features that stay, ascending, of {@code read} features */
    SampleTransform withFeatures(int[] chosen, int read) {
        SampleTransform changed = new SampleTransform(this);
        changed.stay = chosen.length;
        changed.places = new int[read];
        java.util.Arrays.fill(changed.places, -1);
        for (int place = 0; place < chosen.length; place++) changed.places[chosen[place]] = place;
        return changed;
    }

    SampleTransform withDampedFrequencies() {
        SampleTransform changed = new SampleTransform(this);
        changed.damp = true;
        return changed;
    }

    SampleTransform withDivisor(double[] by) {
        SampleTransform changed = new SampleTransform(this);
        changed.divisor = by;
        return changed;
    }

    SampleTransform withUnitLength() {
        SampleTransform changed = new SampleTransform(this);
        changed.unit = true;
        return changed;
    }

    SampleTransform withFeatureDivisor(double[] by) {
        SampleTransform changed = new SampleTransform(this);
        changed.featureDivisor = by;
        return changed;
    }

    /** Returns the sum of a sample. */
    static double sum(SampleVector x) {
        double sum = 0;
        for (int e = 0; e < x.stored(); e++) sum += x.value(e);
        return sum;
    }

    /** Transforms one sample; complexity: its stored entries. */
    Vector apply(SampleVector x) {
        int features = stay < 0 ? x.size() : stay;
        boolean sparse = x.isSparse();
        int stored = x.stored();
        double[] values = new double[sparse ? stored : features];
        int[] indices = new int[sparse ? stored : 0];
        double share = total == 0 ? 1 : sum(x) / total;
        int count = 0;
        for (int e = 0; e < stored; e++) {
            int i = stay < 0 ? x.index(e) : places[x.index(e)];
            if (i < 0) continue;
            if (sparse) indices[count] = i;
            values[sparse ? count++ : i] = value(i, x.value(e), share);
        }
        if (sparse && count < stored) {
            values = java.util.Arrays.copyOf(values, count);
            indices = java.util.Arrays.copyOf(indices, count);
        }
        if (unit) toUnitLength(values);
        if (featureDivisor.length > 0)
            for (int e = 0; e < values.length; e++) values[e] /= featureDivisor[sparse ? indices[e] : e];
        return sparse ? new SparseVector(features, indices, values) : new DenseVector(values);
    }

    private double value(int i, double read, double share) {
        double x = total == 0 ? read : read / share;
        if (log1p) x = Math.log1p(x);
        if (damp && x > 1) x = 1 + Math.log(x);
        return divisor.length == 0 ? x : x / divisor[i];
    }

    private static void toUnitLength(double[] values) {
        double squares = 0;
        for (double x : values) squares += x * x;
        double length = Math.sqrt(squares);
        if (length == 0) return;
        for (int e = 0; e < values.length; e++) values[e] /= length;
    }
}
