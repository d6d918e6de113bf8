package org.grapnel.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.CRC32;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.grapnel.FitListener;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.solve.Step;
import org.grapnel.spark.app.ExecutorStats;
import org.grapnel.spark.testing.TestCluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A killed executor does not change the result. */
@Tag("long")
class ExecutorLossTest {
    @Test
    void runWithAKilledExecutorGivesTheSameBits() throws Exception {
        String whole = TestCluster.run(TracedFit.class, "stay");
        String withLoss = TestCluster.run(TracedFit.class, "kill");
        assertThat(whole).contains("iteration 16 ").contains("lost 0\n");
        assertThat(withLoss).contains("lost 1\n");
        assertThat(withLoss.replace("lost 1\n", "lost 0\n")).isEqualTo(whole);
    }

    /** The graph is checkpointed once it is built, and an iteration is recomputed from the last checkpoint of H and G. */
    @Test
    void recommendedFitWithAKilledExecutorGivesTheSameBits() throws Exception {
        requireSameBits("exact", List.of("finding neighbours", "iterations"));
    }

    /** The same for the search of very many samples, whose graph products run in another order of the samples. */
    @Test
    void arrangedFitWithAKilledExecutorGivesTheSameBits() throws Exception {
        requireSameBits("approximate", List.of("grouping the graph", "iterations"));
    }

    private static void requireSameBits(String search, List<String> moments) throws Exception {
        String whole = TestCluster.run(RecommendedRun.class, "stay", search);
        assertThat(whole).contains("iteration 16 ").contains("lost 0\n");
        for (String moment : moments) {
            String withLoss = TestCluster.run(RecommendedRun.class, moment, search);
            assertThat(withLoss).as(moment).contains("lost 1\n");
            assertThat(withLoss.replace("lost 1\n", "lost 0\n")).as(moment).isEqualTo(whole);
        }
    }

    /** Driver that runs the recommended method, and kills an executor in the named phase or in iteration 14. */
    static final class RecommendedRun {
        private RecommendedRun() {}

        public static void main(String[] args) throws Exception {
            SparkSession session = SparkSession.builder().getOrCreate();
            ExecutorStats work = new ExecutorStats();
            session.sparkContext().addSparkListener(work);
            String application = session.sparkContext().applicationId();
            AtomicBoolean killed = new AtomicBoolean(args[0].equals("stay"));
            GraphNmfModel model = new GraphNmf()
                    .setClusters(3)
                    .setKeep(6)
                    .setSearch(args[1])
                    .setTol(0)
                    .setMaxIter(16)
                    .setListener(new FitListener() {
                        @Override
                        public void onPhase(String name) {
                            if (name.equals(args[0]) && killed.compareAndSet(false, true))
                                TracedFit.killSoon(application);
                        }

                        @Override
                        public void onIteration(Step step) {
                            if (args[0].equals("iterations")
                                    && step.iteration() == 14
                                    && killed.compareAndSet(false, true)) TracedFit.killSoon(application);
                        }
                    })
                    .fit(TracedFit.data(session, 70));
            System.out.println("kept " + model.summary().kept());
            TracedFit.print(model);
            System.out.printf(Locale.ROOT, "lost %d%n", work.lostExecutors());
            session.sparkContext().removeSparkListener(work);
            model.release();
        }
    }

    /** Driver that fits with a graph and prints trace, W and H to the bit; it kills an executor during iteration 14. */
    static final class TracedFit {
        private TracedFit() {}

        public static void main(String[] args) throws Exception {
            SparkSession session = SparkSession.builder().getOrCreate();
            ExecutorStats work = new ExecutorStats();
            session.sparkContext().addSparkListener(work);
            String application = session.sparkContext().applicationId();
            GraphNmfModel model = new GraphNmf()
                    .setSolver("accpalm")
                    .setRank(3)
                    .setKeep(6)
                    .setLambda(0.5)
                    .setTol(0)
                    .setLaplacian("normalized")
                    .setMaxIter(16)
                    .setListener((Step step) -> {
                        if (args[0].equals("kill") && step.iteration() == 14) killSoon(application);
                    })
                    .fit(data(session, 20));
            print(model);
            System.out.printf(Locale.ROOT, "lost %d%n", work.lostExecutors());
            session.sparkContext().removeSparkListener(work);
            model.release();
        }

        private static void print(GraphNmfModel model) {
            for (Step step : model.summary().trace().steps())
                System.out.printf(
                        Locale.ROOT,
                        "iteration %d %s %s%n",
                        step.iteration(),
                        Double.toHexString(step.objective().total()),
                        Double.toHexString(step.change()));
            CRC32 sum = new CRC32();
            for (Row row : model.factors().orderBy("id").collectAsList()) {
                for (double h : ((Vector) row.get(1)).toArray())
                    for (byte b : Double.toHexString(h).getBytes(java.nio.charset.StandardCharsets.US_ASCII))
                        sum.update(b);
                sum.update(row.getInt(2));
            }
            System.out.printf(Locale.ROOT, "H %x, W %s%n", sum.getValue(), model.W());
        }

        /** Kills an executor a moment later, during the next job. */
        private static void killSoon(String application) {
            Thread killer = new Thread(() -> {
                try {
                    TimeUnit.MILLISECONDS.sleep(20);
                    TestCluster.kill(TestCluster.executors(application).get(0));
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            killer.start();
        }

        private static Dataset<Row> data(SparkSession session, int features) {
            JavaRDD<Row> rows = session.range(0, 200, 1, 4).toJavaRDD().map(j -> {
                double[] x = new double[features];
                for (int i = 0; i < x.length; i++)
                    x[i] = CounterRandom.uniform(4, j, i) * (i < 9 && i % 3 == j % 3 ? 3 : 0.4);
                return RowFactory.create(Vectors.dense(x));
            });
            return session.createDataFrame(rows, new StructType().add("features", SQLDataTypes.VectorType(), false));
        }
    }
}
