package org.grapnel.spark.data;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;
import org.jspecify.annotations.Nullable;
import scala.collection.Seq;

/** One sample of a DataFrame: an ml vector, dense or sparse, or an array of numbers. */
public final class SampleVector {
    private static final int SHOWN = 5;

    private final int size;
    private final int @Nullable [] indices;
    private final double[] values;
    private final int gap;

    private SampleVector(int size, int @Nullable [] indices, double[] values, int gap) {
        this.size = size;
        this.indices = indices;
        this.values = values;
        this.gap = gap;
    }

    /** Wraps a cell that is not null. */
    public static SampleVector of(Object cell) {
        if (cell instanceof SparseVector v) return new SampleVector(v.size(), v.indices(), v.values(), -1);
        if (cell instanceof Vector v) return new SampleVector(v.size(), null, v.toArray(), -1);
        Seq<?> numbers = (Seq<?>) cell;
        double[] values = new double[numbers.length()];
        int gap = -1;
        for (int i = 0; i < values.length; i++) {
            Object number = numbers.apply(i);
            if (number == null && gap < 0) gap = i;
            values[i] = number instanceof Number x ? x.doubleValue() : Double.NaN;
        }
        return new SampleVector(values.length, null, values, gap);
    }

    /** Returns the number of features. */
    public int size() {
        return size;
    }

    /**
     * Returns the number of stored entries. {@link #index} and {@link #value} iterate over them by ascending feature.
     */
    public int stored() {
        return values.length;
    }

    /** Returns whether only some entries are stored. */
    public boolean isSparse() {
        return indices != null;
    }

    public int index(int entry) {
        return indices == null ? entry : indices[entry];
    }

    public double value(int entry) {
        return values[entry];
    }

    long nonZeros() {
        long count = 0;
        for (double x : values) if (x != 0) count++;
        return count;
    }

    /** Describes the first invalid entry, as the end of a sentence that begins with the row. */
    public Optional<String> fault() {
        for (int e = 0; e < values.length; e++) {
            double x = values[e];
            if (x >= 0 && x < Double.POSITIVE_INFINITY) continue;
            String what = Double.isNaN(x) ? "missing" : x > Double.NEGATIVE_INFINITY && x < 0 ? "negative" : "infinite";
            return Optional.of(String.format(
                    Locale.ROOT,
                    ", feature %d is %s (%s); entries must be finite numbers >= 0",
                    index(e),
                    index(e) == gap ? "null" : Double.toString(x),
                    what));
        }
        return Optional.empty();
    }

    /** Shows the first entries, for messages. */
    @Override
    public String toString() {
        double[] head = new double[Math.min(SHOWN, size)];
        for (int e = 0; e < values.length && index(e) < head.length; e++) head[index(e)] = values[e];
        String text = Arrays.toString(head);
        return size > head.length ? text.substring(0, text.length() - 1) + ", …]" : text;
    }
}
