package org.grapnel.spark.graph;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.storage.StorageLevel;
import org.grapnel.graph.Laplacian;
import org.grapnel.linalg.decomp.Lanczos;
import org.grapnel.runtime.CounterRandom;
import org.jspecify.annotations.Nullable;

/**
 * Vectors of the Lanczos recurrence for L divided by a number, distributed with the samples. They start as on one
 * machine.
 *
 * <p>A step is one job: it multiplies by L and returns the products of Lv, v and the previous vector, from which the
 * norm of w = Lv − a·v − c·before follows. If that formula loses too many digits, w is measured directly.
 *
 * <p>The vectors are checkpointed at intervals to keep the lineage short: in the checkpoint directory, which survives
 * the loss of an executor, or else locally on the executors.
 */
final class DistributedLanczosVectors implements Lanczos.LanczosVectors, AutoCloseable {
    private static final int STEPS_BETWEEN_CHECKPOINTS = 20;
    /** Share of ‖Lv‖² below which ‖w‖² computed from products has lost too many digits. */
    private static final double CANCELLED = 1e-3;

    private final SparkLaplacian L;
    private final double divisor;
    private JavaRDD<LanczosState> state;
    private LanczosStep next;
    private double[] products = {};
    private @Nullable JavaRDD<LanczosState> written;
    private int steps;

    /** Lv, v and the previous vector of a partition. */
    private record LanczosState(double[] Lv, double[] v, double[] before) implements Serializable {
        /** Returns ‖Lv‖², vᵀLv, beforeᵀLv, ‖v‖², vᵀbefore, ‖before‖². */
        double[] products() {
            return new double[] {
                dot(Lv, Lv), dot(v, Lv), dot(before, Lv), dot(v, v), dot(v, before), dot(before, before)
            };
        }
    }

    /** Coefficients of the next vector: (Lv − (a·v + coupling·before)) / length. */
    private record LanczosStep(double a, double coupling, double length) implements Serializable {
        double[] apply(LanczosState at) {
            double[] w = new double[at.v.length];
            for (int i = 0; i < w.length; i++) w[i] = (at.Lv[i] - (a * at.v[i] + coupling * at.before[i])) / length;
            return w;
        }
    }

    DistributedLanczosVectors(SparkLaplacian L, JavaRDD<LaplacianPartition> shares, int[] first, double divisor) {
        this.L = L;
        this.divisor = divisor;
        state = shares.mapPartitionsWithIndex(
                        (part, own) ->
                                List.of(start(first[part], own.next().own())).iterator(),
                        true)
                .persist(StorageLevel.MEMORY_AND_DISK());
        next = new LanczosStep(0, 0, Math.sqrt(sums(state)[0]));
    }

    /** Returns the initial state; the start vector takes the place of Lv. */
    private static LanczosState start(int first, int own) {
        double[] v = new double[own];
        for (int i = 0; i < own; i++) v[i] = CounterRandom.gaussian(Laplacian.LANCZOS_SEED, first + i, 0);
        return new LanczosState(v, new double[own], new double[own]);
    }

    private static double dot(double[] x, double[] y) {
        double sum = 0;
        for (int i = 0; i < x.length; i++) sum += x[i] * y[i];
        return sum;
    }

    /** Sums in the order of the partitions. */
    private static double[] sums(JavaRDD<LanczosState> state) {
        double[] sums = new double[6];
        for (double[] part : state.map(LanczosState::products).collect())
            for (int q = 0; q < sums.length; q++) sums[q] += part[q];
        return sums;
    }

    @Override
    public double multiply() {
        LanczosStep step = next;
        double over = divisor;
        JavaRDD<LanczosState> before = state;
        JavaRDD<double[]> v = before.map(step::apply);
        JavaRDD<LanczosState> after = L.times(v, 1)
                .zipPartitions(
                        before,
                        (Lv, at) -> List.of(multiplied(Lv.next(), at.next(), step, over))
                                .iterator())
                .persist(StorageLevel.MEMORY_AND_DISK());
        boolean write = ++steps % STEPS_BETWEEN_CHECKPOINTS == 0;
        if (write) {
            if (context().getCheckpointDir().isPresent()) after.checkpoint();
            else after.rdd().localCheckpoint();
        }
        products = sums(after);
        if (before != written) before.unpersist(false);
        state = after;
        if (write) {
            deleteCheckpoint();
            written = after;
        }
        return products[1];
    }

    private static LanczosState multiplied(double[] rows, LanczosState at, LanczosStep step, double over) {
        double[] Lv = new double[rows.length];
        for (int i = 0; i < Lv.length; i++) Lv[i] = rows[i] / over;
        return new LanczosState(Lv, step.apply(at), at.v);
    }

    @Override
    public double subtract(double a, double coupling) {
        LanczosStep w = new LanczosStep(a, coupling, 1);
        next = w;
        double[] p = products;
        double square = p[0]
                - 2 * a * p[1]
                - 2 * coupling * p[2]
                + a * a * p[3]
                + 2 * a * coupling * p[4]
                + coupling * coupling * p[5];
        if (square > CANCELLED * p[0]) return Math.sqrt(square);
        double sum = 0;
        for (double part : state.map(at -> square(w.apply(at))).collect()) sum += part;
        return Math.sqrt(sum);
    }

    private static double square(double[] x) {
        return dot(x, x);
    }

    @Override
    public void advance(double length) {
        next = new LanczosStep(next.a, next.coupling, length);
    }

    private JavaSparkContext context() {
        return JavaSparkContext.fromSparkContext(state.context());
    }

    /** Deletes the previous checkpoint. */
    private void deleteCheckpoint() {
        JavaRDD<LanczosState> old = written;
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
        state.unpersist(false);
        deleteCheckpoint();
    }
}
