package org.grapnel.spark.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("cluster")
class TestClusterTest {
    @Test
    void jobSurvivesAKilledExecutor() throws Exception {
        assertThat(TestCluster.run(SumOfSquares.class, "kill")).isEqualTo(expected());
    }

    @Test
    @Tag("long")
    void standaloneClusterGivesTheSameSum() throws Exception {
        try (TestCluster cluster = TestCluster.standalone(2, 1024)) {
            assertThat(cluster.runHere(SumOfSquares.class, List.of("stay"))).isEqualTo(expected());
        }
    }

    /** Executors use the same kernel as this process. */
    private static String expected() {
        return "338350 by 2 executors and " + SumOfSquares.kernel() + "\n338350 again\n";
    }

    /** Driver that sums on two executors, kills one of them meanwhile, and sums again. */
    static final class SumOfSquares {
        private SumOfSquares() {}

        public static void main(String[] args) throws Exception {
            SparkSession session = SparkSession.builder().getOrCreate();
            JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext());
            List<ProcessHandle> executors = TestCluster.executors(context.sc().applicationId());
            String kernel =
                    context.parallelize(List.of(1), 1).map(one -> kernel()).first();
            System.out.printf("%d by %d executors and %s%n", sum(context, 0), executors.size(), kernel);
            Thread killer = new Thread(() -> {
                try {
                    Thread.sleep(500);
                    TestCluster.kill(executors.get(0));
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            if (args[0].equals("kill")) killer.start();
            System.out.printf("%d again%n", sum(context, 100));
            killer.join();
        }

        private static int sum(JavaSparkContext context, int millis) {
            List<Integer> numbers = IntStream.rangeClosed(1, 100).boxed().toList();
            return context.parallelize(numbers, 20)
                    .map(x -> {
                        Thread.sleep(millis / 5);
                        return x * x;
                    })
                    .reduce(Integer::sum);
        }

        private static String kernel() {
            try (ExecutionContext context = ExecutionContext.create(1)) {
                return context.kernelName();
            }
        }
    }
}
