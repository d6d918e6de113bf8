package org.grapnel.laws;

import static org.grapnel.laws.SolverLaws.objectives;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.grapnel.Spec;
import org.grapnel.model.GraphTerm;
import org.grapnel.solve.Solution;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.StopSpec;

/** The laws that compare a solution with those of the same problem in another form: other order, units or weights. */
final class EquivarianceLaws {
    /**
     * How often a problem is rounded anew, at most, until rounding explains a difference. A decision that rounding can turn, such as the number of
     * iterations of a start for uneven weights, turns in some trials only.
     */
    private static final int TRIALS = 300;

    private final RandomProblem problem;
    private final List<String> broken = new ArrayList<>();
    private final List<String> checked = new ArrayList<>();

    private EquivarianceLaws(RandomProblem problem) {
        this.problem = problem;
    }

    static EquivarianceLaws check(RandomProblem problem, Solution solution) {
        EquivarianceLaws laws = new EquivarianceLaws(problem);
        laws.checkPermutation();
        laws.checkScaling(solution);
        laws.checkWeights(solution);
        return laws;
    }

    List<String> broken() {
        return broken;
    }

    /** Returns the laws that could be checked. */
    List<String> checked() {
        return checked;
    }

    private void require(boolean holds, String law, Object... values) {
        if (!holds) broken.add(String.format(Locale.ROOT, law, values));
    }

    /**
     * Permutes features and samples: the features and F must be the same up to rounding, over the few iterations in
     * which rounding does not grow. If it grows, because two features tie or the start is far away, changing the last
     * bits of X and of the start changes the result too. Then a permutation must not change F by much more than that.
     */
    private void checkPermutation() {
        boolean solved = problem.family() == RandomProblem.SolverFamily.BEST_SUPPORT;
        // best-support begins with H alone: if that is zero, all features gain the same, and the lower ones are
        // taken
        if (solved && problem.has(Hazard.DEAD_H) && problem.spec().rank() == 1) return;
        RandomProblem few = few(problem);
        RandomSequence random = new RandomSequence(~problem.seed());
        int[] rows = random.permutation(problem.features());
        int[] cols = random.permutation(problem.samples());
        // best-support updates neighbouring samples one after the other, in an order that follows their numbers
        if (solved && problem.spec().usesGraph()) Arrays.setAll(cols, j -> j);
        RandomProblem reordered = few.permuted(rows, cols);
        if (!hasSameSteps(reordered)) return;
        checked.add("equivariant under permutation");
        // best-support treats gains within 1e-12 of the largest as equal and takes the lower feature
        boolean tie = solved || isOnlyBackground();
        requireSame("in another order", few, TracedRun.of(reordered).renamed(rows), tie);
    }

    /** Whether the background explains all counts up to rounding, so that no feature gains more than that under the loss kl. */
    private boolean isOnlyBackground() {
        if (problem.family() != RandomProblem.SolverFamily.KL) return false;
        ExactObjective.SizedValue background = ExactDivergence.fromBackground(problem.observed());
        return background.value() <= 1e-12 * background.size();
    }

    /** Returns the problem over the few iterations in which rounding does not grow. */
    private static RandomProblem few(RandomProblem problem) {
        return problem.with(problem.spec().withStop(new StopSpec(0, 3, Optional.empty())));
    }

    /**
     * The joint model takes other steps for entries that are missing at random, and an estimate decides whether they are.
     * It may differ for another order.
     */
    private boolean hasSameSteps(RandomProblem reordered) {
        return problem.C() == null
                || problem.family() != RandomProblem.SolverFamily.JOINT
                || isScattered(problem) == isScattered(reordered);
    }

    private static boolean isScattered(RandomProblem problem) {
        return problem.weights().orElseThrow().byFeature().areScattered();
    }

    /** Requires the same features and the same F up to rounding, as far as rounding itself does not change them. */
    private void requireSame(String how, RandomProblem few, TracedRun permuted, boolean mayTie) {
        boolean tie = mayTie;
        double size = size();
        TracedRun plain = TracedRun.of(few);
        double[] difference = plain.differences(permuted, size);
        double[] rounded = new double[difference.length];
        for (int trial = 0;
                trial < TRIALS && !(within(difference, rounded) && (tie || plain.keepsSameFeatures(permuted)));
                trial++) {
            TracedRun other = TracedRun.of(few.rounded(trial));
            double[] by = plain.differences(other, size);
            for (int i = 0; i < by.length; i++) rounded[i] = Math.max(rounded[i], by[i]);
            tie |= !plain.keepsSameFeatures(other);
        }
        require(within(difference, rounded), "equivariant: F is %s, and %s %s", plain.F, permuted.F, how);
        require(
                tie || plain.keepsSameFeatures(permuted),
                "equivariant: kept %s, and %s %s",
                plain.kept,
                permuted.kept,
                how);
    }

    /** Returns what F is compared with: ½‖X‖², or the sum of all counts. */
    private double size() {
        return problem.family() == RandomProblem.SolverFamily.KL
                ? Arrays.stream(problem.X()).flatMapToDouble(Arrays::stream).sum()
                : ExactObjective.squares(problem.X(), problem.weightsInUse()).doubleValue() / 2;
    }

    /** Weights of 1 change nothing, and neither does what X has at entries without weight. */
    private void checkWeights(Solution once) {
        if (problem.C() == null) return;
        checked.add("missing entries do not count");
        try (Solution again = SolverLaws.solve(problem.withOtherMissing(), 1)) {
            require(
                    Arrays.deepEquals(SolverLaws.bits(once.W()), SolverLaws.bits(again.W()))
                            && Arrays.deepEquals(SolverLaws.bits(once.Ht()), SolverLaws.bits(again.Ht()))
                            && objectives(once).equals(objectives(again)),
                    "other numbers at missing entries change the result: F is %s, and %s",
                    objectives(once),
                    objectives(again));
        }
        Spec spec = problem.spec();
        // without weights, best-support takes other steps; WeightContinuationTest compares with those of the joint
        // factorisation
        boolean replaced = spec.solver().kind() == SolverKind.BEST_SUPPORT && !spec.isJoint();
        if (replaced || !problem.has(Hazard.WEIGHTS_OF_1)) return;
        checked.add("weights of 1 change nothing");
        RandomProblem few = few(problem);
        requireSame("without weights", few, TracedRun.of(few.withWeights(null)), false);
    }

    private static boolean within(double[] difference, double[] rounded) {
        return IntStream.range(0, difference.length).allMatch(i -> difference[i] <= 1e-9 + 10 * rounded[i]);
    }

    /** The result of a problem: F in every iteration, and the kept features. */
    private record TracedRun(List<Double> F, Set<Integer> kept) {
        static TracedRun of(RandomProblem problem) {
            try (Solution s = SolverLaws.solve(problem, 1)) {
                Set<Integer> kept = new TreeSet<>();
                // whether a product of denormal numbers underflows depends on the order
                for (int i : s.support().toArray())
                    for (int a = 0; a < s.W().cols(); a++) if (s.W().get(i, a) >= Double.MIN_NORMAL) kept.add(i);
                return new TracedRun(objectives(s), kept);
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
        boolean kl = problem.family() == RandomProblem.SolverFamily.KL;
        // under the loss kl, F and the term λTr(HLHᵀ) have the same unit; H of a start from k-means has none
        boolean trace = kl && !problem.spec().start().kind().equals("kmeans");
        boolean meaning = !problem.spec().usesGraph() || problem.spec().graphTerm() != GraphTerm.TRACE || trace;
        double lambda = problem.spec().usesGraph() ? problem.spec().weight().value() : 0;
        double squares =
                ExactObjective.squares(problem.X(), problem.weightsInUse()).doubleValue();
        boolean differs = problem.has(Hazard.DENORMALS)
                || problem.has(Hazard.FAINT_EDGES)
                || problem.has(Hazard.OUTLIER)
                || lambda == 1e-300
                || !(squares > 1e-150 && squares < 1e150);
        if (!meaning || differs) return;
        checked.add("equivariant under scaling");
        for (double root : new double[] {0x1p-25, 0x1p25}) {
            try (Solution other = SolverLaws.solve(problem.inUnitsOf(root), 1)) {
                // F has the unit of X² or, under the loss kl, of X
                double unit = Math.pow(root, kl ? 2 : 4);
                List<Double> expected =
                        objectives(plain).stream().map(f -> f * unit).toList();
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
