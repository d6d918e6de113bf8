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
import org.grapnel.FitListener;
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
 * What every solution must satisfy, whatever the numbers. A law that is broken is a line in {@link #broken}; a problem that is refused
 * satisfies the laws if the refusal says why.
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
            laws.breaks(
                    "never an exception but a refusal, before anything is solved: %s", DocumentedRefusals.thrown(e));
        }
        return laws;
    }

    /** Of a problem that is cut into several blocks: the same bits whoever computes them. */
    static List<String> ofThreads(RandomProblem problem) {
        SolverLaws laws = new SolverLaws(problem);
        try (Solution solution = solve(problem, 1)) {
            laws.sameBits(solution, 2);
            laws.sameBits(solution, 3);
        } catch (RuntimeException | Error e) {
            laws.breaks("never refused: %s", DocumentedRefusals.thrown(e));
        }
        return laws.broken;
    }

    List<String> broken() {
        return broken;
    }

    /** The word of the stop reason, or the refusal with its numbers left out. */
    String ending() {
        return ending;
    }

    boolean refused() {
        return refused;
    }

    /** Which laws could be looked at. */
    List<String> checked() {
        return checked;
    }

    private void breaks(String law, Object... values) {
        broken.add(String.format(Locale.ROOT, law, values));
    }

    private void require(boolean holds, String law, Object... values) {
        if (!holds) breaks(law, values);
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
            feasible(solution);
            monotone(solution);
            asReported(solution);
            certified(solution);
            deterministic(solution);
            equivariant();
            scaled(solution);
        }
    }

    static Solution solve(RandomProblem problem, int threads) {
        try (Matrix X = problem.matrix()) {
            return Grapnel.solve(X, problem.graph(), problem.spec().withThreads(threads), FitListener.none());
        }
    }

    private void feasible(Solution s) {
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
            require(s.support().contains(i) == (here > 0), "the support says otherwise of feature %d", i);
        }
        Model model = problem.spec().model();
        int k = problem.spec().keep().orElse(problem.features());
        // a run that ends before the features have fallen to k says so
        boolean few = s.trace().iterations() >= s.trace().feasibleFrom();
        if (model.selectsFeatures() && few) require(rows <= k, "feasible: %d rows, keep %d", rows, k);
        if (model == Model.NMF_L0 || model == Model.GNMF_L0)
            require(entries <= k * W[0].length, "feasible: %d entries, keep %d", entries, k);
        if (model == Model.NMF_LC0 || model == Model.GNMF_LC0)
            require(Arrays.stream(inColumn).max().orElse(0) <= k, "feasible: a column has more than %d entries", k);
    }

    private void monotone(Solution s) {
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
        if (problem.spec().solver().method() == SolverKind.IPALM) return;
        checked.add("monotone");
        require(s.trace().monotone(), "monotone: F is %s", objectives(s));
    }

    private static List<Double> objectives(Solution s) {
        return s.trace().steps().stream().map(step -> step.objective().total()).toList();
    }

    /** How many roundings can follow one another in a sum over features, samples and components. */
    private double depth() {
        int r = problem.spec().rank();
        return 16 + problem.features() + problem.samples() * (r + 1.0) + r * r;
    }

    private void asReported(Solution s) {
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

    private void certified(Solution s) {
        NaiveResiduals naive =
                new NaiveResiduals(problem, s.W().toArray(), s.Ht().toArray());
        boolean solved = problem.spec().solver().method() == SolverKind.BEST_SUPPORT;
        int k = problem.spec().keep().orElse(problem.features());
        // which features without weight are kept cannot be seen, nor how many before there are k
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

    private void deterministic(Solution once) {
        checked.add("deterministic");
        for (int threads = 1; threads <= 3; threads++) sameBits(once, threads);
    }

    private void sameBits(Solution once, int threads) {
        try (Solution again = solve(problem, threads)) {
            require(
                    Arrays.deepEquals(bits(once.W()), bits(again.W()))
                            && Arrays.deepEquals(bits(once.Ht()), bits(again.Ht()))
                            && objectives(once).equals(objectives(again)),
                    "deterministic: other bits with %d threads",
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
     * Features and samples in another order: the same features and the same F up to rounding, over the few iterations in which rounding does not grow. Where it
     * does, because two features are as good as one another or because the start is far away, other last bits of X and of the start
     * change them as well: another order must not change F by much more than they do.
     */
    private void equivariant() {
        boolean solved = problem.spec().solver().method() == SolverKind.BEST_SUPPORT;
        // best-support begins with H alone: where that is zero, all features gain the same, and the lower ones are
        // taken
        if (solved && problem.has(Hazard.DEAD_H) && problem.spec().rank() == 1) return;
        checked.add("equivariant under permutation");
        RandomProblem few = problem.with(problem.spec().withStop(new StopSpec(0, 3, Optional.empty())));
        RandomSequence dice = new RandomSequence(~problem.seed());
        int[] rows = dice.permutation(problem.features());
        int[] cols = dice.permutation(problem.samples());
        // it moves neighbouring samples one after the other, in an order that follows their numbers
        if (solved && problem.spec().usesGraph()) Arrays.setAll(cols, j -> j);
        double size = ExactObjective.squares(problem.X()) / 2;
        TracedRun plain = TracedRun.of(few);
        TracedRun turned = TracedRun.of(few.permuted(rows, cols)).renamed(rows);
        double[] apart = plain.apart(turned, size);
        double[] rounded = new double[apart.length];
        boolean tie =
                solved; // gains that differ by less than 1e-12 of the largest are equal to best-support, and the lower
        // feature is taken
        for (int trial = 0; trial < 30 && !(within(apart, rounded) && (tie || plain.keepsAs(turned))); trial++) {
            TracedRun other = TracedRun.of(few.rounded(trial));
            double[] by = plain.apart(other, size);
            for (int i = 0; i < by.length; i++) rounded[i] = Math.max(rounded[i], by[i]);
            tie |= !plain.keepsAs(other);
        }
        require(within(apart, rounded), "equivariant: F is %s, and %s in another order", plain.F, turned.F);
        require(tie || plain.keepsAs(turned), "equivariant: kept %s, and %s in another order", plain.kept, turned.kept);
    }

    private static boolean within(double[] apart, double[] rounded) {
        return IntStream.range(0, apart.length).allMatch(i -> apart[i] <= 1e-9 + 10 * rounded[i]);
    }

    /** What came of a problem: F in every iteration, and the kept features. */
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

        boolean keepsAs(TracedRun other) {
            return kept.equals(other.kept);
        }

        /** By how much two traces differ, relative to F and to what it is the difference of. */
        double[] apart(TracedRun other, double size) {
            return IntStream.range(0, Math.min(F.size(), other.F.size()))
                    .mapToDouble(i -> Math.abs(F.get(i) - other.F.get(i)) / (size + F.get(i) + Double.MIN_NORMAL))
                    .toArray();
        }
    }

    /** X in other units: a power of two changes no bit of F but its exponent, where λ keeps its meaning. */
    private void scaled(Solution plain) {
        boolean meaning = !problem.spec().usesGraph() || problem.spec().graphTerm() == GraphTerm.INVARIANT;
        double lambda = problem.spec().usesGraph() ? problem.spec().weight().value() : 0;
        double squares = ExactObjective.squares(problem.X());
        boolean apart = problem.has(Hazard.DENORMALS)
                || problem.has(Hazard.FAINT_EDGES)
                || problem.has(Hazard.OUTLIER)
                || lambda == 1e-300
                || !(squares > 1e-150 && squares < 1e150);
        if (!meaning || apart) return;
        checked.add("equivariant under scaling");
        for (double root : new double[] {0x1p-25, 0x1p25}) {
            try (Solution other = solve(problem.inUnitsOf(root), 1)) {
                List<Double> expected = objectives(plain).stream()
                        .map(f -> f * Math.pow(root, 4))
                        .toList();
                List<Double> found = objectives(other);
                // H of a start from k-means has no units, so that the change of (W, H) depends on those of W, and so
                // does the end
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
