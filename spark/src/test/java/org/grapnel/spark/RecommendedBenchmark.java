package org.grapnel.spark;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.grapnel.FitListener;
import org.grapnel.solve.Step;
import org.grapnel.spark.app.ExecutorStats;

/** The recommended method on made data, with the seconds of each phase; {@code bench/spark} runs it on executor processes. */
public final class RecommendedBenchmark {
    private RecommendedBenchmark() {}

    /** Adds the time from the beginning of a phase to that of the next one. */
    private static final class PhaseClock implements FitListener {
        private final Map<String, Double> seconds = new LinkedHashMap<>();
        private String phase = "starting";
        private long began = System.nanoTime();

        @Override
        public void onPhase(String name) {
            long now = System.nanoTime();
            seconds.merge(phase, (now - began) / 1e9, Double::sum);
            System.err.printf(Locale.ROOT, "%8.1f s  %s%n", (now - began) / 1e9, phase);
            phase = name;
            began = now;
        }

        @Override
        public void onIteration(Step step) {
            if (step.iteration() == 0) onPhase("iterations");
        }
    }

    /**
     * Arguments: samples, features, rank, keep, iterations, partitions.
     *
     * <p>Prints, separated by tabs: executors, median seconds per iteration, seconds of the whole fit, recall, spilled bytes, trust, then a
     * phase and its seconds for each phase.
     */
    public static void main(String[] args) throws IOException {
        int samples = Integer.parseInt(args[0]);
        int features = Integer.parseInt(args[1]);
        try (SparkSession session = SparkSession.builder().getOrCreate()) {
            ExecutorStats work = new ExecutorStats();
            session.sparkContext().addSparkListener(work);
            PhaseClock clock = new PhaseClock();
            GraphNmf estimator = new GraphNmf()
                    .setClusters(Integer.parseInt(args[2]))
                    .setKeep(Integer.parseInt(args[3]))
                    .setTol(0)
                    .setMaxIter(Integer.parseInt(args[4]))
                    .setListener(clock);
            GraphNmfModel model =
                    estimator.fit(SparkBenchmark.made(session, samples, features, Integer.parseInt(args[5])));
            clock.onPhase("");
            System.err.println(model.summary());
            List<Double> seconds =
                    SparkBenchmark.seconds(model.summary().trace().steps());
            System.out.printf(
                    Locale.ROOT,
                    "%d\t%.4f\t%.1f\t%s\t%d\t%s",
                    ExecutorStats.countExecutors(session.sparkContext()),
                    seconds.get(seconds.size() / 2),
                    model.summary().seconds(),
                    model.summary().graph().orElseThrow().recall(),
                    work.spilledBytes(),
                    model.summary()
                            .recommended()
                            .orElseThrow()
                            .trust()
                            .orElseThrow()
                            .level());
            clock.seconds.forEach((phase, time) -> System.out.printf(Locale.ROOT, "\t%s\t%.1f", phase, time));
            System.out.println();
        }
    }
}
