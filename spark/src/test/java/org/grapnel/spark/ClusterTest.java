package org.grapnel.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.grapnel.linalg.Compute;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("cluster")
class ClusterTest {
    @Test
    void aKilledExecutorCostsAStageAndNotTheRun() throws Exception {
        assertThat(Cluster.run(SumOfSquares.class, Cluster.LOCAL, List.of("kill")))
                .isEqualTo(expected());
    }

    @Test
    void aMasterAndTwoWorkersDoTheSame() throws Exception {
        try (Cluster cluster = Cluster.standalone(2, 1024)) {
            assertThat(Cluster.run(SumOfSquares.class, cluster.master(), List.of("stay")))
                    .isEqualTo(expected());
        }
    }

    /** Executors find the natives that this process finds. */
    private static String expected() {
        return "338350 by 2 executors and " + SumOfSquares.kernel() + "\n338350 again\n";
    }

    /** The driver: sums on two executors, ends one of them in the middle, and sums again. */
    static final class SumOfSquares {
        private SumOfSquares() {}

        public static void main(String[] args) throws Exception {
            try (SparkSession session = SparkSession.builder().getOrCreate();
                    JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext())) {
                List<ProcessHandle> executors = Cluster.executors(context.sc().applicationId());
                String kernel =
                        context.parallelize(List.of(1), 1).map(one -> kernel()).first();
                System.out.printf("%d by %d executors and %s%n", sum(context, 0), executors.size(), kernel);
                Thread killer = new Thread(() -> {
                    try {
                        Thread.sleep(500);
                        Cluster.kill(executors.get(0));
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                });
                if (args[0].equals("kill")) killer.start();
                System.out.printf("%d again%n", sum(context, 100));
                killer.join();
            }
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
            try (Compute on = Compute.of(1)) {
                return on.kernelName();
            }
        }
    }
}
