package org.grapnel.spark.data;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.Preconditions;

/** X distributed over partitions, with the few totals that the driver needs. */
public final class Panels {
    /** Maximum number of samples in a selection, which the driver lists. */
    public static final int MOST_SELECTED = 20_000;

    private final JavaRDD<Panel> panels;
    private final int features;
    private final int[] first;
    private final boolean givenDense;
    private final Optional<double[]> knownSquares;
    private Optional<PanelTotals> known;

    /**
     * Wraps persisted panels, as if the data had been given dense from a quarter of non-zeros on.
     *
     * @param first first sample number of every partition, followed by the number of samples
     * @param nonZeros number of stored entries
     * @param rowSquares ‖Xᵢ‖² of every feature
     * @param sum sum of all entries
     */
    public Panels(JavaRDD<Panel> panels, int features, int[] first, long nonZeros, double[] rowSquares, double sum) {
        this(
                panels,
                features,
                first,
                nonZeros,
                rowSquares,
                sum,
                nonZeros >= Ingestion.SPARSE * features * first[first.length - 1]);
    }

    /** Wraps persisted panels of data that were given dense, or not. */
    public Panels(
            JavaRDD<Panel> panels,
            int features,
            int[] first,
            long nonZeros,
            double[] rowSquares,
            double sum,
            boolean givenDense) {
        this(
                panels,
                features,
                first,
                givenDense,
                Optional.empty(),
                Optional.of(new PanelTotals(nonZeros, rowSquares.clone(), sum, 0)));
        Preconditions.require(
                rowSquares.length == features, "%d row squares, but %d features", rowSquares.length, features);
    }

    Panels(JavaRDD<Panel> panels, int[] first, boolean givenDense, PanelTotals totals) {
        this(panels, totals.rowSquares().length, first, givenDense, Optional.empty(), Optional.of(totals));
    }

    private Panels(
            JavaRDD<Panel> panels,
            int features,
            int[] first,
            boolean givenDense,
            Optional<double[]> knownSquares,
            Optional<PanelTotals> known) {
        Preconditions.require(
                first.length == panels.getNumPartitions() + 1,
                "%d partitions, but %d offsets",
                panels.getNumPartitions(),
                first.length - 1);
        this.panels = panels;
        this.features = features;
        this.first = first.clone();
        this.givenDense = givenDense;
        this.knownSquares = knownSquares;
        this.known = known;
    }

    /**
     * Wraps panels whose totals are not known. The first call of {@link #nonZeros}, {@link #rowSquares} or {@link #sum}
     * computes all in one job.
     *
     * @param first first sample number of every partition, followed by the number of samples
     */
    public static Panels of(JavaRDD<Panel> panels, int features, int[] first, boolean givenDense) {
        return new Panels(panels, features, first, givenDense, Optional.empty(), Optional.empty());
    }

    /** Returns the panels, ordered by sample number within each partition. */
    public JavaRDD<Panel> rdd() {
        return panels;
    }

    /** Returns the number of features, p. */
    public int features() {
        return features;
    }

    /** Returns the number of samples, n. */
    public int samples() {
        return first[first.length - 1];
    }

    public int partitions() {
        return first.length - 1;
    }

    /** Returns the first sample number of a partition; after the last one, the number of samples. */
    public int offset(int partition) {
        return first[partition];
    }

    /** Returns {@link #offset} of all partitions, followed by the number of samples. */
    public int[] offsets() {
        return first.clone();
    }

    /** Returns the partition of a sample, given {@link #offsets}. Skips empty partitions before it. */
    public static int partitionOf(int sample, int[] first) {
        int at = Arrays.binarySearch(first, sample);
        if (at < 0) return -at - 2;
        while (first[at + 1] == sample) at++;
        return at;
    }

    /**
     * Returns whether the source gave all entries, zeros included: as arrays, or with at most half of the rows as sparse
     * vectors. This is {@link Matrix#isDense} of the data on one machine. It does not depend on how the panels store
     * them.
     */
    public boolean isGivenDense() {
        return givenDense;
    }

    public long nonZeros() {
        return totals().nonZeros();
    }

    /** Returns ‖Xᵢ‖² of every feature. */
    public double[] rowSquares() {
        return knownSquares.orElseGet(() -> totals().rowSquares()).clone();
    }

    /** Returns Σ xᵢⱼ. */
    public double sum() {
        return totals().sum();
    }

    private PanelTotals totals() {
        if (known.isEmpty()) known = Optional.of(PanelTotals.compute(panels, features));
        return known.orElseThrow();
    }

    /** Keeps the panels in memory or on disk once they are computed, until {@link #unpersist}. */
    public Panels persist() {
        panels.persist(StorageLevel.MEMORY_AND_DISK());
        return this;
    }

    /** Frees what {@link #persist} keeps. The panels are computed again where they are still used. */
    public void unpersist() {
        panels.unpersist(false);
    }

    /**
     * Returns these features, in this order, of all samples. Nothing is computed until the panels are read;
     * {@link #persist} the result if they are read often.
     */
    public Panels selectFeatures(int[] rows) {
        double[] squares = rowSquares();
        for (int row : rows)
            Preconditions.require(row >= 0 && row < features, "feature %d is not between 0 and %d", row, features - 1);
        int[] chosen = rows.clone();
        return new Panels(
                panels.map(panel -> panel.selectFeatures(chosen)),
                chosen.length,
                first,
                givenDense,
                Optional.of(Arrays.stream(chosen).mapToDouble(i -> squares[i]).toArray()),
                Optional.empty());
    }

    /**
     * Returns these samples, numbered from 0 on, in as many partitions: a sample stays in its partition, so some may be
     * empty. Nothing is computed until the panels are read; {@link #persist} the result if they are read often.
     *
     * @param samples ascending sample numbers, at most {@value #MOST_SELECTED}
     */
    public Panels selectSamples(int[] samples) {
        requireAscending(samples);
        int[] chosen = samples.clone();
        int[] offsets =
                Arrays.stream(first).map(from -> countBelow(chosen, from)).toArray();
        JavaRDD<Panel> selected =
                panels.map(panel -> selectSamples(panel, chosen)).mapPartitions(PanelMerger::new, true);
        return of(selected, features, offsets, givenDense);
    }

    private void requireAscending(int[] samples) {
        Preconditions.require(
                samples.length <= MOST_SELECTED,
                "%d samples are more than the maximum of a selection, %d",
                samples.length,
                MOST_SELECTED);
        for (int q = 0; q < samples.length; q++) {
            Preconditions.require(
                    samples[q] >= 0 && samples[q] < samples(),
                    "sample %d is not between 0 and %d",
                    samples[q],
                    samples() - 1);
            Preconditions.require(
                    q == 0 || samples[q] > samples[q - 1],
                    "sample numbers must ascend, got %d before %d",
                    q == 0 ? 0 : samples[q - 1],
                    samples[q]);
        }
    }

    /** Returns how many of the ascending numbers are below a limit. */
    private static int countBelow(int[] ascending, int limit) {
        int at = Arrays.binarySearch(ascending, limit);
        return at < 0 ? -at - 1 : at;
    }

    private static Panel selectSamples(Panel panel, int[] chosen) {
        int from = countBelow(chosen, panel.first());
        int[] positions = Arrays.stream(chosen, from, countBelow(chosen, panel.first() + panel.samples()))
                .map(sample -> sample - panel.first())
                .toArray();
        return panel.selectSamples(from, positions);
    }

    /**
     * Collects X on these samples on the driver, columns in this order: dense if the panels are, else sparse. The caller
     * owns the matrix.
     *
     * @param samples ascending sample numbers, at most {@value #MOST_SELECTED}
     */
    public Matrix collect(int[] samples) {
        List<Panel> parts = selectSamples(samples).rdd().collect();
        if (!parts.isEmpty() && parts.get(0) instanceof SparsePanel)
            return SparsePanel.concat(parts).matrix();
        DenseMatrix X = DenseMatrix.zeros(features, samples.length);
        for (Panel part : parts) part.copyTo(X, part.first(), 0, part.samples());
        return X;
    }
}
