package org.grapnel.numbers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.grapnel.linalg.Compute;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Problems whose numbers misbehave, and the laws that hold all the same ({@link Laws}, {@link ChainLaws}). A line of the message names the
 * problem; {@code RandomProblems.of(seed)} makes it again.
 */
class RandomProblemsTest {
    private static final int PROBLEMS = 10_000;

    @Test
    void noLawIsBroken() {
        Tally tally = new Tally();
        for (long seed = 0; seed < 300; seed++) tally.check(RandomProblems.of(seed), seed % 6 == 0);
        assertThat(tally.broken()).isEmpty();
    }

    @Test
    @Tag("long")
    void noLawIsBrokenByTenThousandProblems() throws IOException, InterruptedException, ExecutionException {
        int shares = Runtime.getRuntime().availableProcessors();
        ExecutorService threads = Executors.newFixedThreadPool(shares);
        List<Future<Tally>> parts = new ArrayList<>();
        for (int share = 0; share < shares; share++) {
            long first = share;
            parts.add(threads.submit(() -> {
                Tally part = new Tally();
                for (long i = first; i < PROBLEMS; i += shares) part.check(RandomProblems.of(1_000_000 + i), i % 5 == 0);
                return part;
            }));
        }
        Tally tally = new Tally();
        for (Future<Tally> part : parts) tally.add(part.get());
        threads.shutdown();
        String name = plainJava() ? "numbers-plain-java.md" : "numbers.md";
        tally.write(
                Path.of("target", "reliability", name),
                "mvn verify -P long -pl core -Dtest=RandomProblemsTest" + (plainJava() ? " -Dgrapnel.blas=java" : ""));
        assertThat(tally.broken()).isEmpty();
    }

    private static boolean plainJava() {
        try (Compute on = Compute.of(1)) {
            return on.kernelName().equals("java");
        }
    }

    /** Every hazard, model and solver of the page is among the problems of a plain build. */
    @Test
    void theProblemsOfAPlainBuildHaveEveryHazard() {
        for (Hazard hazard : Hazard.values()) {
            boolean found = false;
            for (long seed = 0; seed < 300 && !found; seed++)
                found = RandomProblems.of(seed).has(hazard);
            assertThat(found).as(hazard.words()).isTrue();
        }
    }
}
