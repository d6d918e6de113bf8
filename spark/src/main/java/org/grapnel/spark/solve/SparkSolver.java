package org.grapnel.spark.solve;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.api.java.function.Function2;
import org.grapnel.Spec;
import org.grapnel.checkpoint.Checkpoint;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.FactorId;
import org.grapnel.model.Formulation;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.Certificate;
import org.grapnel.solve.Solver;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.Step;
import org.grapnel.solve.Stop;
import org.grapnel.solve.StopReason;
import org.grapnel.solve.Trace;
import org.grapnel.solve.palm.Palm;
import org.grapnel.solve.start.Start;
import org.grapnel.spark.data.Panel;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.graph.SparkLaplacian;
import org.grapnel.spark.rdd.OrderedSum;
import org.grapnel.spark.rdd.RddCheckpoints;
import org.grapnel.spark.rdd.SolveState;
import org.grapnel.spark.rdd.StateFolder;

/**
 * Computes the factors of distributed data. The iteration, the W update and the stop rules are those of one machine.
 */
public final class SparkSolver {
    private SparkSolver() {}

    /**
     * The solution. It owns W and the columns of H; close it.
     *
     * @param Ht one array per partition, persisted and checkpointed
     */
    public record SparkSolution(
            DenseMatrix W, RowSet support, JavaRDD<double[]> Ht, Trace trace, StopReason stop, Certificate certificate)
            implements AutoCloseable {
        @Override
        public void close() {
            W.close();
            Ht.unpersist(false);
            RddCheckpoints.delete(Ht);
        }
    }

    /**
     * Solves from the random start of the spec's seed, which is that of one machine.
     *
     * @param interval number of iterations between two checkpoints
     */
    public static SparkSolution solve(
            Panels X,
            Optional<SparkLaplacian> L,
            Spec spec,
            int interval,
            Consumer<? super Step> listener,
            BooleanSupplier isCancelled) {
        return solve(X, L, spec, interval, Optional.empty(), listener, isCancelled);
    }

    /**
     * Solves from the random start of the spec's seed, or continues a solve of the same problem whose state the folder holds. A resumed solve ends
     * with the bits of an uninterrupted one.
     *
     * @param interval number of iterations between two checkpoints, and between two states
     * @param states where states are written every {@code interval} iterations and when the run is cancelled; nowhere if empty
     */
    public static SparkSolution solve(
            Panels X,
            Optional<SparkLaplacian> L,
            Spec spec,
            int interval,
            Optional<StateFolder> states,
            Consumer<? super Step> listener,
            BooleanSupplier isCancelled) {
        Preconditions.require(
                spec.solver().kind() != SolverKind.BEST_SUPPORT,
                "best-support updates samples one after another, each from its neighbors' latest weights, so it needs all of them on one"
                        + " machine; on Spark use palm, accpalm, ipalm or bpl");
        Preconditions.require(interval >= 1, "checkpoint-interval must be at least 1, got %d", interval);
        spec.model().check(X.features(), X.samples(), spec.rank(), spec.keep());
        RddCheckpoints.ensureDirectory(JavaSparkContext.fromSparkContext(X.rdd().context()));
        double lambda = L.isPresent() ? spec.lambda() : 0;
        OptionalDouble norm = L.isPresent() ? OptionalDouble.of(L.orElseThrow().norm()) : OptionalDouble.empty();
        Formulation formulation =
                spec.model().formulation(X.features(), spec.rank(), spec.keep(), spec.graphTerm(), lambda, norm);
        Optional<SparkLaplacian> used = formulation.usesGraph() ? L : Optional.empty();
        Stop stop = spec.stop().rule().or(Stop.when(isCancelled));
        int[] first = X.offsets();
        JavaRDD<double[]> uniform = rows(X, first, spec.rank(), spec.seed());
        DenseMatrix W = DenseMatrix.zeros(X.features(), spec.rank());
        double scale = Start.scale(
                X.sum(),
                Start.uniform(spec.seed(), FactorId.W, W),
                OrderedSum.sum(uniform.map(columnSums(spec.rank()))));
        W.map((i, j, w) -> w * scale);
        Optional<SolveState> state =
                states.map(folder -> folder.open(ProblemFingerprint.compute(X, used, formulation, spec), interval));
        try (ExecutionContext context = ExecutionContext.create(spec.threads());
                SparkSampleBlock side =
                        new SparkSampleBlock(X, used, formulation, uniform.map(times(scale)), interval)) {
            if (spec.solver().projectStart()) formulation.onW().project(context, W, RowSet.all(W.rows()));
            Solver.WSolution end = Solver.solve(
                    context,
                    formulation,
                    W,
                    side,
                    Palm.create(spec.solver(), !spec.model().isSparse()),
                    stop,
                    listener,
                    state.<Checkpoint>map(found -> found).orElse(Checkpoint.none()),
                    stream -> side.transfer(stream, state.orElseThrow()));
            return new SparkSolution(
                    end.W(), end.support(), side.checkpointedH(), end.trace(), end.stop(), end.certificate());
        } catch (Exception | Error e) { // Scala throws undeclared checked exceptions
            W.close();
            throw e;
        }
    }

    /** Draws the rows of Ht, uniform on [0, 1). */
    private static JavaRDD<double[]> rows(Panels X, int[] first, int r, long seed) {
        Function2<Integer, Iterator<Panel>, Iterator<double[]>> draw = (partition, panels) -> {
            int m = first[partition + 1] - first[partition];
            double[] rows = new double[Math.multiplyExact(m, r)];
            double[] row = new double[r];
            for (int i = 0; i < m; i++) {
                Start.uniformRow(seed, FactorId.H, first[partition] + i, row);
                System.arraycopy(row, 0, rows, i * r, r);
            }
            return List.of(rows).iterator();
        };
        return X.rdd().mapPartitionsWithIndex(draw, true);
    }

    private static Function<double[], double[]> columnSums(int r) {
        return rows -> {
            double[] sums = new double[r];
            for (int q = 0; q < rows.length; q++) sums[q % r] += rows[q];
            return sums;
        };
    }

    private static Function<double[], double[]> times(double by) {
        return rows -> {
            double[] scaled = new double[rows.length];
            for (int q = 0; q < rows.length; q++) scaled[q] = rows[q] * by;
            return scaled;
        };
    }
}
