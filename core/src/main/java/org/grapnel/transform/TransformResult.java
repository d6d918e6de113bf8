package org.grapnel.transform;

import java.util.Arrays;
import java.util.List;
import org.grapnel.cluster.Clustering;
import org.grapnel.linalg.DenseMatrix;

/** Where new samples are in a model. Owns Ht: close it. */
public final class TransformResult implements AutoCloseable {
    private final List<String> samples;
    private final DenseMatrix Ht;
    private final Clustering groups;
    private final double[] errors;
    private final double error;
    private final List<String> notes;

    TransformResult(
            List<String> samples,
            DenseMatrix Ht,
            Clustering groups,
            double[] errors,
            double error,
            List<String> notes) {
        this.samples = samples;
        this.Ht = Ht;
        this.groups = groups;
        this.errors = errors;
        this.error = error;
        this.notes = List.copyOf(notes);
    }

    public List<String> samples() {
        return samples;
    }

    /** The weights of the components in each sample, m × r. */
    public DenseMatrix Ht() {
        return Ht;
    }

    public Clustering groups() {
        return groups;
    }

    /** ‖x − Wh‖/‖x‖ on the kept features: how much of a sample the model does not explain; infinite where x is zero and Wh is not. */
    public double relativeError(int sample) {
        return errors[sample];
    }

    /**
     * ‖X − WH‖/‖X‖ of all samples together that are not zero, which compares with that of the fit ({@link FittedModel#relativeError}). Where
     * all are zero: infinite, or 0 where WH is zero as well.
     */
    public double relativeError() {
        return error;
    }

    /**
     * The median of the samples' own errors, which a few odd ones do not move; without those whose error has no bound, being zero
     * themselves. Infinite where all are of that kind.
     */
    public double medianError() {
        double[] sorted =
                Arrays.stream(errors).filter(Double::isFinite).sorted().toArray();
        int n = sorted.length;
        return n == 0 ? Double.POSITIVE_INFINITY : (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    }

    /** What is odd about the samples, for people. */
    public List<String> notes() {
        return notes;
    }

    @Override
    public void close() {
        Ht.close();
    }
}
