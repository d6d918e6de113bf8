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
import org.junit.jupiter.api.Test;

/**
 * Random problems with difficult numbers, and the laws that must hold for them ({@link SolverLaws}, {@link PipelineLaws}).
 * A failure names the seed of the problem; {@code RandomProblemGenerator.create(seed)} creates it again. With
 * {@code -Dlaws=full}, the figures are written to {@code target/reliability}.
 */
class SolverLawsTest {
    private static final int PLAIN_BUILD = 300;
    private static final int PROBLEMS = LawSize.cases(PLAIN_BUILD, 10_300);
    private static final int LARGE_PROBLEMS = LawSize.cases(24, 144);
    private static final int LARGE_VARIANTS = LawSize.cases(1, 8) * ProblemVariants.KINDS_OF_LARGE;

    /** Later problems have the seeds for which {@code docs/reliability.md} reports figures. */
    private static long seed(int problem) {
        return problem < PLAIN_BUILD ? problem : 1_000_000 + problem - PLAIN_BUILD;
    }

    @Test
    void noLawIsBroken() throws IOException, InterruptedException, ExecutionException {
        int shares = Runtime.getRuntime().availableProcessors();
        ExecutorService threads = Executors.newFixedThreadPool(shares);
        List<Future<LawTally>> parts = new ArrayList<>();
        for (int share = 0; share < shares; share++) {
            int first = share;
            parts.add(threads.submit(() -> {
                LawTally part = new LawTally();
                for (int i = first; i < PROBLEMS; i += shares)
                    part.check(RandomProblemGenerator.create(seed(i)), i % 5 == 0);
                return part;
            }));
        }
        LawTally tally = new LawTally();
        for (Future<LawTally> part : parts) tally.add(part.get());
        threads.shutdown();
        for (int i = 0; i < LARGE_PROBLEMS; i++)
            tally.checkThreads(RandomProblemGenerator.large(i < 24 ? i : 1_000_000 + i - 24));
        for (int i = 0; i < LARGE_VARIANTS; i++) tally.checkThreads(RandomProblemGenerator.largeVariant(i));
        if (LawSize.isFull())
            tally.write(
                    Path.of("target", "reliability", plainJava() ? "numbers-plain-java.md" : "numbers.md"),
                    "mvn verify -pl core -Dtest=SolverLawsTest -Dlaws=full"
                            + (plainJava() ? " -Dgrapnel.blas=java" : ""));
        assertThat(tally.broken()).isEmpty();
    }

    private static boolean plainJava() {
        try (ExecutionContext context = ExecutionContext.create(1)) {
            return context.kernelName().equals("java");
        }
    }

    /**
     * Denormal counts under the loss kl, with each graph term; an outlier that hides a rise of the graph term; a joint term of which H explains
     * nothing; no counts at all; no weights at all; weights from 1e-8 to 1e7, whose start ends one iteration later after rounding.
     */
    @Test
    void variantsThatBrokeALawOnceKeepIt() {
        for (long seed : new long[] {786, 1075, 2383, 2430, 2646, 2738, 8039, 1_007_893, 1_008_054, 1_008_312})
            assertThat(SolverLaws.check(RandomProblemGenerator.create(seed)).broken())
                    .as("problem %d", seed)
                    .isEmpty();
    }

    /**
     * Denormal samples on a cosine graph, in its weights and in the edges that join its parts; features of gain with the joint term; dot
     * products that overflow.
     */
    @Test
    void problemsThatBrokeALawOnceKeepIt() {
        for (long seed : new long[] {36, 863, 1193, 1_000_010})
            assertThat(PipelineLaws.check(RandomProblemGenerator.plain(seed)).broken())
                    .as("problem %d", seed)
                    .isEmpty();
    }

    @Test
    void problemsOfAPlainBuildCoverEveryHazardModelAndSolver() {
        Set<Hazard> hazards = EnumSet.noneOf(Hazard.class);
        Set<Model> models = EnumSet.noneOf(Model.class);
        Set<SolverKind> solvers = EnumSet.noneOf(SolverKind.class);
        for (long seed = 0; seed < PLAIN_BUILD; seed++) {
            RandomProblem problem = RandomProblemGenerator.create(seed);
            hazards.addAll(problem.hazards());
            models.add(problem.spec().model());
            solvers.add(problem.spec().solver().kind());
        }
        assertThat(hazards).containsExactly(Hazard.values());
        assertThat(models).containsExactlyInAnyOrder(RandomProblemGenerator.MODELS);
        assertThat(solvers).containsExactly(SolverKind.values());
    }

    @Test
    void largeProblemsCoverEveryModelAndSolverWithAndWithoutAGraph() {
        Set<Model> models = EnumSet.noneOf(Model.class);
        Set<String> solvers = new TreeSet<>();
        for (long seed = 0; seed < 24; seed++) {
            Spec spec = RandomProblemGenerator.large(seed).spec();
            models.add(spec.model());
            solvers.add(spec.solver().kind() + (spec.usesGraph() ? " with a graph" : ""));
        }
        assertThat(models).containsExactlyInAnyOrder(RandomProblemGenerator.MODELS);
        assertThat(solvers).hasSize(2 * SolverKind.values().length);
    }

    @Test
    void problemsOfAPlainBuildCoverEveryVariant() {
        Set<String> variants = new TreeSet<>();
        for (long seed = 0; seed < PLAIN_BUILD; seed++) {
            RandomProblem problem = RandomProblemGenerator.create(seed);
            String graph = problem.spec().usesGraph() ? " " + problem.spec().graphTerm() : "";
            if (problem.family() == RandomProblem.SolverFamily.KL) variants.add("kl" + graph);
            else if (problem.C() != null) variants.add("weights, " + problem.family());
            else variants.add(problem.family().toString());
        }
        assertThat(variants)
                .containsExactlyInAnyOrder(
                        "GRADIENT_STEPS",
                        "BEST_SUPPORT",
                        "JOINT",
                        "weights, GRADIENT_STEPS",
                        "weights, JOINT",
                        "kl",
                        "kl trace",
                        "kl joint");
    }
}
