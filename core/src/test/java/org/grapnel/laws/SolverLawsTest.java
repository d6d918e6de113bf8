package org.grapnel.laws;

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
import org.grapnel.model.Model;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.SolverKind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Problems whose numbers misbehave, and the laws that hold all the same ({@link SolverLaws}, {@link PipelineLaws}). A line of the message names the
 * problem; {@code RandomProblemGenerator.of(seed)} makes it again.
 */
class SolverLawsTest {
    private static final int PROBLEMS = 10_000;
    private static final int LARGER = 24;

    @Test
    void noLawIsBroken() {
        LawTally tally = new LawTally();
        for (long seed = 0; seed < 300; seed++) tally.check(RandomProblemGenerator.create(seed), seed % 6 == 0);
        for (long seed = 0; seed < LARGER; seed++) tally.checkThreads(RandomProblemGenerator.large(seed));
        assertThat(tally.broken()).isEmpty();
    }

    @Test
    @Tag("long")
    void noLawIsBrokenByTenThousandProblems() throws IOException, InterruptedException, ExecutionException {
        int shares = Runtime.getRuntime().availableProcessors();
        ExecutorService threads = Executors.newFixedThreadPool(shares);
        List<Future<LawTally>> parts = new ArrayList<>();
        for (int share = 0; share < shares; share++) {
            long first = share;
            parts.add(threads.submit(() -> {
                LawTally part = new LawTally();
                for (long i = first; i < PROBLEMS; i += shares)
                    part.check(RandomProblemGenerator.create(1_000_000 + i), i % 5 == 0);
                return part;
            }));
        }
        LawTally tally = new LawTally();
        for (Future<LawTally> part : parts) tally.add(part.get());
        threads.shutdown();
        for (long i = 0; i < 5 * LARGER; i++) tally.checkThreads(RandomProblemGenerator.large(1_000_000 + i));
        String name = plainJava() ? "numbers-plain-java.md" : "numbers.md";
        tally.write(
                Path.of("target", "reliability", name),
                "mvn verify -P long -pl core -Dtest=RandomProblemsTest" + (plainJava() ? " -Dgrapnel.blas=java" : ""));
        assertThat(tally.broken()).isEmpty();
    }

    private static boolean plainJava() {
        try (ExecutionContext context = ExecutionContext.create(1)) {
            return context.kernelName().equals("java");
        }
    }

    @Test
    void theProblemsOfAPlainBuildHaveEveryHazardModelAndSolver() {
        Set<Hazard> hazards = EnumSet.noneOf(Hazard.class);
        Set<Model> models = EnumSet.noneOf(Model.class);
        Set<SolverKind> solvers = EnumSet.noneOf(SolverKind.class);
        for (long seed = 0; seed < 300; seed++) {
            RandomProblem problem = RandomProblemGenerator.create(seed);
            hazards.addAll(problem.hazards());
            models.add(problem.spec().model());
            solvers.add(problem.spec().solver().method());
        }
        assertThat(hazards).containsExactly(Hazard.values());
        assertThat(models).containsExactlyInAnyOrder(RandomProblemGenerator.MODELS);
        assertThat(solvers).containsExactly(SolverKind.values());
    }

    @Test
    void theLargerOnesHaveEveryModelAndSolverWithAGraphAndWithout() {
        Set<Model> models = EnumSet.noneOf(Model.class);
        Set<String> solvers = new TreeSet<>();
        for (long seed = 0; seed < LARGER; seed++) {
            Spec spec = RandomProblemGenerator.large(seed).spec();
            models.add(spec.model());
            solvers.add(spec.solver().method() + (spec.usesGraph() ? " with a graph" : ""));
        }
        assertThat(models).containsExactlyInAnyOrder(RandomProblemGenerator.MODELS);
        assertThat(solvers).hasSize(2 * SolverKind.values().length);
    }
}
