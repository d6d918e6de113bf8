package org.grapnel.examples.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.Stream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.FactorId;
import org.grapnel.model.Formulation;
import org.grapnel.model.GradientChunk;
import org.grapnel.model.GramCache;
import org.grapnel.model.LeastSquares;
import org.grapnel.model.NonNegative;
import org.grapnel.model.Term;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The laws of a term, for every term of the examples. */
class TermLawsTest {
    private static final int P = 6;
    private static final int N = 8;
    private static final int R = 4;
    private static final double STEP = 1e-5;
    private static final ExecutionContext ON = ExecutionContext.create(2);

    @AfterAll
    static void free() {
        ON.close();
    }

    static Stream<Term> terms() {
        return Stream.of(
                new L1OnH(0.7), new SoftOrthogonality(FactorId.W, 0.3), new SoftOrthogonality(FactorId.H, 1.9));
    }

    private static double[][] random(long seed, int rows) {
        double[][] values = new double[rows][R];
        for (int i = 0; i < rows; i++) for (int j = 0; j < R; j++) values[i][j] = CounterRandom.uniform(seed, i, j);
        return values;
    }

    private static GramCache at(Term term, double[][] w, double[][] ht) {
        Formulation formulation =
                new Formulation(R, List.of(new LeastSquares()), List.of(term), new NonNegative(), new NonNegative());
        GramCache at = new GramCache(R);
        try (DenseMatrix W = DenseMatrix.of(w);
                DenseMatrix Ht = DenseMatrix.of(ht)) {
            Gram.compute(ON, W, RowSet.all(P), at.WtW());
            Gram.compute(ON, Ht, RowSet.all(N), at.HHt());
            at.measure(ON, formulation, FactorId.W, W, RowSet.all(P));
            at.measure(ON, formulation, FactorId.H, Ht, RowSet.all(N));
        }
        return at;
    }

    private static double value(Term term, double[][] w, double[][] ht) {
        try (GramCache at = at(term, w, ht)) {
            return term.value(at);
        }
    }

    private static double[][] gradient(Term term, FactorId factor, double[][] w, double[][] ht) {
        double[][] z = factor == FactorId.W ? w : ht;
        double[][] gradient = new double[z.length][R];
        try (GramCache at = at(term, w, ht)) {
            ON.run(z.length, (i, scratch) -> {
                GradientChunk chunk = GradientChunk.forThread(ON, scratch, 1, R);
                System.arraycopy(z[i], 0, chunk.Z(), 0, R);
                chunk.clearGradient();
                term.addGradient(factor, at, chunk);
                System.arraycopy(chunk.gradient(), 0, gradient[i], 0, R);
            });
        }
        return gradient;
    }

    @ParameterizedTest
    @MethodSource("terms")
    void gradientEqualsFiniteDifferences(Term term) {
        for (FactorId factor : FactorId.values()) {
            double[][] w = random(1, P);
            double[][] ht = random(2, N);
            double[][] z = factor == FactorId.W ? w : ht;
            double[][] gradient = gradient(term, factor, w, ht);
            for (int i = 0; i < z.length; i++)
                for (int j = 0; j < R; j++) {
                    double here = z[i][j];
                    z[i][j] = here + STEP;
                    double above = value(term, w, ht);
                    z[i][j] = here - STEP;
                    double below = value(term, w, ht);
                    z[i][j] = here;
                    assertThat((above - below) / (2 * STEP))
                            .as("%s, row %d, column %d", factor, i, j)
                            .isCloseTo(gradient[i][j], within(1e-8));
                }
        }
    }

    @ParameterizedTest
    @MethodSource("terms")
    void lipschitzConstantBoundsTheChangeOfTheGradient(Term term) {
        for (FactorId factor : FactorId.values())
            for (long seed = 3; seed < 40; seed++) {
                double[][] w = random(1, P);
                double[][] ht = random(2, N);
                double[][] here = gradient(term, factor, w, ht);
                double[][] other = random(seed, factor == FactorId.W ? P : N);
                double[][] there =
                        factor == FactorId.W ? gradient(term, factor, other, ht) : gradient(term, factor, w, other);
                double bound;
                try (GramCache at = at(term, w, ht)) {
                    bound = term.lipschitz(factor, at);
                }
                double moved = distance(factor == FactorId.W ? w : ht, other);
                assertThat(distance(here, there)).isLessThanOrEqualTo(bound * moved * (1 + 1e-12));
            }
    }

    private static double distance(double[][] a, double[][] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) for (int j = 0; j < R; j++) sum += Math.pow(a[i][j] - b[i][j], 2);
        return Math.sqrt(sum);
    }
}
