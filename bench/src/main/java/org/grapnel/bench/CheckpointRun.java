package org.grapnel.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.Watch;
import org.grapnel.io.RunFolder;
import org.grapnel.io.Unfinished;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Ledger;
import org.grapnel.linalg.Randoms;
import org.grapnel.model.Model;
import org.grapnel.solve.Checkpoint;
import org.grapnel.solve.Checkpoints;
import org.grapnel.solve.Method;
import org.grapnel.solve.Solution;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.Step;
import org.grapnel.solve.StopSpec;

/** Which share of a run is spent on laying down how far it is. */
final class CheckpointRun {
    private CheckpointRun() {}

    /** Counts the time that the solver waits for another checkpoint. */
    private static final class Timed implements Checkpoint {
        private final Checkpoint inner;
        private double seconds;
        private int written;

        Timed(Checkpoint inner) {
            this.inner = inner;
        }

        @Override
        public Found found() {
            return inner.found();
        }

        @Override
        public void read(Consumer<Ledger> state) {
            inner.read(state);
        }

        @Override
        public void passed(Consumer<Ledger> state) {
            long began = System.nanoTime();
            inner.passed(counted(state));
            seconds += (System.nanoTime() - began) * 1e-9;
        }

        @Override
        public void left(Consumer<Ledger> state) {
            passed(state);
        }

        @Override
        public void ended(double total, Consumer<Ledger> solution) {
            long began = System.nanoTime();
            inner.ended(total, counted(solution));
            seconds += (System.nanoTime() - began) * 1e-9;
        }

        private Consumer<Ledger> counted(Consumer<Ledger> state) {
            return ledger -> {
                written++;
                state.accept(ledger);
            };
        }
    }

    /** Arguments: features, samples, rank, seconds of the run, seconds between two states. */
    public static void main(String[] args) throws Exception {
        int p = Integer.parseInt(args[0]);
        int n = Integer.parseInt(args[1]);
        int r = Integer.parseInt(args[2]);
        Spec spec = Spec.of(Model.NMF_L20, r)
                .withKeep(Math.min(p, 100))
                .withSolver(SolverSpec.of(Method.ACCPALM))
                .withStop(new StopSpec(0, Integer.MAX_VALUE, Optional.of(Double.parseDouble(args[3]))));
        Path home = Files.createTempDirectory("grapnel-checkpoint");
        try (DenseMatrix X = DenseMatrix.zeros(p, n).mapped((i, j, x) -> Randoms.uniform(1, i, j));
                RunFolder folder = RunFolder.createOrContinue(
                        home.resolve("run"), false, Unfinished.of("bench", List.of("checkpoint")), false)) {
            Checkpoints files = folder.checkpoints(Double.parseDouble(args[4]), System.err::println);
            Timed[] timed = new Timed[1];
            Watch watch = new Watch() {
                @Override
                public void accept(Step step) {}

                @Override
                public Checkpoints checkpoints() {
                    return key -> timed[0] = new Timed(files.of(key));
                }
            };
            try (Solution found = Grapnel.solve(X, Optional.empty(), spec, watch)) {
                double seconds = found.trace().last().seconds();
                long bytes = 0;
                try (var all = Files.walk(folder.unfinished())) {
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
