package org.grapnel.laws;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.SolverKind;

/** Counts over many problems, and the page that reports them. */
final class LawTally {
    private int problems;
    private int pipelines;
    private int larger;
    private int solved;
    private final Map<Hazard, Integer> hazards = new TreeMap<>();
    private final Map<String, Integer> models = new TreeMap<>();
    private final Map<String, Integer> endings = new TreeMap<>();
    private final Map<String, Integer> refusals = new TreeMap<>();
    private final Map<String, Integer> laws = new TreeMap<>();
    private final Map<String, Integer> steps = new TreeMap<>();
    private final Map<String, Integer> stepRefusals = new TreeMap<>();
    private final List<String> broken = new ArrayList<>();

    /** Checks the laws of a problem, and of the steps around the solver if {@code pipeline} is set. */
    void check(RandomProblem problem, boolean pipeline) {
        problems++;
        problem.hazards().forEach(hazard -> hazards.merge(hazard, 1, Integer::sum));
        models.merge(problem.spec().model().cliName() + " | " + solver(problem), 1, Integer::sum);
        SolverLaws laws = SolverLaws.check(problem);
        (laws.refused() ? refusals : endings).merge(laws.ending(), 1, Integer::sum);
        if (!laws.refused()) solved++;
        new LinkedHashSet<>(laws.checked()).forEach(law -> this.laws.merge(law, 1, Integer::sum));
        laws.broken().forEach(law -> broken.add(problem + "\n      " + law));
        if (pipeline) checkPipeline(problem);
    }

    /** Checks that a problem cut into blocks has the same bits for any number of threads. */
    void checkThreads(RandomProblem problem) {
        larger++;
        SolverLaws.checkThreads(problem).forEach(law -> broken.add("larger " + problem + "\n      " + law));
    }

    private void checkPipeline(RandomProblem problem) {
        pipelines++;
        PipelineLaws laws = PipelineLaws.check(problem);
        laws.endings().forEach((step, ending) -> {
            steps.merge(step, ending.equals("done") ? 1 : 0, Integer::sum);
            if (!ending.equals("done")) stepRefusals.merge(ending, 1, Integer::sum);
        });
        laws.broken().forEach(law -> broken.add(problem + "\n      " + law));
    }

    /** Adds the counts of another tally. */
    LawTally add(LawTally other) {
        problems += other.problems;
        pipelines += other.pipelines;
        larger += other.larger;
        solved += other.solved;
        other.hazards.forEach((hazard, count) -> hazards.merge(hazard, count, Integer::sum));
        add(models, other.models);
        add(endings, other.endings);
        add(refusals, other.refusals);
        add(laws, other.laws);
        add(steps, other.steps);
        add(stepRefusals, other.stepRefusals);
        broken.addAll(other.broken);
        return this;
    }

    private static void add(Map<String, Integer> counts, Map<String, Integer> more) {
        more.forEach((what, count) -> counts.merge(what, count, Integer::sum));
    }

    private static String solver(RandomProblem problem) {
        String weights = problem.C() == null ? "" : ", weights";
        if (problem.family() == RandomProblem.SolverFamily.JOINT) return "joint" + weights;
        if (problem.family() == RandomProblem.SolverFamily.KL)
            return "kl" + (problem.spec().usesGraph() ? ", " + problem.spec().graphTerm() : "");
        if (problem.C() != null) return "palm, accpalm, ipalm or bpl" + weights;
        SolverKind kind = problem.spec().solver().kind();
        String word = kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
        return kind != SolverKind.ACCPALM
                ? word
                : word + (problem.spec().solver().fixedBeta() ? ", beta fixed" : ", beta adaptive");
    }

    List<String> broken() {
        return broken;
    }

    /** Writes the figures as a section of a page. */
    void write(Path file, String command) throws IOException {
        StringBuilder text = new StringBuilder("## Difficult numbers\n\n");
        text.append(String.format(
                Locale.ROOT,
                "%,d random small problems, each with a mixture of the hazards below, were solved, and every law that applies was checked:"
                        + " **%d violations**. %,d problems were refused with a reason. Repeat it with `%s` (kernel: %s).\n\n",
                problems,
                broken.size(),
                problems - solved,
                command,
                kernel()));
        table(text, "law", "problems on which it was checked", laws);
        text.append(
                "Feasible: W, H ≥ 0 and finite, and no more rows, entries, or entries in a column than the model keeps. Monotone: F never"
                        + " rises, for the solvers that guarantee it: all but ipalm. As reported: F, its parts and the residuals of the certificate, against plain loops"
                        + " (F in decimals of fifty digits). Deterministic: the same bits on repeat and for 1, 2 and 3 threads. Permutation: the same F"
                        + " and features in another order, as far as the rounding of the data does not change them. Scaling: X times 2⁵⁰ or 2⁻⁵⁰"
                        + " changes only the exponent of F, if λ keeps its meaning. Missing entries: the same bits whatever X has there. Weights of 1: the F of"
                        + " the problem without weights.\n\n");
        text.append(String.format(
                Locale.ROOT,
                "Problems this small are not cut into blocks. On %,d larger ones (about 300 × 400, r = 16, every model, solver and"
                        + " loss, with and without weights, dense and sparse), results with 1, 2 and 3 threads were compared: F of every iteration, W and H.\n\n",
                larger));
        Map<String, Integer> words = new TreeMap<>();
        hazards.forEach((hazard, count) -> words.put(hazard.words(), count));
        text.append("A hazard is counted if the finished problem has it and uses it.\n\n");
        table(text, "hazard", "problems", words);
        table(text, "model | solver | problems\n---|---|---\n", models);
        table(text, "how a run ended", "problems", endings);
        table(text, "why a problem was refused (`#`: a number)", "problems", refusals);
        text.append(String.format(
                Locale.ROOT,
                "The steps around the solver were checked on %,d of these data sets: every result is a number or explains why there is none."
                        + " Completion keeps the observed entries and fills each missing one with a number ≥ 0. Where a data set has no missing entries, some are hidden.\n\n",
                pipelines));
        table(text, "step", "data sets on which it gave a result", steps);
        table(text, "why a step was refused", "times", stepRefusals);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static String kernel() {
        try (ExecutionContext context = ExecutionContext.create(1)) {
            return context.kernelName();
        }
    }

    private static void table(StringBuilder text, String what, String count, Map<String, Integer> counts) {
        table(text, what + " | " + count + "\n---|---\n", counts);
    }

    private static void table(StringBuilder text, String header, Map<String, Integer> counts) {
        text.append(header);
        counts.entrySet().stream()
                .sorted(Comparator.comparing((Map.Entry<String, Integer> e) -> -e.getValue())
                        .thenComparing(Map.Entry::getKey))
                .forEach(e -> text.append(String.format(Locale.ROOT, "%s | %,d\n", e.getKey(), e.getValue())));
        text.append('\n');
    }
}
