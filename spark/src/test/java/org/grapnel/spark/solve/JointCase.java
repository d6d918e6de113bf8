package org.grapnel.spark.solve;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.grapnel.Spec;
import org.grapnel.checkpoint.Checkpoint;
import org.grapnel.cluster.Clustering;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.JointProblem;
import org.grapnel.model.Model;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.Solution;
import org.grapnel.solve.Step;
import org.grapnel.solve.StopSpec;
import org.grapnel.solve.joint.JointFactorization;
import org.grapnel.solve.start.Start;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.data.SampleGroups;
import org.grapnel.spark.graph.SampleGraph;
import org.grapnel.spark.rdd.StateFolder;
import org.grapnel.spark.testing.LocalSpark;
import org.grapnel.spark.testing.TestPanels;

/** One joint problem on this machine and on Spark: groups j mod c, edges mostly within them, the last samples without any. */
final class JointCase implements AutoCloseable {
    final Matrix X;
    final Graph local;
    final int[] labels;
    final int groups;
    final Panels panels;
    final SampleGraph graph;
    final SampleGroups start;

    JointCase(int p, int n, int groups, int isolated, boolean sparse, int partitions) {
        this.groups = groups;
        DenseMatrix dense = DenseMatrix.zeros(p, n);
        dense.map((i, j, x) -> {
            double noise = CounterRandom.uniform(1, i, j);
            return noise < 0.3 ? 0 : noise + (i % groups == j % groups ? 2 : 0);
        });
        X = sparse ? SparseMatrix.of(dense) : dense;
        double[][] A = new double[n][n];
        List<Row> edges = new ArrayList<>();
        for (int i = 0; i < n - isolated; i++) {
            for (int j = 0; j < i; j++) {
                double chance = i % groups == j % groups ? 0.3 : 0.03;
                if (CounterRandom.uniform(2, i, j) >= chance) continue;
                A[i][j] = A[j][i] = 0.1 + CounterRandom.uniform(3, i, j);
                edges.add(RowFactory.create((long) i, (long) j, A[i][j]));
            }
        }
        local = Graph.of(SparseMatrix.of(DenseMatrix.of(A)), "edges");
        labels = new int[n];
        // one sample in ten starts in another group, so that there is something to solve
        for (int j = 0; j < n; j++) labels[j] = (CounterRandom.uniform(4, j, 0) < 0.1 ? j + 1 : j) % groups;
        panels = TestPanels.create(TestPanels.context(), X, partitions, 16);
        StructType type = new StructType()
                .add("src", DataTypes.LongType)
                .add("dst", DataTypes.LongType)
                .add("weight", DataTypes.DoubleType);
        graph = SampleGraph.of(
                panels,
                Optional.empty(),
                LocalSpark.session().createDataFrame(edges, type).coalesce(1));
        start = SampleGroups.create(distribute(labels, panels.offsets()), groups);
    }

    static JavaRDD<int[]> distribute(int[] labels, int[] first) {
        List<int[]> parts = new ArrayList<>();
        for (int q = 0; q + 1 < first.length; q++) parts.add(Arrays.copyOfRange(labels, first[q], first[q + 1]));
        return TestPanels.context().parallelize(parts, parts.size());
    }

    static Spec spec(int rank, int iterations) {
        return Spec.recommended(Model.GNMF, rank)
                .withThreads(1)
                .withStop(new StopSpec(0, iterations, Optional.empty()));
    }

    Solution solveHere(Spec spec) {
        try (ExecutionContext context = ExecutionContext.create(1)) {
            Start groupStart = spec.start().withGroups(Clustering.ofLabels(groups, labels));
            JointProblem problem =
                    JointProblem.of(X, local, spec.rank(), spec.weight().value());
            return JointFactorization.standard()
                    .solve(
                            context,
                            problem,
                            groupStart.point(context, X, spec.rank()),
                            spec.stop().rule(),
                            step -> {},
                            Checkpoint.none());
        }
    }

    SparkSolver.SparkSolution solveThere(Spec spec, int interval) {
        return solveThere(spec, interval, Optional.empty(), step -> {}, () -> false);
    }

    SparkSolver.SparkSolution solveThere(
            Spec spec,
            int interval,
            Optional<StateFolder> states,
            Consumer<Step> listener,
            BooleanSupplier isCancelled) {
        return SparkJointSolver.solve(panels, 0, graph, start, spec, interval, states, listener, isCancelled);
    }

    /** All rows of Ht. */
    static double[] rows(SparkSolver.SparkSolution solution) {
        return solution.Ht().collect().stream().flatMapToDouble(Arrays::stream).toArray();
    }

    @Override
    public void close() {
        start.close();
        graph.close();
        panels.rdd().unpersist(false);
        X.close();
    }
}
