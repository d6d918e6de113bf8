package org.grapnel.numbers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.grapnel.Spec;
import org.grapnel.linalg.Compute;
import org.grapnel.model.Model;
import org.grapnel.solve.Method;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Problems whose numbers misbehave, and the laws that hold all the same ({@link Laws}, {@link ChainLaws}). A line of the message names the
 * problem; {@code RandomProblems.of(seed)} makes it again.
 */
class RandomProblemsTest {
    private static final int PROBLEMS = 10_000;
    private static final int LARGER = 24;

    @Test
    void noLawIsBroken() {
        Tally tally = new Tally();
        for (long seed = 0; seed < 300; seed++) tally.check(RandomProblems.of(seed), seed % 6 == 0);
        for (long seed = 0; seed < LARGER; seed++) tally.checkThreads(RandomProblems.large(seed));
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
                for (long i = first; i < PROBLEMS; i += shares)
                    part.check(RandomProblems.of(1_000_000 + i), i % 5 == 0);
                return part;
            }));
        }
        Tally tally = new Tally();
        for (Future<Tally> part : parts) tally.add(part.get());
        threads.shutdown();
        for (long i = 0; i < 5 * LARGER; i++) tally.checkThreads(RandomProblems.large(1_000_000 + i));
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

    @Test
    void theProblemsOfAPlainBuildHaveEveryHazardModelAndSolver() {
        Set<Hazard> hazards = EnumSet.noneOf(Hazard.class);
        Set<Model> models = EnumSet.noneOf(Model.class);
        Set<Method> solvers = EnumSet.noneOf(Method.class);
        for (long seed = 0; seed < 300; seed++) {
            RandomProblem problem = RandomProblems.of(seed);
            hazards.addAll(problem.hazards());
            models.add(problem.spec().model());
            solvers.add(problem.spec().solver().method());
        }
        assertThat(hazards).containsExactly(Hazard.values());
        assertThat(models).containsExactlyInAnyOrder(RandomProblems.MODELS);
        assertThat(solvers).containsExactly(Method.values());
    }

    @Test
    void theLargerOnesHaveEveryModelAndSolverWithAGraphAndWithout() {
        Set<Model> models = EnumSet.noneOf(Model.class);
        Set<String> solvers = new TreeSet<>();
        for (long seed = 0; seed < LARGER; seed++) {
            Spec spec = RandomProblems.large(seed).spec();
            models.add(spec.model());
            solvers.add(spec.solver().method() + (spec.usesGraph() ? " with a graph" : ""));
        }
        assertThat(models).containsExactlyInAnyOrder(RandomProblems.MODELS);
        assertThat(solvers).hasSize(2 * Method.values().length);
    }
}
