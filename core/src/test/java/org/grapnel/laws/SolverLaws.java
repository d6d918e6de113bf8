package org.grapnel.laws;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicBoolean;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.data.DataException;
import org.grapnel.graph.NormalizedAdjacency;
import org.grapnel.laws.ExactObjective.SizedValue;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.model.KlProblem;
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
    private static final double RESIDUAL = 1e-10;

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
            boolean begun = solution.trace().iterations() > 0;
            double[][] Gt = problem.spec().isJoint() && begun
                    ? copyOfH(solution.trace().iterations())
                    : new double[problem.samples()][problem.spec().rank()];
            if (begun || !problem.spec().isJoint()) {
                checkObjective(solution, Gt);
                checkCertificate(solution, Gt);
            }
            checkDeterminism(solution);
            EquivarianceLaws other = EquivarianceLaws.check(problem, solution);
            checked.addAll(other.checked());
            broken.addAll(other.broken());
        }
    }

    static Solution solve(RandomProblem problem, int threads) {
        return solve(problem, threads, FitContext.none());
    }

    private static Solution solve(RandomProblem problem, int threads, FitContext context) {
        Spec spec = problem.spec().withThreads(threads);
        try (Matrix X = problem.matrix()) {
            return problem.weights().isPresent()
                    ? Grapnel.solve(X, problem.weights().get(), Optional.empty(), problem.graph(), spec, context)
                    : Grapnel.solve(X, problem.graph(), spec, context);
        }
    }

    /** Returns G of the joint term after these iterations, as rows of samples. */
    private double[][] copyOfH(int iterations) {
        FinalState state = new FinalState();
        AtomicBoolean reached = new AtomicBoolean();
        FitContext context = FitContext.of(step -> reached.set(step.iteration() == iterations))
                .withCancellation(reached::get)
                .withCheckpoints(key -> state);
        Spec longer = problem.spec().withStop(new StopSpec(0, iterations + 1, Optional.empty()));
        solve(problem.with(longer), 1, context).close();
        return state.g(problem.features(), problem.samples(), problem.spec().rank());
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
        boolean gradient = problem.family() == RandomProblem.SolverFamily.GRADIENT_STEPS;
        if (gradient && problem.spec().solver().kind() == SolverKind.IPALM) return;
        checked.add("monotone");
        require(s.trace().monotone(), "monotone: F is %s", objectives(s));
    }

    static List<Double> objectives(Solution s) {
        return s.trace().steps().stream().map(step -> step.objective().total()).toList();
    }

    /** Returns the longest chain of roundings in a sum over features, samples and components. */
    private double depth() {
        int r = problem.spec().rank();
        return 16 + problem.features() + problem.samples() * (r + 1.0) + r * r;
    }

    private void checkObjective(Solution s, double[][] Gt) {
        checked.add("F as reported");
        double[][] W = s.W().toArray();
        double[][] Ht = s.Ht().toArray();
        // where rounding raises F, the joint model and the loss kl repeat the F before
        boolean repeats = problem.family() == RandomProblem.SolverFamily.JOINT
                || problem.family() == RandomProblem.SolverFamily.KL;
        double rounding =
                repeats ? 1e-13 * s.objective().total() + 1e-14 * s.trace().size() : 0;
        requireValue("loss", s.objective().loss(), loss(s, W, Ht), rounding);
        if (!problem.spec().usesGraph()) {
            require(
                    s.objective().graphTerm() == 0,
                    "graph term %s without a graph",
                    s.objective().graphTerm());
            return;
        }
        double weight = problem.spec().weight().value();
        SizedValue graph = problem.spec().isJoint()
                ? ExactObjective.jointTerm(problem.A(), alpha(), Ht, Gt)
                : ExactObjective.graphTerm(
                        problem.A(), problem.spec().laplacian(), problem.spec().graphTerm(), weight, W, Ht);
        requireValue("graph term", s.objective().graphTerm(), graph, rounding + (1 + weight) * 1e-300);
    }

    private SizedValue loss(Solution s, double[][] W, double[][] Ht) {
        if (problem.family() != RandomProblem.SolverFamily.KL)
            return ExactObjective.loss(problem.X(), problem.weightsInUse(), W, Ht);
        boolean all = problem.spec().keep().orElse(problem.features()) == problem.features();
        return ExactDivergence.loss(
                problem.observed(), W, Ht, i -> all || s.support().contains(i));
    }

    private void requireValue(String what, double reported, SizedValue exact, double least) {
        require(
                Math.abs(reported - exact.value()) <= depth() * ULP * exact.size() + least,
                "%s %s, recomputed %s, of the size %s",
                what,
                reported,
                exact.value(),
                exact.size());
    }

    /** α of the joint term: the weight times the size of X over r, or twice the divergence from the background over r. */
    private SizedValue alpha() {
        SizedValue size;
        if (problem.family() == RandomProblem.SolverFamily.KL) {
            SizedValue half = ExactDivergence.fromBackground(problem.X());
            size = new SizedValue(2 * half.value(), 2 * half.size());
        } else {
            double squares =
                    ExactObjective.squares(problem.X(), problem.weightsInUse()).doubleValue();
            size = new SizedValue(squares, squares);
        }
        double by = problem.spec().weight().value() / problem.spec().rank();
        return new SizedValue(by * size.value(), by * size.size());
    }

    /** Returns α with the rounding errors of the library, which are large where the background explains nearly all counts. */
    private double alphaInUse() {
        SizedValue exact = alpha();
        if (problem.family() != RandomProblem.SolverFamily.KL) return exact.value();
        try (Matrix X = problem.matrix()) {
            double used = KlProblem.of(X, problem.spec().rank())
                    .withJoint(
                            NormalizedAdjacency.of(problem.graph().orElseThrow()),
                            problem.spec().weight().value())
                    .alpha();
            requireValue("alpha", used, exact, 0);
            return used;
        }
    }

    private void checkCertificate(Solution s, double[][] Gt) {
        s.certificate().swap().ifPresent(swap -> require(!Double.isNaN(swap), "swap is %s", swap));
        s.certificate().symmetryGap().ifPresent(gap -> require(gap >= 0, "the symmetry gap is %s", gap));
        if (s.stop() instanceof StopReason.Converged c)
            require(c.measured() < c.tolerance(), "converged with %s, above %s", c.measured(), c.tolerance());
        double[][] W = s.W().toArray();
        double[][] Ht = s.Ht().toArray();
        switch (problem.family()) {
            case JOINT, KL -> {
                double alpha = problem.spec().isJoint() ? alphaInUse() : 0;
                NaiveStepSums naive = new NaiveStepSums(problem, W, Ht, Gt, alpha);
                if (naive.sizeOfX() == 0) return; // there is nothing to compare with
                checked.add("residuals as reported");
                boolean trace = problem.spec().usesGraph() && !problem.spec().isJoint();
                double weight = trace ? problem.spec().weight().value() : 0;
                double tolerance = RESIDUAL * Math.sqrt(1 + weight);
                close("residual W", s.certificate().residualW(), naive.ofW(), tolerance);
                close("residual H", s.certificate().residualH(), naive.ofH(), tolerance);
            }
            case BEST_SUPPORT -> {
                int k = problem.spec().keep().orElse(problem.features());
                // neither the kept features without weight nor their number before there are k are visible
                if (s.support().count() < k
                        || s.trace().iterations() < s.trace().feasibleFrom()) return;
                // a coordinate step of H is measured in a curvature that grows with λ
                double weight =
                        problem.spec().usesGraph() ? problem.spec().weight().value() : 0;
                checkResiduals(s, new NaiveResiduals(problem, W, Ht), RESIDUAL * Math.sqrt(1 + weight));
            }
            case GRADIENT_STEPS -> {
                NaiveResiduals naive = new NaiveResiduals(problem, W, Ht);
                // weights are stored as 1 − c, so digits of tiny ones are lost
                checkResiduals(s, naive, RESIDUAL + 100 * ULP / naive.largestWeight());
            }
        }
    }

    private void checkResiduals(Solution s, NaiveResiduals naive, double tolerance) {
        OptionalDouble w = naive.ofW();
        if (w.isPresent()) {
            checked.add("residuals as reported");
            close("residual W", s.certificate().residualW(), w.getAsDouble(), tolerance);
        }
        close("residual H", s.certificate().residualH(), naive.ofH(), tolerance);
    }

    private void close(String what, double reported, double naive, double tolerance) {
        require(
                Math.abs(reported - naive) <= tolerance * Math.max(1, naive),
                "%s %s, recomputed %s",
                what,
                reported,
                naive);
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

    static long[][] bits(DenseMatrix M) {
        return Arrays.stream(M.toArray())
                .map(row ->
                        Arrays.stream(row).mapToLong(Double::doubleToLongBits).toArray())
                .toArray(long[][]::new);
    }
}
