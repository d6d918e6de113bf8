package org.grapnel.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.storage.StorageLevel;
import org.grapnel.graph.Laplacian;
import org.grapnel.linalg.Lanczos;
import org.grapnel.linalg.Randoms;
import org.jspecify.annotations.Nullable;

/**
 * The vectors of Lanczos' recurrence, each with its samples, for L divided by a number. They start where those of one machine
 * start. What is kept is {w, v} of the last step; every so many steps it is written down, so that its lineage stays short: where the context has
 * a checkpoint directory in that, which survives an executor, else beside the executors.
 */
final class SpreadVectors implements Lanczos.Vectors, AutoCloseable {
    private static final int STEPS_BETWEEN_CHECKPOINTS = 20;

    private final SparkLaplacian L;
    private final double divisor;
    private JavaRDD<double[][]> state;
    private double length;
    private @Nullable JavaRDD<double[]> product;
    private @Nullable JavaRDD<double[][]> written;
    private int steps;

    SpreadVectors(SparkLaplacian L, JavaRDD<Share> shares, int[] first, double divisor) {
        this.L = L;
        this.divisor = divisor;
        state = shares.mapPartitionsWithIndex(
                        (part, own) -> Collections.singletonList(start(first[part], own.next().own()))
                                .iterator(),
                        true)
                .persist(StorageLevel.MEMORY_AND_DISK());
        length = Math.sqrt(sum(state.map(at -> dot(at[0], at[0]))));
        double by = 1 / length;
        JavaRDD<double[][]> unit = state.map(at -> new double[][] {scaled(at[0], by), at[1]})
                .persist(StorageLevel.MEMORY_AND_DISK());
        unit.count();
        state.unpersist(false);
        state = unit;
        length = 1;
    }

    private static double[][] start(int first, int own) {
        double[][] at = new double[2][own];
        for (int i = 0; i < own; i++) at[0][i] = Randoms.gaussian(Laplacian.LANCZOS_SEED, first + i, 0);
        return at;
    }

    private static double[] scaled(double[] x, double by) {
        double[] y = new double[x.length];
        for (int i = 0; i < y.length; i++) y[i] = x[i] * by;
        return y;
    }

    private static double[] divided(double[] x, double by) {
        double[] y = new double[x.length];
        for (int i = 0; i < y.length; i++) y[i] = x[i] / by;
        return y;
    }

    private static double dot(double[] x, double[] y) {
        double sum = 0;
        for (int i = 0; i < x.length; i++) sum += x[i] * y[i];
        return sum;
    }

    /** Partition after partition. */
    private static double sum(JavaRDD<Double> parts) {
        double sum = 0;
        for (double part : parts.collect()) sum += part;
        return sum;
    }

    @Override
    public double multiply() {
        double by = length;
        double over = divisor;
        JavaRDD<double[]> v = state.map(at -> divided(at[0], by));
        JavaRDD<double[]> Lv =
                L.times(v, 1).map(rows -> divided(rows, over)).persist(StorageLevel.MEMORY_AND_DISK());
        product = Lv;
        return sum(Lv.zipPartitions(v, (w, x) -> List.of(dot(x.next(), w.next())).iterator()));
    }

    @Override
    public double subtract(double a, double coupling) {
        double by = length;
        JavaRDD<double[]> Lv = product;
        if (Lv == null) throw new IllegalStateException("nothing has been multiplied");
        JavaRDD<double[][]> next = Lv.zipPartitions(
                        state, (w, at) -> Collections.singletonList(next(w.next(), at.next(), by, a, coupling))
                                .iterator())
                .persist(StorageLevel.MEMORY_AND_DISK());
        boolean write = ++steps % STEPS_BETWEEN_CHECKPOINTS == 0;
        boolean safely = write && context().getCheckpointDir().isPresent();
        if (safely) next.checkpoint();
        else if (write) next.rdd().localCheckpoint();
        double norm = Math.sqrt(sum(next.map(at -> dot(at[0], at[0]))));
        Lv.unpersist(false);
        product = null;
        if (state != written) state.unpersist(false);
        state = next;
        if (write) {
            forget();
            written = next;
        }
        return norm;
    }

    /** {w, v} from A·v and what was kept of the step before. */
    private static double[][] next(double[] Lv, double[][] at, double length, double a, double coupling) {
        double[] v = divided(at[0], length);
        double[] before = at[1];
        double[] w = new double[v.length];
        for (int i = 0; i < w.length; i++) w[i] = Lv[i] - (a * v[i] + coupling * before[i]);
        return new double[][] {w, v};
    }

    @Override
    public void advance(double by) {
        length = by;
    }

    private JavaSparkContext context() {
        return JavaSparkContext.fromSparkContext(state.context());
    }

    /** What was written down before is not needed any more. */
    private void forget() {
        JavaRDD<double[][]> old = written;
        if (old == null) return;
        old.unpersist(false);
        var file = old.getCheckpointFile();
        if (!file.isPresent()) return;
        try {
            Path path = new Path(file.get());
            path.getFileSystem(context().hadoopConfiguration()).delete(path, true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        if (product != null) product.unpersist(false);
        state.unpersist(false);
        forget();
    }
}
