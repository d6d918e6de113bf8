package org.grapnel.spark.components;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.decomp.CenteredData;
import org.grapnel.linalg.decomp.GramTiles;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.spark.data.Panel;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.rdd.OrderedSum;

/**
 * The products of principal components over distributed samples. Sums over partitions are added in a fixed order.
 *
 * <p>With n &gt; p, CCᵀ is formed in one job if p ≤ {@value #LARGEST_GRAM}: 32 MB for a task. Otherwise every product with
 * it is a job, which holds p × b numbers. With n ≤ p, the matrices of n rows are no larger than those of p rows, and the driver
 * holds them, so the iteration is that of one machine: CᵀC is summed on the driver from blocks of features, {@value #BLOCK}
 * numbers a job, if n ≤ {@value #LARGEST_GRAM} and X has at most {@value #MOST_FETCHED} numbers; otherwise every product is two
 * jobs.
 */
final class DistributedCenteredData implements CenteredData, AutoCloseable {
    static final int LARGEST_GRAM = 2048;
    private static final int BLOCK = 1 << 22;
    private static final int MOST_FETCHED = 1 << 26;

    private final Panels X;
    private final SampleCentering by;
    private final int largestGram;
    private final JavaSparkContext spark;
    private final Broadcast<SampleCentering> centering;

    DistributedCenteredData(Panels X, SampleCentering by, int largestGram) {
        this.X = X;
        this.by = by;
        this.largestGram = largestGram;
        spark = JavaSparkContext.fromSparkContext(X.rdd().context());
        centering = spark.broadcast(by);
    }

    @Override
    public int features() {
        return X.features();
    }

    @Override
    public int samples() {
        return X.samples();
    }

    @Override
    public double[] mean() {
        return Arrays.stream(by.mean()).map(m -> m / by.unit()).toArray();
    }

    @Override
    public boolean formsGram() {
        int n = samples();
        int p = features();
        return n > p ? p <= largestGram : n <= largestGram && (long) n * p <= MOST_FETCHED;
    }

    @Override
    public DenseMatrix gramOfFeatures(ExecutionContext context) {
        int p = features();
        Broadcast<SampleCentering> with = centering;
        double[] triangle = OrderedSum.sum(
                X.rdd()
                        .mapPartitions(part ->
                                List.of(FeatureGram.sum(part, p, with.value())).iterator()),
                FeatureGram.length(p));
        return FeatureGram.matrix(triangle, p);
    }

    @Override
    public DenseMatrix gramOfSamples(ExecutionContext context) {
        int n = samples();
        double[] divisor = divisors();
        DenseMatrix G = DenseMatrix.zeros(n, n);
        int width = Math.max(1, BLOCK / n);
        for (int from = 0; from < features(); from += width) {
            int first = from;
            int[] rows =
                    IntStream.range(from, Math.min(features(), from + width)).toArray();
            try (DenseMatrix block = DenseMatrix.zeros(rows.length, n)) {
                for (Panel part : X.selectFeatures(rows).rdd().collect())
                    part.copyTo(block, part.first(), 0, part.samples());
                block.map((i, j, x) -> (x - by.mean()[first + i]) / divisor[j]);
                GramTiles.add(context, G, block, rows.length, true, from == 0);
            } catch (Exception | Error e) { // Scala throws undeclared checked exceptions
                G.close();
                throw e;
            }
        }
        GramTiles.mirror(G);
        return G;
    }

    /** Returns the divisor of every sample, n numbers: only for n ≤ {@link #LARGEST_GRAM}. */
    private double[] divisors() {
        Broadcast<SampleCentering> with = centering;
        return X.rdd().map(panel -> divisors(panel, with.value())).collect().stream()
                .flatMapToDouble(Arrays::stream)
                .toArray();
    }

    private static double[] divisors(Panel panel, SampleCentering by) {
        try (Matrix X = panel.matrix()) {
            return ComponentPanel.divisors(X, by);
        }
    }

    @Override
    public void applyFeatureGram(ExecutionContext context, DenseMatrix V, DenseMatrix CCtV) {
        int p = features();
        int b = V.cols();
        Broadcast<SampleCentering> with = centering;
        Broadcast<double[]> sent = send(V);
        try {
            double[] sum = OrderedSum.sum(
                    X.rdd()
                            .mapPartitions(part -> List.of(featureProduct(part, p, b, sent.value(), with.value()))
                                    .iterator()),
                    Math.multiplyExact(p, b));
            CCtV.setRows(0, p, sum);
        } finally {
            sent.destroy();
        }
    }

    private static double[] featureProduct(Iterator<Panel> panels, int p, int b, double[] v, SampleCentering by) {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix V = matrix(v, p, b);
                DenseMatrix sum = DenseMatrix.zeros(p, b)) {
            while (panels.hasNext()) {
                try (ComponentPanel C = new ComponentPanel(context, panels.next(), by);
                        DenseMatrix CtV = DenseMatrix.zeros(C.samples(), b)) {
                    C.transposeTimes(V, CtV);
                    C.addTimes(CtV, sum);
                }
            }
            return numbers(sum);
        }
    }

    @Override
    public void applySampleGram(ExecutionContext context, DenseMatrix V, DenseMatrix CtCV) {
        try (DenseMatrix CV = DenseMatrix.zeros(features(), V.cols())) {
            times(context, V, CV);
            transposeTimes(CV, CtCV);
        }
    }

    @Override
    public void times(ExecutionContext context, DenseMatrix V, DenseMatrix U) {
        int p = features();
        int b = V.cols();
        Broadcast<SampleCentering> with = centering;
        Broadcast<double[]> sent = send(V);
        try {
            double[] sum = OrderedSum.sum(
                    X.rdd()
                            .mapPartitions(part -> List.of(times(part, p, b, sent.value(), with.value()))
                                    .iterator()),
                    Math.multiplyExact(p, b));
            U.setRows(0, p, sum);
        } finally {
            sent.destroy();
        }
    }

    private static double[] times(Iterator<Panel> panels, int p, int b, double[] v, SampleCentering by) {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix sum = DenseMatrix.zeros(p, b)) {
            while (panels.hasNext()) {
                Panel panel = panels.next();
                try (ComponentPanel C = new ComponentPanel(context, panel, by);
                        DenseMatrix V = matrix(rows(v, panel, b), panel.samples(), b)) {
                    C.addTimes(V, sum);
                }
            }
            return numbers(sum);
        }
    }

    /** V ← CᵀU, n × b, for n ≤ p. */
    private void transposeTimes(DenseMatrix U, DenseMatrix V) {
        int p = features();
        int b = U.cols();
        Broadcast<SampleCentering> with = centering;
        Broadcast<double[]> sent = send(U);
        try {
            int at = 0;
            for (double[] part : X.rdd()
                    .mapPartitions(part -> transposeTimes(part, p, b, sent.value(), with.value()))
                    .collect()) {
                V.setRows(at, part.length / b, part);
                at += part.length / b;
            }
        } finally {
            sent.destroy();
        }
    }

    private static Iterator<double[]> transposeTimes(
            Iterator<Panel> panels, int p, int b, double[] u, SampleCentering by) {
        List<double[]> parts = new ArrayList<>();
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix U = matrix(u, p, b)) {
            while (panels.hasNext()) {
                try (ComponentPanel C = new ComponentPanel(context, panels.next(), by);
                        DenseMatrix V = DenseMatrix.zeros(C.samples(), b)) {
                    C.transposeTimes(U, V);
                    parts.add(numbers(V));
                }
            }
        }
        return parts.iterator();
    }

    @Override
    public void scoreGram(ExecutionContext context, DenseMatrix U, DenseMatrix S) {
        int p = features();
        int r = U.cols();
        Broadcast<SampleCentering> with = centering;
        Broadcast<double[]> sent = send(U);
        try {
            double[] sum = OrderedSum.sum(
                    X.rdd()
                            .mapPartitions(part -> List.of(scoreGram(part, p, r, sent.value(), with.value()))
                                    .iterator()),
                    r * r);
            S.setRows(0, r, sum);
        } finally {
            sent.destroy();
        }
    }

    private static double[] scoreGram(Iterator<Panel> panels, int p, int r, double[] u, SampleCentering by) {
        double[] sum = new double[r * r];
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix U = matrix(u, p, r);
                DenseMatrix S = DenseMatrix.zeros(r, r)) {
            while (panels.hasNext()) {
                try (ComponentPanel C = new ComponentPanel(context, panels.next(), by);
                        DenseMatrix scores = DenseMatrix.zeros(C.samples(), r)) {
                    C.transposeTimes(U, scores);
                    Gram.compute(context, scores, RowSet.all(C.samples()), S);
                    double[] part = numbers(S);
                    for (int q = 0; q < sum.length; q++) sum[q] += part[q];
                }
            }
        }
        return sum;
    }

    private Broadcast<double[]> send(DenseMatrix M) {
        return spark.broadcast(numbers(M));
    }

    /** Returns the rows of a matrix one after the other. */
    static double[] numbers(DenseMatrix M) {
        double[] numbers = new double[Math.multiplyExact(M.rows(), M.cols())];
        M.rows(0, M.rows(), numbers);
        return numbers;
    }

    private static DenseMatrix matrix(double[] numbers, int rows, int cols) {
        DenseMatrix M = DenseMatrix.zeros(rows, cols);
        M.setRows(0, rows, numbers);
        return M;
    }

    /** Returns the rows of the samples of a panel. */
    private static double[] rows(double[] v, Panel panel, int b) {
        return Arrays.copyOfRange(v, panel.first() * b, (panel.first() + panel.samples()) * b);
    }

    @Override
    public void close() {
        centering.destroy();
    }
}
