package org.grapnel.laws;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.grapnel.Spec;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.start.Start;

/** Detects the hazards of a finished problem from its numbers, not from what the generator intended. */
final class HazardDetector {
    private final Set<Hazard> found = EnumSet.noneOf(Hazard.class);

    private HazardDetector() {}

    /** Returns the problem with its hazards. */
    static RandomProblem detect(RandomProblem problem) {
        HazardDetector hazards = new HazardDetector();
        Spec spec = problem.spec();
        double[][] X = problem.C() == null ? problem.X() : problem.observed();
        hazards.shape(X, spec.rank());
        hazards.sizes(X);
        hazards.start(X, spec, problem.family());
        if (spec.isJoint()) hazards.alpha(spec.weight().value());
        else if (spec.model().usesGraph()) hazards.lambda(spec.weight().value());
        if (spec.usesGraph()) hazards.graph(problem.A());
        if (problem.C() != null) hazards.weights(problem.C(), problem.weightsInUse());
        if (problem.family() == RandomProblem.SolverFamily.KL) hazards.counts(X);
        return new RandomProblem(
                problem.seed(), hazards.found, problem.X(), problem.C(), problem.sparse(), problem.A(), spec);
    }

    private void add(Hazard hazard, boolean present) {
        if (present) found.add(hazard);
    }

    private void shape(double[][] X, int r) {
        double[][] Xt = TestMatrices.transpose(X);
        add(Hazard.ONE_FEATURE, X.length == 1);
        add(Hazard.TWO_SAMPLES, Xt.length == 2);
        add(Hazard.FULL_RANK, r == Math.min(X.length, Xt.length));
        add(Hazard.RANK_DEFICIENT, rank(X) < r);
        add(Hazard.TWIN_FEATURES, hasDuplicates(X));
        add(Hazard.TWIN_SAMPLES, hasDuplicates(Xt));
        add(Hazard.ZERO_FEATURES, Arrays.stream(X).anyMatch(HazardDetector::isZero));
        add(Hazard.ZERO_SAMPLES, Arrays.stream(Xt).anyMatch(HazardDetector::isZero));
        double first = X[0][0];
        add(
                Hazard.ALL_EQUAL,
                first > 0 && Arrays.stream(X).flatMapToDouble(Arrays::stream).allMatch(x -> x == first));
    }

    private static boolean isZero(double[] row) {
        return Arrays.stream(row).allMatch(x -> x == 0);
    }

    /** Returns whether two non-zero rows are equal. */
    private static boolean hasDuplicates(double[][] rows) {
        Stream<String> present = Arrays.stream(rows).filter(row -> !isZero(row)).map(Arrays::toString);
        return present.distinct().count()
                < Arrays.stream(rows).filter(row -> !isZero(row)).count();
    }

    /** Returns the rank by elimination. A remainder that may be rounding counts as zero. */
    private static int rank(double[][] X) {
        double[][] left = TestMatrices.copy(X);
        double[][] size = TestMatrices.copy(X);
        for (int rank = 0; ; rank++) {
            int row = -1;
            int column = -1;
            for (int i = 0; i < left.length; i++)
                for (int j = 0; j < left[i].length; j++)
                    if (Math.abs(left[i][j]) > 1e-12 * size[i][j]
                            && (row < 0 || Math.abs(left[i][j]) > Math.abs(left[row][column]))) {
                        row = i;
                        column = j;
                    }
            if (row < 0) return rank;
            double[] pivot = left[row].clone();
            for (int i = 0; i < left.length; i++) {
                double by = left[i][column] / pivot[column];
                for (int j = 0; j < pivot.length; j++) {
                    double less = by * pivot[j];
                    left[i][j] = i == row || j == column ? 0 : left[i][j] - less;
                    size[i][j] = Math.max(size[i][j], Math.abs(less));
                }
            }
        }
    }

    private void sizes(double[][] X) {
        double[] sorted = Arrays.stream(X)
                .flatMapToDouble(Arrays::stream)
                .filter(x -> x > 0)
                .sorted()
                .toArray();
        if (sorted.length == 0) return;
        double largest = sorted[sorted.length - 1];
        add(Hazard.DENORMALS, sorted[0] < Double.MIN_NORMAL);
        add(Hazard.HUGE_1E308, largest == 1e308);
        add(Hazard.TINY_1E308, largest < 1e-307);
        add(Hazard.OUTLIER, sorted.length > 1 && largest >= 0.99e6 * sorted[sorted.length - 2]);
        double[] normal =
                Arrays.stream(sorted).filter(x -> x >= Double.MIN_NORMAL).toArray();
        if (normal.length == 0) return;
        double median = normal[(normal.length - 1) / 2];
        add(Hazard.LARGE_UNITS, median > 1e17 && median < 1e123);
        add(Hazard.SMALL_UNITS, median > 1e-123 && median < 1e-17);
    }

    private void start(double[][] X, Spec spec, RandomProblem.SolverFamily family) {
        if (!spec.start().kind().equals("given")) return;
        try (ExecutionContext context = ExecutionContext.createPlainJava(1);
                DenseMatrix data = DenseMatrix.of(X);
                Start.StartPoint point = spec.start().point(context, data, spec.rank())) {
            boolean used = family == RandomProblem.SolverFamily.GRADIENT_STEPS
                    || (family == RandomProblem.SolverFamily.KL && !spec.isJoint());
            add(Hazard.DEAD_W, used && hasZeroColumn(point.W()));
            add(Hazard.DEAD_H, hasZeroColumn(point.Ht()));
        }
    }

    private static boolean hasZeroColumn(DenseMatrix M) {
        return Arrays.stream(TestMatrices.transpose(M.toArray())).anyMatch(HazardDetector::isZero);
    }

    private void lambda(double lambda) {
        add(Hazard.LAMBDA_0, lambda == 0);
        add(Hazard.LAMBDA_1E_300, lambda == 1e-300);
        add(Hazard.LAMBDA_1E12, lambda == 1e12);
    }

    private void alpha(double alpha) {
        add(Hazard.ALPHA_1E12, alpha == 1e12);
        add(Hazard.ALPHA_1E_12, alpha == 1e-12);
    }

    private void weights(double[][] C, double[][] used) {
        double[] sorted =
                Arrays.stream(C).flatMapToDouble(Arrays::stream).sorted().toArray();
        add(
                Hazard.MISSING_ENTRIES,
                Arrays.stream(used).flatMapToDouble(Arrays::stream).anyMatch(c -> c == 0));
        add(Hazard.EMPTY_FEATURES, Arrays.stream(used).anyMatch(HazardDetector::isZero));
        add(Hazard.EMPTY_SAMPLES, Arrays.stream(TestMatrices.transpose(used)).anyMatch(HazardDetector::isZero));
        add(Hazard.WEIGHT_1E_300, Arrays.stream(sorted).filter(c -> c == 1e-300).count() == 1);
        add(
                Hazard.WEIGHT_1E9,
                sorted.length > 1 && sorted[sorted.length - 1] == 1e9 && sorted[sorted.length - 2] <= 1e3);
        add(Hazard.WEIGHTS_OF_1, sorted[0] == 1 && sorted[sorted.length - 1] == 1);
    }

    private void counts(double[][] X) {
        double largest = Arrays.stream(X).flatMapToDouble(Arrays::stream).max().orElse(0);
        boolean whole = Arrays.stream(X).flatMapToDouble(Arrays::stream).allMatch(x -> x == Math.rint(x));
        add(Hazard.WHOLE_COUNTS, whole && largest > 0 && largest < 0x1p53);
        add(Hazard.FRACTIONAL_COUNTS, !whole);
        add(Hazard.HUGE_COUNTS, largest >= 1e12);
    }

    private void graph(double[][] A) {
        boolean none = Arrays.stream(A).allMatch(HazardDetector::isZero);
        add(Hazard.NO_EDGES, none);
        add(Hazard.ISOLATED_SAMPLES, !none && Arrays.stream(A).anyMatch(HazardDetector::isZero));
        add(Hazard.FAINT_EDGES, Arrays.stream(A).flatMapToDouble(Arrays::stream).anyMatch(a -> a == 1e-300));
    }
}
