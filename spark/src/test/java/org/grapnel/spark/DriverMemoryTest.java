package org.grapnel.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.spark.testing.TestCluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The driver allocates nothing that grows with the samples. */
@Tag("long")
class DriverMemoryTest {
    @Test
    void largestAllocationDoesNotGrowWithTheSamples() throws Exception {
        long many = requireFlat(TestCluster.run(MeasuredFit.class, "accpalm", "6000", "60000"));
        assertThat(many).as("less than a row of H for every sample").isLessThan(60_000L * 4 * 8);
    }

    /** From 12,000 samples on, all bounded samples of the driver have their full size. */
    @Test
    void largestAllocationOfTheRecommendedMethodDoesNotGrowWithTheSamples() throws Exception {
        requireFlat(TestCluster.run(MeasuredFit.class, "recommended", "12000", "120000"));
    }

    private static long requireFlat(String output) {
        String[] printed = output.strip().split("\n");
        long few = Long.parseLong(printed[0]);
        long many = Long.parseLong(printed[1]);
        assertThat(many).isLessThanOrEqualTo(few + (64 << 10));
        return many;
    }

    /**
     * Driver that fits with a graph and groups, and prints the largest allocation that the flight recorder saw, in
     * bytes.
     */
    static final class MeasuredFit {
        private MeasuredFit() {}

        public static void main(String[] args) throws Exception {
            SparkSession session = SparkSession.builder().getOrCreate();
            fit(session, args[0], 500); // warm-up: what Spark itself allocates once
            for (int i = 1; i < args.length; i++)
                System.out.printf(Locale.ROOT, "%d%n", largest(session, args[0], Integer.parseInt(args[i])));
        }

        private static long largest(SparkSession session, String solver, int samples) throws Exception {
            Path file = Files.createTempFile("driver", ".jfr");
            try (Recording recording = new Recording()) {
                recording.enable("jdk.ObjectAllocationOutsideTLAB").withoutStackTrace();
                recording.enable("jdk.ObjectAllocationInNewTLAB").withoutStackTrace();
                recording.start();
                fit(session, solver, samples);
                recording.stop();
                recording.dump(file);
            }
            long largest = 0;
            for (RecordedEvent event : RecordingFile.readAllEvents(file))
                largest = Math.max(largest, event.getLong("allocationSize"));
            Files.delete(file);
            return largest;
        }

        private static void fit(SparkSession session, String solver, int samples) {
            GraphNmf estimator = new GraphNmf()
                    .setSolver(solver)
                    .setRank(4)
                    .setKeep(3)
                    .setSearch("approximate")
                    .setNeighbors(3)
                    .setTol(0)
                    .setMaxIter(2);
            if (solver.equals("accpalm")) estimator.setLambda(0.5).setLaplacian("normalized");
            estimator.fit(data(session, samples)).release();
        }

        private static Dataset<Row> data(SparkSession session, int samples) {
            JavaRDD<Row> rows = session.range(0, samples, 1, 8).toJavaRDD().map(j -> {
                double[] x = new double[8];
                for (int i = 0; i < x.length; i++) x[i] = CounterRandom.uniform(4, j, i) + (i % 4 == j % 4 ? 3 : 0);
                return RowFactory.create(Vectors.dense(x));
            });
            return session.createDataFrame(rows, new StructType().add("features", SQLDataTypes.VectorType(), false));
        }
    }
}
