package org.grapnel.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Labels that the bounds confirm are correct, and the bounds confirm all that the triangle inequality allows. */
class HamerlyBoundsTest {
    private static final int N = 60;
    private static final int D = 3;

    private static double length(double[] x, double[] y) {
        return Math.sqrt(PlainLloyd.square(x, y));
    }

    /** Moves centres many times and measures samples now and then. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    void labelHoldsExactlyWhereNoOtherCentreCanBeNearer(int c) {
        double[][] x = TestMatrices.signed(c, N, D);
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(x);
                ClusterPoints points = DenseClusterPoints.createFromRows(context, X)) {
            HamerlyBounds bounds = new HamerlyBounds(points, c);
            double[][] centres = TestMatrices.signed(100 + c, c, D);
            int[] label = new int[N];
            double[] own = new double[N]; // at the last measurement
            double[] other = new double[N];
            double[] path = new double[c]; // total path of each centre
            double[] farthestOther = new double[c]; // Σ of the longest move of the other centres
            double[] pathThen = new double[N];
            double[] otherThen = new double[N];
            int held = 0;
            int open = 0;
            for (int step = 0; step < 40; step++) {
                for (int i = 0; i < N; i++) {
                    if (step > 0 && CounterRandom.uniform(7, step, i) > 0.2) continue;
                    int best = 0;
                    for (int j = 1; j < c; j++) if (length(x[i], centres[j]) < length(x[i], centres[best])) best = j;
                    double second = Double.POSITIVE_INFINITY;
                    for (int j = 0; j < c; j++)
                        if (j != best) second = Math.min(second, PlainLloyd.square(x[i], centres[j]));
                    label[i] = best;
                    own[i] = length(x[i], centres[best]);
                    other[i] = Math.sqrt(second);
                    pathThen[i] = path[best];
                    otherThen[i] = farthestOther[best];
                    bounds.set(i, best, own[i] * own[i], second, 1e-15);
                }
                double[] moved = new double[c];
                for (int j = 0; j < c; j++) {
                    double[] before = centres[j].clone();
                    for (int f = 0; f < D; f++)
                        centres[j][f] += 0.02 * (j + 1) * (CounterRandom.uniform(8, step, j * D + f) - 0.5);
                    moved[j] = length(before, centres[j]);
                    path[j] += moved[j];
                }
                for (int j = 0; j < c; j++) {
                    double most = 0;
                    for (int l = 0; l < c; l++) if (l != j) most = Math.max(most, moved[l]);
                    farthestOther[j] += most;
                }
                bounds.addMoves(moved);
                for (int i = 0; i < N; i++) {
                    int a = label[i];
                    double nearest = Double.POSITIVE_INFINITY;
                    for (int j = 0; j < c; j++) if (j != a) nearest = Math.min(nearest, length(x[i], centres[j]));
                    boolean holds = bounds.isLabelCertain(i, a);
                    if (holds) assertThat(length(x[i], centres[a])).isLessThan(nearest);
                    double margin = other[i] - own[i] - (path[a] - pathThen[i]) - (farthestOther[a] - otherThen[i]);
                    if (Math.abs(margin) > 1e-6) assertThat(holds).isEqualTo(margin > 0);
                    if (holds) held++;
                    else open++;
                }
                bounds.reset(step);
                own[step] = Double.POSITIVE_INFINITY;
                other[step] = 0;
            }
            assertThat(held).isPositive();
            if (c > 1) assertThat(open).isPositive();
        }
    }

    /** The error of the squares may decide a near tie, so the bounds must include it. */
    @ParameterizedTest
    @ValueSource(doubles = {0.5, 2})
    void labelDoesNotHoldWithinRoundingErrors(double error) {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(new double[][] {{0}, {1}});
                ClusterPoints points = DenseClusterPoints.createFromRows(context, X)) {
            HamerlyBounds bounds = new HamerlyBounds(points, 2);
            bounds.set(0, 0, 9, 11, error);
            assertThat(bounds.isLabelCertain(0, 0)).isEqualTo(error < 1);
            bounds.set(1, 0, 0, 1, error); // no square root of a negative number
            assertThat(bounds.isLabelCertain(1, 0)).isFalse();
        }
    }
}
