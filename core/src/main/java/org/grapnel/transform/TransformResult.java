package org.grapnel.transform;

import java.util.Arrays;
import java.util.List;
import org.grapnel.cluster.Clustering;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.model.Loss;

/** New samples in a fitted model: their weights, groups and errors. Owns Ht: close it. */
public final class TransformResult implements AutoCloseable {
    private final Loss loss;
    private final List<String> samples;
    private final DenseMatrix Ht;
    private final Clustering groups;
    private final double[] errors;
    private final double error;
    private final List<String> notes;

    TransformResult(
            Loss loss,
            List<String> samples,
            DenseMatrix Ht,
            Clustering groups,
            double[] errors,
            double error,
            List<String> notes) {
        this.loss = loss;
        this.samples = samples;
        this.Ht = Ht;
        this.groups = groups;
        this.errors = errors;
        this.error = error;
        this.notes = List.copyOf(notes);
    }

    /** The loss of the model, which decides what {@link #relativeError(int)} measures. */
    public Loss loss() {
        return loss;
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

    /**
     * ‖x − Wh‖/‖x‖ on the kept features: the part of a sample that the model does not explain. Infinite where x is zero and Wh is not. Under the loss
     * kl it is D(x‖Wh)/D(x‖b), with the means b of the training samples, scaled to the counts of the sample.
     */
    public double relativeError(int sample) {
        return errors[sample];
    }

    /**
     * ‖X − WH‖/‖X‖ of all samples that are not zero, or D(X‖WH)/D(X‖B) under the loss kl, to be compared with that of the fit ({@link FittedModel#relativeError}). Where all are zero
     * it is infinite, or 0 if WH is zero too.
     */
    public double relativeError() {
        return error;
    }

    /**
     * The median of the samples' errors, which is robust against a few outliers. Samples with an infinite error do not count; it is infinite
     * where all errors are.
     */
    public double medianError() {
        double[] sorted =
                Arrays.stream(errors).filter(Double::isFinite).sorted().toArray();
        int n = sorted.length;
        return n == 0 ? Double.POSITIVE_INFINITY : (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    }

    /** Sentences about unusual samples. */
    public List<String> notes() {
        return notes;
    }

    @Override
    public void close() {
        Ht.close();
    }
}
