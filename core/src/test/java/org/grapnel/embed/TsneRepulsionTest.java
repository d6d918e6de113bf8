package org.grapnel.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

class TsneRepulsionTest {
    private static double[] scaled(double[] Y, double by) {
        return Arrays.stream(Y).map(v -> v * by).toArray();
    }

    private static double norm(double[] v) {
        return Math.sqrt(Arrays.stream(v).map(x -> x * x).sum());
    }

    private static double distance(double[] a, double[] b) {
        double[] difference = new double[a.length];
        for (int i = 0; i < a.length; i++) difference[i] = a[i] - b[i];
        return norm(difference) / Math.max(1e-300, norm(b));
    }

    @Test
    void thetaZeroGivesTheSumOverAllPairs() {
        try (ExecutionContext context = ExecutionContext.create(2)) {
            for (int n : new int[] {1, 2, 3, 16, 17, 70, 500}) {
                for (double scale : new double[] {1e-5, 1, 100}) {
                    double[] Y = scaled(BruteForceTsne.clumps(n, n), scale);
                    double[] exact = new double[2 * n];
                    double Z = BruteForceTsne.repulsion(Y, exact);
                    double[] R = new double[2 * n];
                    var repulsion = new TsneRepulsion(n, 0);
                    repulsion.build(Y);
                    assertThat(repulsion.evaluate(context, R)).isCloseTo(Z, within(1e-11 * n * n));
                    assertThat(distance(R, exact)).as("%d points", n).isLessThan(1e-11);
                }
            }
        }
    }

    @Test
    void errorIsSmallAndFallsWithTheta() {
        try (ExecutionContext context = ExecutionContext.create(1)) {
            double[] Y = BruteForceTsne.clumps(8, 2000);
            double[] exact = new double[4000];
            double Z = BruteForceTsne.repulsion(Y, exact);
            double before = 0.025;
            for (double theta : new double[] {0.6, 0.3, 0.15}) {
                double[] R = new double[4000];
                var repulsion = new TsneRepulsion(2000, theta);
                repulsion.build(Y);
                double around = repulsion.evaluate(context, R);
                double error = distance(R, exact);
                assertThat(error).as("theta %s", theta).isLessThan(before);
                assertThat(Math.abs(around - Z) / Z).as("theta %s", theta).isLessThan(0.3 * before);
                before = error / 4; // in theory half the angle gives an eighth of the error
            }
        }
    }

    @Test
    void treeCanBeRebuiltFromOtherPoints() {
        try (ExecutionContext context = ExecutionContext.create(2)) {
            var used = new TsneRepulsion(300, 0.5);
            double[] R = new double[600];
            for (int seed = 0; seed < 5; seed++) {
                double[] Y = BruteForceTsne.clumps(seed, 300);
                used.build(Y);
                double Z = used.evaluate(context, R);
                var fresh = new TsneRepulsion(300, 0.5);
                fresh.build(Y);
                double[] again = new double[600];
                assertThat(fresh.evaluate(context, again)).isEqualTo(Z);
                assertThat(again).isEqualTo(R);
            }
        }
    }

    @Test
    void coincidentPointsHaveNoForce() {
        try (ExecutionContext context = ExecutionContext.create(2)) {
            for (int n : new int[] {2, 16, 17, 100}) {
                double[] Y = new double[2 * n];
                Arrays.fill(Y, 3.5);
                double[] R = new double[2 * n];
                var repulsion = new TsneRepulsion(n, 0.6);
                repulsion.build(Y);
                assertThat(repulsion.evaluate(context, R)).isEqualTo((double) n * (n - 1));
                assertThat(R).containsOnly(0);
            }
        }
    }

    @Test
    void outlierDoesNotAffectTheOthers() {
        try (ExecutionContext context = ExecutionContext.create(1)) {
            double[] Y = BruteForceTsne.clumps(5, 400);
            Y[0] = 1e9; // the others fall into one cell of the finest grid
            double[] exact = new double[800];
            double Z = BruteForceTsne.repulsion(Y, exact);
            double[] R = new double[800];
            var repulsion = new TsneRepulsion(400, 0.6);
            repulsion.build(Y);
            assertThat(repulsion.evaluate(context, R)).isCloseTo(Z, within(1e-9 * Z));
            assertThat(distance(R, exact)).isLessThan(1e-9);
        }
    }
}
