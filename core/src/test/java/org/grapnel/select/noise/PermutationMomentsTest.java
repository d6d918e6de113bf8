package org.grapnel.select.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.grapnel.linalg.TestMatrices;
import org.junit.jupiter.api.Test;

class PermutationMomentsTest {
    @Test
    void meanAndVarianceEqualThoseOverAllPermutations() {
        for (int n : new int[] {4, 5, 6, 7}) {
            for (int references : new int[] {1, 3, 8}) {
                double[][] u = NaiveNoiseScores.units(TestMatrices.uniform(n, references + 1, n));
                double[] x = u[references];
                double[][] K = new double[n][n];
                for (int j = 0; j < references; j++) NaiveNoiseScores.addOuter(K, u[j], 1);

                List<Double> all = new ArrayList<>();
                permutations(x.clone(), 0, order -> all.add(NaiveNoiseScores.form(K, order)));
                double mean = all.stream().mapToDouble(c -> c).average().orElseThrow();
                double variance = all.stream()
                        .mapToDouble(c -> (c - mean) * (c - mean))
                        .average()
                        .orElseThrow();

                PermutationMoments moments = NaiveNoiseScores.moments(K);
                assertThat(moments.sum()).isCloseTo(references / 2.0, within(1e-12));
                assertThat(moments.mean()).as("mean, n = %d", n).isCloseTo(mean, within(1e-12 * references));
                assertThat(moments.variance(NaiveNoiseScores.fourth(x)))
                        .as("variance, n = %d", n)
                        .isCloseTo(variance, within(1e-12 * references * references));
            }
        }
    }

    @Test
    void scoreGrowsWithCAndIsNearZeroAtTheMean() {
        PermutationMoments moments = new PermutationMoments(50, 10, 4, 6);
        double[] w = new double[5];
        for (int t = 0; t < w.length; t++) w[t] = moments.score(t / 2.0 * moments.mean(), 0.06);
        assertThat(w).isSorted();
        assertThat(w[2]).isBetween(0.0, 1.0); // √h: the median of χ² lies below its mean
        assertThat(moments.score(-1e-17, 0.06)).isEqualTo(w[0]);
    }

    @Test
    void withoutWeightsOrVarianceThereIsNoEvidence() {
        assertThat(new PermutationMoments(50, 0, 0, 0).score(0, 0.06)).isEqualTo(Double.NEGATIVE_INFINITY);
        // weights of the centring matrix: every permutation of u has the same c
        int n = 6;
        double[][] equal = new double[n][n];
        for (int a = 0; a < n; a++) for (int b = 0; b < n; b++) equal[a][b] = a == b ? n - 1 : -1;
        assertThat(NaiveNoiseScores.moments(equal).score(n, 0.4)).isEqualTo(Double.NEGATIVE_INFINITY);
    }

    private interface PermutationVisitor {
        void visit(double[] x);
    }

    private static void permutations(double[] x, int from, PermutationVisitor visitor) {
        if (from == x.length) visitor.visit(x);
        for (int t = from; t < x.length; t++) {
            swap(x, from, t);
            permutations(x, from + 1, visitor);
            swap(x, from, t);
        }
    }

    private static void swap(double[] x, int a, int b) {
        double kept = x[a];
        x[a] = x[b];
        x[b] = kept;
    }
}
