package org.grapnel.spark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.solve.Step;
import org.grapnel.spark.app.ExecutorStats;

/** Measures one fit of synthetic data; {@code bench/spark} runs it on one and on two executors. */
final class SparkBenchmark {
    private static final long SEED = 8;
    private static final int COMPONENTS = 10;
    /** Iterations before the compiler is done with the code of an iteration. */
    private static final int WARM = 20;

    private SparkBenchmark() {}

    /**
     * Arguments: model, samples, features, rank, keep (0 for none), lambda, iterations, partitions.
     *
     * <p>Prints, separated by tabs: executors, bytes of X, median and mean seconds per iteration after the first twenty,
     * seconds of the whole fit, spilled bytes, maximum bytes of the driver, objective.
     */
    public static void main(String[] args) throws IOException {
        int samples = Integer.parseInt(args[1]);
        int features = Integer.parseInt(args[2]);
        int keep = Integer.parseInt(args[4]);
        int partitions = Integer.parseInt(args[7]);
        try (SparkSession session = SparkSession.builder().getOrCreate()) {
            ExecutorStats work = new ExecutorStats();
            session.sparkContext().addSparkListener(work);
            GraphNmf estimator = new GraphNmf()
                    .setSolver("accpalm")
                    .setModel(args[0])
                    .setRank(Integer.parseInt(args[3]))
                    .setLambda(Double.parseDouble(args[5]))
                    .setTol(0)
                    .setMaxIter(Integer.parseInt(args[6]))
                    .setListener(
                            step -> System.err.printf(Locale.ROOT, "%d\t%.3f s%n", step.iteration(), step.seconds()));
            if (keep > 0) estimator.setKeep(keep);
            GraphNmfModel model = estimator.fit(made(session, samples, features, partitions));
            List<Double> seconds = seconds(model.summary().trace().steps());
            System.out.printf(
                    Locale.ROOT,
                    "%d\t%d\t%.4f\t%.4f\t%.1f\t%d\t%d\t%.12g%n",
                    ExecutorStats.countExecutors(session.sparkContext()),
                    8L * samples * features,
                    seconds.get(seconds.size() / 2),
                    seconds.stream().mapToDouble(s -> s).average().orElse(0),
                    model.summary().seconds(),
                    work.spilledBytes(),
                    Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory(),
                    model.summary().objective().total());
        }
    }

    /** Returns the seconds of each iteration except the first few, in ascending order. */
    static List<Double> seconds(List<Step> steps) {
        List<Double> seconds = new ArrayList<>();
        int warm = Math.min(WARM, steps.size() / 2);
        for (int i = warm + 1; i < steps.size(); i++)
            seconds.add(steps.get(i).seconds() - steps.get(i - 1).seconds());
        seconds.sort(null);
        return seconds;
    }

    /**
     * Creates W*·H* with noise: a third of the features depend on ten components, the rest are noise. Executors create
     * it, with the same result for a recomputed partition.
     */
    static Dataset<Row> made(SparkSession session, int samples, int features, int partitions) {
        double[][] W = new double[features][COMPONENTS];
        for (int i = 0; i < features; i += 3)
            for (int q = 0; q < COMPONENTS; q++) {
                double draw = CounterRandom.uniform(SEED, i, q);
                W[i][q] = draw < 0.7 ? 0 : draw;
            }
        JavaRDD<Row> rows = session.range(0, samples, 1, partitions)
                .toJavaRDD()
                .map(j -> RowFactory.create(Vectors.dense(sample(W, j))));
        return session.createDataFrame(rows, new StructType().add("features", SQLDataTypes.VectorType(), false));
    }

    private static double[] sample(double[][] W, long j) {
        double[] h = new double[COMPONENTS];
        int kind = (int) (j % COMPONENTS);
        for (int q = 0; q < COMPONENTS; q++) h[q] = CounterRandom.uniform(SEED + 1, j, q) * (q == kind ? 1 : 0.1);
        double[] x = new double[W.length];
        Arrays.setAll(x, i -> {
            double sum = 0.05 * CounterRandom.uniform(SEED + 2, j, i);
            for (int q = 0; q < COMPONENTS; q++) sum += W[i][q] * h[q];
            return sum;
        });
        return x;
    }
}
