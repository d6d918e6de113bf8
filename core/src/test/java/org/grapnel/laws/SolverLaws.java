package org.grapnel.laws;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.data.DataException;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Model;
import org.grapnel.solve.Solution;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.Step;
import org.grapnel.solve.StopReason;
import org.grapnel.solve.StopSpec;

/**
 * The laws that every solution must satisfy, for any numbers. {@link #broken} lists violations. A refused problem
 * satisfies the laws if the refusal gives a documented reason.
 */
final class SolverLaws {
    private static final double ULP = Math.ulp(1.0);

    private final RandomProblem problem;
    private final List<String> broken = new ArrayList<>();
    private String ending = "";
    private boolean refused;
    private final List<String> checked = new ArrayList<>();

    private SolverLaws(RandomProblem problem) {
        this.problem = problem;
    }

    static SolverLaws check(RandomProblem problem) {
        SolverLaws laws = new SolverLaws(problem);
        try {
            laws.check();
        } catch (RuntimeException | Error e) {
            laws.report("an exception that is no refusal: %s", DocumentedRefusals.thrown(e));
        }
        return laws;
    }

    /** Checks a problem large enough for several blocks: it must have the same bits for any number of threads. */
    static List<String> checkThreads(RandomProblem problem) {
        SolverLaws laws = new SolverLaws(problem);
        try (Solution solution = solve(problem, 1)) {
            laws.requireSameBits(solution, 2);
            laws.requireSameBits(solution, 3);
        } catch (RuntimeException | Error e) {
            laws.report("refused: %s", DocumentedRefusals.thrown(e));
        }
        return laws.broken;
    }

    List<String> broken() {
        return broken;
    }

    /** Returns the word of the stop reason, or the refusal without its numbers. */
    String ending() {
        return ending;
    }

    boolean refused() {
        return refused;
    }

    /** Returns the laws that could be checked. */
    List<String> checked() {
        return checked;
    }

    private void report(String law, Object... values) {
        broken.add(String.format(Locale.ROOT, law, values));
    }

    private void require(boolean holds, String law, Object... values) {
        if (!holds) report(law, values);
    }

    private void check() {
        Solution first;
        try {
            first = solve(problem, 1);
        } catch (IllegalArgumentException | DataException e) {
            refused = true;
            ending = DocumentedRefusals.words(e);
            checked.add("refused with a reason");
            require(DocumentedRefusals.documented(e.getMessage()), "an undocumented refusal: %s", e);
            return;
        }
        try (Solution solution = first) {
            ending = solution.stop().code();
            checkFeasible(solution);
            checkMonotone(solution);
            checkObjective(solution);
            checkCertificate(solution);
            checkDeterminism(solution);
            checkPermutation();
            checkScaling(solution);
        }
    }

    static Solution solve(RandomProblem problem, int threads) {
        try (Matrix X = problem.matrix()) {
            return Grapnel.solve(X, problem.graph(), problem.spec().withThreads(threads), FitContext.none());
        }
    }

    private void checkFeasible(Solution s) {
        checked.add("feasible");
        double[][] W = s.W().toArray();
        for (double[][] Z : List.of(W, s.Ht().toArray()))
            for (double[] row : Z)
                for (double z : row) require(z >= 0 && z < Double.POSITIVE_INFINITY, "feasible: an entry is %s", z);
        int rows = 0;
        int entries = 0;
        int[] inColumn = new int[W[0].length];
        for (int i = 0; i < W.length; i++) {
            int here = 0;
            for (int a = 0; a < W[i].length; a++) {
                if (W[i][a] == 0) continue;
                here++;
                inColumn[a]++;
            }
            entries += here;
            if (here > 0) rows++;
            require(s.support().contains(i) == (here > 0), "the support is wrong about feature %d", i);
        }
        Model model = problem.spec().model();
        int k = problem.spec().keep().orElse(problem.features());
        // a run that ends before the features have fallen to k reports it
        boolean few = s.trace().iterations() >= s.trace().feasibleFrom();
        if (model.selectsFeatures() && few) require(rows <= k, "feasible: %d rows, keep %d", rows, k);
        if (model == Model.NMF_L0 || model == Model.GNMF_L0)
            require(entries <= k * W[0].length, "feasible: %d entries, keep %d", entries, k);
        if (model == Model.NMF_LC0 || model == Model.GNMF_LC0)
            require(Arrays.stream(inColumn).max().orElse(0) <= k, "feasible: a column has more than %d entries", k);
    }

    private void checkMonotone(Solution s) {
        List<Step> steps = s.trace().steps();
        for (Step step : steps)
            require(
                    Double.isFinite(step.objective().total())
                            && step.objective().loss() >= 0
                            && step.objective().graphTerm() >= 0,
                    "iteration %d has loss %s and graph term %s",
                    step.iteration(),
                    step.objective().loss(),
                    step.objective().graphTerm());
        if (problem.spec().solver().kind() == SolverKind.IPALM) return;
        checked.add("monotone");
        require(s.trace().monotone(), "monotone: F is %s", objectives(s));
    }

    private static List<Double> objectives(Solution s) {
        return s.trace().steps().stream().map(step -> step.objective().total()).toList();
    }

    /** Returns the longest chain of roundings in a sum over features, samples and components. */
    private double depth() {
        int r = problem.spec().rank();
        return 16 + problem.features() + problem.samples() * (r + 1.0) + r * r;
    }

    private void checkObjective(Solution s) {
        checked.add("F as reported");
        double[][] W = s.W().toArray();
        double[][] Ht = s.Ht().toArray();
        ExactObjective.SizedValue loss = ExactObjective.loss(problem.X(), W, Ht);
        double off = Math.abs(s.objective().loss() - loss.value());
        require(
                off <= depth() * ULP * loss.size(),
                "loss %s, recomputed %s, of the size %s",
                s.objective().loss(),
                loss.value(),
                loss.size());
        if (!problem.spec().usesGraph()) {
            require(
                    s.objective().graphTerm() == 0,
                    "graph term %s without a graph",
                    s.objective().graphTerm());
            return;
        }
        double lambda = problem.spec().weight().value();
        ExactObjective.SizedValue graph = ExactObjective.graphTerm(
                problem.A(), problem.spec().laplacian(), problem.spec().graphTerm(), lambda, W, Ht);
        require(
                Math.abs(s.objective().graphTerm() - graph.value())
                        <= depth() * ULP * graph.size() + (1 + lambda) * 1e-300,
                "graph term %s, recomputed %s, of the size %s",
                s.objective().graphTerm(),
                graph.value(),
                graph.size());
    }

    private void checkCertificate(Solution s) {
        NaiveResiduals naive =
                new NaiveResiduals(problem, s.W().toArray(), s.Ht().toArray());
        boolean solved = problem.spec().solver().kind() == SolverKind.BEST_SUPPORT;
        int k = problem.spec().keep().orElse(problem.features());
        // neither the kept features without weight nor their number before there are k are visible
        if (solved
                && (s.support().count() < k
                        || s.trace().iterations() < s.trace().feasibleFrom())) return;
        // a coordinate step of H is measured in a curvature that grows with λ
        double tolerance = solved && problem.spec().usesGraph()
                ? 1e-10 * Math.sqrt(1 + problem.spec().weight().value())
                : 1e-10;
        OptionalDouble w = naive.ofW();
        if (w.isPresent()) {
            checked.add("residuals as reported");
            close("residual W", s.certificate().residualW(), w.getAsDouble(), tolerance);
        }
        close("residual H", s.certificate().residualH(), naive.ofH(), tolerance);
        s.certificate().swap().ifPresent(swap -> require(!Double.isNaN(swap), "swap is %s", swap));
        if (s.stop() instanceof StopReason.Converged c)
            require(c.measured() < c.tolerance(), "converged with %s, above %s", c.measured(), c.tolerance());
    }

    private void close(String what, double reported, double naive, double tolerance) {
        require(Math.abs(reported - naive) <= tolerance, "%s %s, recomputed %s", what, reported, naive);
    }

    private void checkDeterminism(Solution once) {
        checked.add("deterministic");
        for (int threads = 1; threads <= 3; threads++) requireSameBits(once, threads);
    }

    private void requireSameBits(Solution once, int threads) {
        try (Solution again = solve(problem, threads)) {
            require(
                    Arrays.deepEquals(bits(once.W()), bits(again.W()))
                            && Arrays.deepEquals(bits(once.Ht()), bits(again.Ht()))
                            && objectives(once).equals(objectives(again)),
                    "deterministic: different bits with %d threads",
                    threads);
        }
    }

    private static long[][] bits(DenseMatrix M) {
        return Arrays.stream(M.toArray())
                .map(row ->
                        Arrays.stream(row).mapToLong(Double::doubleToLongBits).toArray())
                .toArray(long[][]::new);
    }

    /**
     * Permutes features and samples: the features and F must be the same up to rounding, over the few iterations in
     * which rounding does not grow. If it grows, because two features tie or the start is far away, changing the last
     * bits of X and of the start changes the result too. Then a permutation must not change F by much more than that.
     */
    private void checkPermutation() {
        boolean solved = problem.spec().solver().kind() == SolverKind.BEST_SUPPORT;
        // best-support begins with H alone: if that is zero, all features gain the same, and the lower ones are
        // taken
        if (solved && problem.has(Hazard.DEAD_H) && problem.spec().rank() == 1) return;
        checked.add("equivariant under permutation");
        RandomProblem few = problem.with(problem.spec().withStop(new StopSpec(0, 3, Optional.empty())));
        RandomSequence random = new RandomSequence(~problem.seed());
        int[] rows = random.permutation(problem.features());
        int[] cols = random.permutation(problem.samples());
        // best-support updates neighbouring samples one after the other, in an order that follows their numbers
        if (solved && problem.spec().usesGraph()) Arrays.setAll(cols, j -> j);
        double size = ExactObjective.squares(problem.X()) / 2;
        TracedRun plain = TracedRun.of(few);
        TracedRun permuted = TracedRun.of(few.permuted(rows, cols)).renamed(rows);
        double[] difference = plain.differences(permuted, size);
        double[] rounded = new double[difference.length];
        boolean tie = solved; // best-support treats gains within 1e-12 of the largest as equal and takes the lower
        // feature
        for (int trial = 0;
                trial < 30 && !(within(difference, rounded) && (tie || plain.keepsSameFeatures(permuted)));
                trial++) {
            TracedRun other = TracedRun.of(few.rounded(trial));
            double[] by = plain.differences(other, size);
            for (int i = 0; i < by.length; i++) rounded[i] = Math.max(rounded[i], by[i]);
            tie |= !plain.keepsSameFeatures(other);
        }
        require(within(difference, rounded), "equivariant: F is %s, and %s in another order", plain.F, permuted.F);
        require(
                tie || plain.keepsSameFeatures(permuted),
                "equivariant: kept %s, and %s in another order",
                plain.kept,
                permuted.kept);
    }

    private static boolean within(double[] difference, double[] rounded) {
        return IntStream.range(0, difference.length).allMatch(i -> difference[i] <= 1e-9 + 10 * rounded[i]);
    }

    /** The result of a problem: F in every iteration, and the kept features. */
    private record TracedRun(List<Double> F, Set<Integer> kept) {
        static TracedRun of(RandomProblem problem) {
            try (Solution s = solve(problem, 1)) {
                return new TracedRun(
                        objectives(s),
                        new TreeSet<>(
                                Arrays.stream(s.support().toArray()).boxed().toList()));
            }
        }

        TracedRun renamed(int[] name) {
            return new TracedRun(
                    F, new TreeSet<>(kept.stream().map(i -> name[i]).toList()));
        }

        boolean keepsSameFeatures(TracedRun other) {
            return kept.equals(other.kept);
        }

        /** Returns the differences of two traces, relative to F and to the terms it is the difference of. */
        double[] differences(TracedRun other, double size) {
            return IntStream.range(0, Math.min(F.size(), other.F.size()))
                    .mapToDouble(i -> Math.abs(F.get(i) - other.F.get(i)) / (size + F.get(i) + Double.MIN_NORMAL))
                    .toArray();
        }
    }

    /** Changes the units of X: a power of two changes only the exponent of F, if λ keeps its meaning. */
    private void checkScaling(Solution plain) {
        boolean meaning = !problem.spec().usesGraph() || problem.spec().graphTerm() == GraphTerm.INVARIANT;
        double lambda = problem.spec().usesGraph() ? problem.spec().weight().value() : 0;
        double squares = ExactObjective.squares(problem.X());
        boolean difference = problem.has(Hazard.DENORMALS)
                || problem.has(Hazard.FAINT_EDGES)
                || problem.has(Hazard.OUTLIER)
                || lambda == 1e-300
                || !(squares > 1e-150 && squares < 1e150);
        if (!meaning || difference) return;
        checked.add("equivariant under scaling");
        for (double root : new double[] {0x1p-25, 0x1p25}) {
            try (Solution other = solve(problem.inUnitsOf(root), 1)) {
                List<Double> expected = objectives(plain).stream()
                        .map(f -> f * Math.pow(root, 4))
                        .toList();
                List<Double> found = objectives(other);
                // H of a start from k-means has no units, so the change of (W, H) and the end depend on those
                // of W
                boolean ends = problem.spec().start().kind().equals("kmeans");
                int common = ends ? Math.min(found.size(), expected.size()) : expected.size();
                require(
                        found.subList(0, Math.min(found.size(), common)).equals(expected.subList(0, common)),
                        "scaled: F is %s, not %s",
                        found,
                        expected);
            }
        }
    }
}
