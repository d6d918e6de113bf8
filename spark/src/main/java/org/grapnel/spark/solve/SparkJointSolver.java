package org.grapnel.spark.solve;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.Function2;
import org.apache.spark.storage.StorageLevel;
import org.grapnel.Spec;
import org.grapnel.checkpoint.Checkpoint;
import org.grapnel.data.DataException;
import org.grapnel.data.MagnitudeCheck;
import org.grapnel.model.JointConstants;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.Solver;
import org.grapnel.solve.Step;
import org.grapnel.solve.Stop;
import org.grapnel.solve.joint.JointFactorization;
import org.grapnel.solve.start.GroupRows;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.data.SampleGroups;
import org.grapnel.spark.graph.SampleArrangement;
import org.grapnel.spark.graph.SampleGraph;
import org.grapnel.spark.graph.SparkNormalizedAdjacency;
import org.grapnel.spark.rdd.RddCheckpoints;
import org.grapnel.spark.rdd.SolveState;
import org.grapnel.spark.rdd.StateFolder;

/**
 * Computes the joint factorisation of distributed data: min ½‖X − WH‖² + (α/2)·(‖S − GᵀH‖² + b‖H − G‖²) over W, H, G ≥ 0. The iteration, the
 * update of W and the stop rules are those of {@link JointFactorization} on one machine.
 */
public final class SparkJointSolver {
    private SparkJointSolver() {}

    /** Solves in another order of the samples, in which fewer rows travel; H is that of the samples in their own order. */
    public static SparkSolver.SparkSolution solve(
            SampleArrangement order,
            Panels X,
            double droppedLoss,
            SampleGraph graph,
            SampleGroups start,
            Spec spec,
            int interval,
            Optional<StateFolder> states,
            Consumer<? super Step> listener,
            BooleanSupplier isCancelled) {
        Panels arranged = order.arrange(X).persist();
        try (SampleGraph edges = order.arrange(graph);
                SampleGroups groups = order.arrange(start)) {
            SparkSolver.SparkSolution found =
                    solve(arranged, droppedLoss, edges, groups, spec, interval, states, listener, isCancelled);
            JavaRDD<double[]> Ht = order.restore(found.Ht(), spec.rank()).persist(StorageLevel.MEMORY_AND_DISK());
            try {
                RddCheckpoints.write(Ht);
            } catch (Exception | Error e) { // Scala throws undeclared checked exceptions
                Ht.unpersist(false);
                found.close();
                throw e;
            }
            found.Ht().unpersist(false);
            RddCheckpoints.delete(found.Ht());
            return new SparkSolver.SparkSolution(
                    found.W(), found.support(), Ht, found.trace(), found.stop(), found.certificate());
        } finally {
            arranged.unpersist();
        }
    }

    /**
     * Solves from a start with groups, or continues a solve of the same problem whose state the folder holds. A resumed solve ends with the bits of
     * an uninterrupted one.
     *
     * @param X the selected features only, persisted
     * @param droppedLoss ½‖xᵢ‖² of the features that were not selected, which is added to the objective, the trace and its size
     * @param start groups of all samples, in the partitions of X
     * @param spec of the whole fit; its rank, weight, start, stop rules and threads are used
     * @param interval number of iterations between two checkpoints, and between two states
     * @param states where states are written every {@code interval} iterations and when the run is cancelled; nowhere if empty
     * @return W on the features of X, and H
     */
    public static SparkSolver.SparkSolution solve(
            Panels X,
            double droppedLoss,
            SampleGraph graph,
            SampleGroups start,
            Spec spec,
            int interval,
            Optional<StateFolder> states,
            Consumer<? super Step> listener,
            BooleanSupplier isCancelled) {
        check(X, graph, start, spec, interval);
        GroupRows rows = spec.start()
                .groupRows()
                .orElseThrow(() -> new IllegalArgumentException("the joint factorisation on Spark starts from groups,"
                        + " not from the start '" + spec.start().kind() + "'; use the start of the graph's groups"));
        RddCheckpoints.ensureDirectory(JavaSparkContext.fromSparkContext(X.rdd().context()));
        Stop stop = spec.stop().rule().or(Stop.when(isCancelled));
        JavaRDD<double[]> Ht = rowsOfStart(start, rows, X.offsets(), spec.rank());
        try (SparkNormalizedAdjacency S = graph.normalizedAdjacency();
                ExecutionContext context = ExecutionContext.create(spec.threads())) {
            JointConstants constants = constants(X, S, spec);
            Optional<SolveState> state = states.map(
                    folder -> folder.open(ProblemFingerprint.compute(X, S, constants, start, rows, spec), interval));
            try (SparkJointSampleBlock side = new SparkJointSampleBlock(X, S, constants, Ht, interval, state)) {
                Solver.WSolution end = JointFactorization.standard()
                        .solve(
                                context,
                                side,
                                constants,
                                stop,
                                step -> listener.accept(step.plusLoss(droppedLoss)),
                                state.<Checkpoint>map(found -> found).orElse(Checkpoint.none()));
                return withH(end, side, droppedLoss);
            }
        }
    }

    private static SparkSolver.SparkSolution withH(
            Solver.WSolution end, SparkJointSampleBlock side, double droppedLoss) {
        try {
            return new SparkSolver.SparkSolution(
                    end.W(),
                    end.support(),
                    side.checkpointedH(),
                    end.trace().plusLoss(droppedLoss),
                    end.stop(),
                    end.certificate());
        } catch (Exception | Error e) { // Scala throws undeclared checked exceptions
            end.W().close();
            throw e;
        }
    }

    private static void check(Panels X, SampleGraph graph, SampleGroups start, Spec spec, int interval) {
        Preconditions.require(interval >= 1, "checkpoint-interval must be at least 1, got %d", interval);
        Preconditions.require(
                spec.isJoint() && spec.weight().perDegree(),
                "%s does not have the graph term joint with a weight alpha above 0; use Spec.withJointTerm",
                spec);
        Preconditions.require(
                graph.size() == X.samples(), "the graph joins %d samples, the data have %d", graph.size(), X.samples());
        long grouped = Arrays.stream(start.sizes()).sum();
        Preconditions.require(
                grouped == X.samples() && start.labels().getNumPartitions() == X.partitions(),
                "the start has groups of %d samples in %d partitions, the data have %d samples in %d",
                grouped,
                start.labels().getNumPartitions(),
                X.samples(),
                X.partitions());
    }

    private static JointConstants constants(Panels X, SparkNormalizedAdjacency S, Spec spec) {
        double squares = Arrays.stream(X.rowSquares()).sum();
        if (!MagnitudeCheck.isInRange(squares))
            throw new DataException(
                    "the squares of X sum to %s, but only sums between 1e-250 and 1e250 keep their digits; divide the data by"
                            + " their largest value",
                    squares);
        return JointConstants.of(
                squares, S.largest(), S.squares(), spec.rank(), spec.weight().value());
    }

    /** Computes the rows of Ht of a start with groups. */
    private static JavaRDD<double[]> rowsOfStart(SampleGroups start, GroupRows rows, int[] first, int r) {
        int groups = start.clusters();
        int n = first[first.length - 1];
        Function2<Integer, Iterator<int[]>, Iterator<double[]>> compute = (partition, labels) -> {
            int[] own = labels.next();
            int m = first[partition + 1] - first[partition];
            Preconditions.require(
                    own.length == m, "partition %d has %d samples, but labels of %d", partition, m, own.length);
            double[] Ht = new double[Math.multiplyExact(m, r)];
            double[] row = new double[r];
            for (int i = 0; i < m; i++) {
                rows.compute(first[partition] + i, n, own[i], groups, row);
                System.arraycopy(row, 0, Ht, i * r, r);
            }
            return List.of(Ht).iterator();
        };
        return start.labels().mapPartitionsWithIndex(compute, true);
    }
}
