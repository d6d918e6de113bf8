package org.grapnel.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.grapnel.Fit;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.data.Dataset;
import org.grapnel.data.Imputation;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.model.Model;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.solve.SolverKind;
import org.junit.jupiter.api.Test;

/** Fits of data whose entries have weights. */
class WeightedFitTest {
    private static final int P = 24;
    private static final int N = 60;
    private static final Preparation MODEL = Preparation.none().withImpute(Imputation.MODEL);
    private static final Spec SPEC = Spec.recommended(3, 9).withBaselines(false).withThreads(1);

    private static Dataset data(boolean gaps) {
        DenseMatrix X = DenseMatrix.zeros(P, N);
        for (int i = 0; i < P; i++)
            for (int j = 0; j < N; j++) X.set(i, j, gaps && isHidden(i, j) ? Double.NaN : value(i, j));
        return Dataset.of(X);
    }

    private static double value(int i, int j) {
        return CounterRandom.uniform(1, i, j) + (i < 18 && i % 3 == j % 3 ? 2 : 0);
    }

    private static boolean isHidden(int i, int j) {
        return CounterRandom.uniform(2, i, j) < 0.2;
    }

    @Test
    void aMaskGivesTheFitOfNaN() {
        EntryWeights mask = EntryWeights.ofDeficits(P, N, (i, row) -> {
            for (int j = 0; j < N; j++) row[j] = isHidden(i, j) ? 1 : 0;
        });
        for (Spec spec : new Spec[] {SPEC, Spec.recommended(Model.NMF, 3).withBaselines(false)})
            try (PreparedData gaps = MODEL.apply(data(true));
                    PreparedData masked = MODEL.apply(data(false).withWeights(mask));
                    Fit one = Grapnel.fit(gaps, spec);
                    Fit other = Grapnel.fit(masked, spec)) {
                requireSame(one, other);
            }
    }

    @Test
    void weightsOfOneGiveThePlainFit() {
        try (PreparedData plain = Preparation.none().apply(data(false));
                PreparedData ones = MODEL.apply(data(false).withWeights(EntryWeights.ones(P, N)));
                Fit one = Grapnel.fit(plain, SPEC);
                Fit other = Grapnel.fit(ones, SPEC)) {
            requireSame(one, other);
        }
    }

    private static void requireSame(Fit one, Fit other) {
        assertThat(other.W().toArray()).isDeepEqualTo(one.W().toArray());
        assertThat(other.Ht().toArray()).isDeepEqualTo(one.Ht().toArray());
        assertThat(other.groups().clustering()).isEqualTo(one.groups().clustering());
    }

    /** The loss with weight 2 on some samples is the loss of data that have these samples twice. */
    @Test
    void aSampleOfWeightTwoCountsLikeTwoSamples() {
        int twice = 10;
        EntryWeights weights = EntryWeights.ofDeficits(P, N, (i, row) -> {
            for (int j = 0; j < N; j++) row[j] = j < twice ? -1 : 0;
        });
        Spec spec = Spec.forSolver(SolverKind.ACCPALM, Model.NMF, 3).withBaselines(false);
        try (PreparedData weighted = Preparation.none().apply(data(false).withWeights(weights));
                Fit fit = Grapnel.fit(weighted, spec)) {
            int[] all =
                    IntStream.range(0, N + twice).map(j -> j < N ? j : j - N).toArray();
            double loss = 0;
            for (int j : all)
                for (int i = 0; i < P; i++) {
                    double rest = value(i, j);
                    for (int q = 0; q < 3; q++)
                        rest -= fit.W().get(i, q) * fit.Ht().get(j, q);
                    loss += rest * rest / 2;
                }
            assertThat(fit.solution().objective().loss()).isCloseTo(loss, within(1e-9 * loss));
            double squares = 0;
            for (int j : all) for (int i = 0; i < P; i++) squares += value(i, j) * value(i, j);
            assertThat(fit.relativeError()).isCloseTo(Math.sqrt(2 * loss / squares), within(1e-9));
        }
    }

    /** A group that counts much is explained better than the same group that counts little. */
    @Test
    void whatCountsMoreIsExplainedBetter() {
        Spec spec = Spec.forSolver(SolverKind.ACCPALM, Model.NMF, 2).withBaselines(false);
        assertThat(errorOfFirstGroup(spec, 20)).isLessThan(errorOfFirstGroup(spec, 0.05));
    }

    private static double errorOfFirstGroup(Spec spec, double weight) {
        EntryWeights weights = EntryWeights.ofDeficits(P, N, (i, row) -> {
            for (int j = 0; j < N; j++) row[j] = j % 3 == 0 ? 1 - weight : 0;
        });
        try (PreparedData weighted = Preparation.none().apply(data(false).withWeights(weights));
                Fit fit = Grapnel.fit(weighted, spec)) {
            double error = 0;
            for (int j = 0; j < N; j += 3)
                for (int i = 0; i < P; i++) {
                    double rest = value(i, j);
                    for (int q = 0; q < 2; q++)
                        rest -= fit.W().get(i, q) * fit.Ht().get(j, q);
                    error += rest * rest;
                }
            return error;
        }
    }
}
