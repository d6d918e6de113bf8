package org.grapnel.solve.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Problem;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.SolverProblems;
import org.grapnel.solve.block.CoordinateDescent;
import org.grapnel.solve.block.LocalSampleBlock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bounds of gains, against gains by an exact solver. */
class GainBoundTest {
    private static final int P = SupportProblems.P;
    private static final int N = SupportProblems.N;
    private static final int R = SupportProblems.R;

    /** Every feature that can reach the threshold is a candidate; near a reference without dead components no other one is. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 1e-6, 1e-2, 0.3, 10})
    void noFeatureGainsMoreThanItsBound(double distance) {
        try (ExecutionContext context = ExecutionContext.create(2)) {
            for (long seed = 0; seed < 10; seed++) {
                DenseMatrix X = SolverProblems.data(P, N, seed);
                DenseMatrix reference = SolverProblems.uniform(seed, N, R);
                double[] ridge = new double[R];
                if (seed % 2 == 0) for (int j = 0; j < R; j++) ridge[j] = 2 * CounterRandom.uniform(seed, 1, j);
                if (seed % 3 == 2) for (int i = 0; i < N; i++) reference.set(i, 1, 0);
                double[] there = SupportProblems.exactGains(
                        SolverProblems.product(context, X, reference), SolverProblems.gram(context, reference), ridge);
                Problem problem = SupportProblems.withGraph(X, R, 0, SolverProblems.graph(N, 1));
                LocalSampleBlock samples = SupportProblems.block(context, problem, reference, 0);
                GainBound bound = new GainBound(samples, X.rowSquares(), R);
                assertThat(bound.hasReference()).isFalse();
                bound.learn(RowSet.all(P), there);
                bound.setReference(ridge);
                assertThat(bound.hasReference()).isTrue();
                // rows of H may be rescaled, and the ridge with them, without loss
                DenseMatrix Ht = reference.copy();
                double[] here = ridge.clone();
                for (int j = 0; j < R; j++) {
                    double by = 1 + j;
                    for (int i = 0; i < N; i++)
                        Ht.set(i, j, by * reference.get(i, j) + distance * CounterRandom.uniform(seed, i, 9 + j));
                    here[j] *= by * by;
                }
                DenseMatrix HHt = SolverProblems.gram(context, Ht);
                samples.candidate().copyFrom(Ht);
                bound.carry(here, new CoordinateDescent(R).setGram(HHt, here));
                double[] gain = SupportProblems.exactGains(SolverProblems.product(context, X, Ht), HHt, here);
                RowSet kept = RowSet.of(P, 3, 40);
                RowSet found = RowSet.none(P);
                int tooMany = 0;
                for (double share : new double[] {0.02, 0.2, 0.9}) {
                    double threshold = share * Arrays.stream(gain).max().orElseThrow();
                    bound.candidates(kept, threshold, found);
                    for (int i = 0; i < P; i++) {
                        boolean in = found.contains(i);
                        if (i == 3 || i == 40) assertThat(in).as("kept").isFalse();
                        else if (gain[i] >= threshold)
                            assertThat(in)
                                    .as("feature %d of problem %d", i, seed)
                                    .isTrue();
                        else if (in) tooMany++;
                    }
                }
                samples.close();
                if (distance < 1e-5 && seed % 3 != 2)
                    assertThat(tooMany).as("problem %d", seed).isZero();
            }
        }
    }

    @Test
    void gainIsAtMostHalfTheSquaredNormOfTheFeature() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = SolverProblems.data(2, N, 1);
                LocalSampleBlock samples = SupportProblems.block(
                        context,
                        SupportProblems.withGraph(X, R, 0, SolverProblems.graph(N, 1)),
                        SolverProblems.uniform(1, N, R),
                        0);
                GainBound bound = new GainBound(samples, new double[] {4, 9}, R)) {
            RowSet found = RowSet.none(2);
            bound.candidates(RowSet.none(2), 2, found);
            assertThat(found.toArray()).containsExactly(0, 1);
            bound.candidates(RowSet.none(2), 2.1, found);
            assertThat(found.toArray()).containsExactly(1);
            bound.learn(RowSet.all(2), new double[] {100, -1e-20});
            bound.candidates(RowSet.none(2), 1e-9, found);
            assertThat(found.toArray()).containsExactly(0);
        }
    }
}
