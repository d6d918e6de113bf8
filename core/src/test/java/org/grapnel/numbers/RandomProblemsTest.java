package org.grapnel.numbers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.grapnel.linalg.Compute;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Problems whose numbers misbehave, and the laws that hold all the same ({@link Laws}, {@link ChainLaws}). A line of the message names the
 * problem; {@code RandomProblems.of(seed)} makes it again.
 */
class RandomProblemsTest {
    @Test
    void noLawIsBroken() {
        Tally tally = new Tally();
        for (long seed = 0; seed < 300; seed++) tally.check(RandomProblems.of(seed), seed % 6 == 0);
        assertThat(tally.broken()).isEmpty();
    }

    @Test
    @Tag("long")
    void noLawIsBrokenByTenThousandProblems() throws IOException {
        Tally tally = new Tally();
        for (long seed = 1_000_000; seed < 1_010_000; seed++) tally.check(RandomProblems.of(seed), seed % 5 == 0);
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
