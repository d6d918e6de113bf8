package org.grapnel.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.checkpoint.Checkpoint;
import org.grapnel.checkpoint.CheckpointStore;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.model.Model;
import org.grapnel.runs.resume.RunManifest;
import org.grapnel.runs.write.RunFolder;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.solve.Solution;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.StopSpec;

/** Measures the fraction of a run that checkpoints take. */
final class CheckpointRun {
    private CheckpointRun() {}

    /** Forwards to a checkpoint and measures the time that the solver waits for it. */
    private static final class TimedCheckpoint implements Checkpoint {
        private final Checkpoint inner;
        private double seconds;
        private int written;

        TimedCheckpoint(Checkpoint inner) {
            this.inner = inner;
        }

        @Override
        public CheckpointStatus status() {
            return inner.status();
        }

        @Override
        public void read(Consumer<StateStream> state) {
            inner.read(state);
        }

        @Override
        public void afterIteration(Consumer<StateStream> state) {
            long began = System.nanoTime();
            inner.afterIteration(counted(state));
            seconds += (System.nanoTime() - began) * 1e-9;
        }

        @Override
        public void onInterrupt(Consumer<StateStream> state) {
            afterIteration(state);
        }

        @Override
        public void onFinish(double total, Consumer<StateStream> solution) {
            long began = System.nanoTime();
            inner.onFinish(total, counted(solution));
            seconds += (System.nanoTime() - began) * 1e-9;
        }

        private Consumer<StateStream> counted(Consumer<StateStream> state) {
            return ledger -> {
                written++;
                state.accept(ledger);
            };
        }
    }

    /** Arguments: features, samples, rank, seconds of the run, seconds between checkpoints. */
    public static void main(String[] args) throws Exception {
        int p = Integer.parseInt(args[0]);
        int n = Integer.parseInt(args[1]);
        int r = Integer.parseInt(args[2]);
        Spec spec = Spec.paper(Model.NMF_L20, r)
                .withKeep(Math.min(p, 100))
                .withSolver(SolverSpec.of(SolverKind.ACCPALM))
                .withStop(new StopSpec(0, Integer.MAX_VALUE, Optional.of(Double.parseDouble(args[3]))));
        Path home = Files.createTempDirectory("grapnel-checkpoint");
        try (DenseMatrix X = DenseMatrix.zeros(p, n).map((i, j, x) -> CounterRandom.uniform(1, i, j));
                RunFolder folder = RunFolder.createOrContinue(
                        home.resolve("run"), false, RunManifest.create("bench", List.of("checkpoint")), false)) {
            CheckpointStore files = folder.checkpoints(Double.parseDouble(args[4]), System.err::println);
            TimedCheckpoint[] timed = new TimedCheckpoint[1];
            FitContext context =
                    FitContext.none().withCheckpoints(key -> timed[0] = new TimedCheckpoint(files.open(key)));
            try (Solution found = Grapnel.solve(X, Optional.empty(), spec, context)) {
                double seconds = found.trace().last().seconds();
                long bytes = 0;
                try (var all = Files.walk(folder.partialFolder())) {
                    for (Path file : all.filter(Files::isRegularFile).toList())
                        bytes = Math.max(bytes, Files.size(file));
                }
                System.out.printf(
                        Locale.ROOT,
                        "| %d × %d, rank %d | %.0f | %d | %d | %.1f | %.2f | %.3f %% |%n",
                        p,
                        n,
                        r,
                        seconds,
                        found.trace().iterations(),
                        timed[0].written,
                        bytes * 1e-6,
                        timed[0].seconds,
                        100 * timed[0].seconds / seconds);
            }
            folder.commit();
        }
    }
}
