package org.grapnel.spark;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.grapnel.Fit;
import org.grapnel.Grapnel;
import org.grapnel.KeptFeature;
import org.grapnel.Spec;
import org.grapnel.cluster.Clustering;
import org.grapnel.evaluate.AdjustedRand;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.CounterRandom;

/** Compares the recommended method on Spark with one machine; {@code bench/spark} runs it. */
public final class RecommendedComparison {
    private static final long SEED = 11;

    private RecommendedComparison() {}

    /**
     * Arguments: a csv.gz file with its labels in the last column or {@code made}, groups, kept features, numbers of partitions.
     *
     * <p>Prints a line for each number of partitions, separated by tabs: whether the kept features are equal, the adjusted Rand index of the
     * groups, the relative difference of the objectives, trust on one machine and on Spark, seconds on one machine and on Spark.
     */
    public static void main(String[] args) throws IOException {
        Spec spec = Spec.recommended(Integer.parseInt(args[1]), Integer.parseInt(args[2]));
        boolean made = args[0].equals("made");
        try (SparkSession session = SparkSession.builder().getOrCreate();
                org.grapnel.data.Dataset data = made ? org.grapnel.data.Dataset.of(makeSparse()) : read(args[0])) {
            long began = System.nanoTime();
            try (Fit here = Grapnel.fit(data, spec)) {
                double local = (System.nanoTime() - began) / 1e9;
                for (String partitions : Arrays.asList(args).subList(3, args.length))
                    compare(session, data.X(), here, local, spec, Integer.parseInt(partitions));
            }
        }
    }

    /** Reads a plain table of numbers; the readers of other formats are not on the class path of Spark. */
    private static org.grapnel.data.Dataset read(String file) throws IOException {
        List<double[]> samples = new ArrayList<>();
        try (BufferedReader in = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(Path.of(file))), StandardCharsets.UTF_8))) {
            in.readLine(); // the names
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] cells = line.split(",");
                samples.add(Arrays.stream(cells, 0, cells.length - 1)
                        .mapToDouble(Double::parseDouble)
                        .toArray());
            }
        }
        return org.grapnel.data.Dataset.ofSamples(samples.toArray(double[][]::new));
    }

    private static void compare(SparkSession session, Matrix X, Fit here, double local, Spec spec, int partitions) {
        long began = System.nanoTime();
        GraphNmfModel model = new GraphNmf().setSpec(spec).setIdCol("id").fit(frame(session, X, partitions));
        double seconds = (System.nanoTime() - began) / 1e9;
        List<Integer> kept = here.kept().stream().map(KeptFeature::index).toList();
        int[] labels = new int[X.cols()];
        for (Row row : model.factors().collectAsList()) labels[(int) row.getLong(0)] = row.getInt(2);
        Clustering there = Clustering.ofLabels(model.summary().groups().size(), labels);
        double F = here.solution().objective().total();
        System.out.printf(
                Locale.ROOT,
                "%d\t%s\t%.4f\t%.2g\t%s\t%s\t%.1f\t%.1f%n",
                partitions,
                model.summary().kept().equals(kept),
                AdjustedRand.compute(there, here.groups().clustering()),
                Math.abs(model.summary().objective().total() - F) / F,
                here.trust().orElseThrow().level(),
                model.summary()
                        .recommended()
                        .orElseThrow()
                        .trust()
                        .orElseThrow()
                        .level(),
                local,
                seconds);
        model.release();
    }

    private static Dataset<Row> frame(SparkSession session, Matrix X, int partitions) {
        List<Row> rows = new ArrayList<>();
        for (int j = 0; j < X.cols(); j++) {
            double[] x = new double[X.rows()];
            for (int i = 0; i < x.length; i++) x[i] = X.get(i, j);
            rows.add(RowFactory.create(
                    (long) j, X.isDense() ? Vectors.dense(x) : Vectors.dense(x).toSparse()));
        }
        StructType schema = new StructType().add("id", DataTypes.LongType).add("features", SQLDataTypes.VectorType());
        return session.createDataFrame(
                JavaSparkContext.fromSparkContext(session.sparkContext()).parallelize(rows, partitions), schema);
    }

    /** Makes 20,000 samples with 500 features in eight groups, a tenth of the numbers non-zero. */
    private static SparseMatrix makeSparse() {
        int p = 500;
        int n = 20_000;
        int groups = 8;
        int[] row = new int[p * n / 4];
        int[] column = new int[row.length];
        double[] value = new double[row.length];
        int filled = 0;
        for (int j = 0; j < n; j++) {
            int group = (int) (CounterRandom.uniform(SEED, j, p) * groups);
            for (int i = 0; i < p; i++) {
                boolean marks = i < 25 * groups && i / 25 == group;
                if (CounterRandom.uniform(SEED, j, i) > (marks ? 0.5 : 0.08)) continue;
                row[filled] = i;
                column[filled] = j;
                value[filled++] = 1 + Math.floor((marks ? 6 : 3) * CounterRandom.uniform(SEED + 1, j, i));
            }
        }
        return SparseMatrix.ofTriples(
                p, n, Arrays.copyOf(row, filled), Arrays.copyOf(column, filled), Arrays.copyOf(value, filled));
    }
}
