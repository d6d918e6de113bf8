package org.grapnel.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.grapnel.CancellingListener;
import org.grapnel.Fit;
import org.grapnel.Grapnel;
import org.grapnel.RestartSummary;
import org.grapnel.Spec;
import org.grapnel.cluster.Clustering;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.evaluate.Consensus;
import org.grapnel.evaluate.SelectionFrequency;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Model;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.solve.Step;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The agreement of fits from several starts. */
class RestartCollectorTest {
    private static final int P = 20;
    private static final int N = 60;
    private static final int STARTS = 4;

    /** Almost only noise, so that starts differ. */
    private static Dataset data() {
        DenseMatrix X = DenseMatrix.zeros(P, N);
        for (int i = 0; i < P; i++)
            for (int j = 0; j < N; j++) X.set(i, j, CounterRandom.uniform(5, i, j) + (i < 3 && i == j % 3 ? 0.3 : 0));
        return Dataset.of(X);
    }

    private static Spec spec(Model model) {
        Spec spec = Spec.paper(model, 3).withThreads(2).withSeed(5).withBaselines(false);
        return model.isSparse() ? spec.withKeep(6) : spec;
    }

    private static List<Double> numbers(Consensus c) {
        List<Double> numbers = new ArrayList<>(List.of(c.agreement(), c.meanCertainty()));
        for (int i = 0; i < c.samples(); i++)
            numbers.addAll(List.of(c.certainty(i), (double) c.next(i), c.nextCertainty(i)));
        for (int A = 0; A < c.result().clusters(); A++)
            for (int B = 0; B < c.result().clusters(); B++) numbers.add(c.between(A, B));
        return numbers;
    }

    /** The groups and features that count are those of fits made alone. */
    @ParameterizedTest
    @EnumSource(
            value = Model.class,
            names = {"GNMF_L20", "NMF", "KMEANS", "KMEANS_L0"})
    void theSummaryIsThatOfTheSingleFits(Model model) {
        List<Clustering> alone = new ArrayList<>();
        List<RowSet> kept = new ArrayList<>();
        try (Dataset data = data();
                Fit fit = Grapnel.fit(data, spec(model).withRestarts(STARTS))) {
            for (int i = 0; i < STARTS; i++)
                try (Fit one = Grapnel.fit(data, spec(model).withSeed(5 + i))) {
                    alone.add(one.groups().clustering());
                    kept.add(one.support());
                }
            RestartSummary restarts = fit.restarts().orElseThrow();
            Consensus found = restarts.consensus().orElseThrow();
            assertThat(restarts.finished()).isEqualTo(STARTS);
            assertThat(found.repeats()).isEqualTo(STARTS);
            assertThat(found.result()).isEqualTo(fit.groups().clustering()).isEqualTo(alone.get(restarts.best()));
            assertThat(numbers(found)).isEqualTo(numbers(Consensus.compute(alone.get(restarts.best()), alone)));
            SelectionFrequency frequency = restarts.frequency().orElseThrow();
            SelectionFrequency expected = SelectionFrequency.count(kept);
            assertThat(frequency.mostFrequent()).isEqualTo(expected.mostFrequent());
            for (int f = 0; f < P; f++)
                assertThat(frequency.times(f)).as("feature %d", f).isEqualTo(expected.times(f));
        }
    }

    @Test
    void theSameBitsForAnyNumberOfThreads() {
        List<List<Double>> numbers = new ArrayList<>();
        for (int threads = 1; threads <= 3; threads++)
            try (Dataset data = data();
                    Fit fit = Grapnel.fit(
                            data, spec(Model.GNMF_L20).withThreads(threads).withRestarts(STARTS))) {
                numbers.add(numbers(fit.restarts().orElseThrow().consensus().orElseThrow()));
            }
        assertThat(numbers.get(0).get(0)).as("the starts differ").isLessThan(1);
        assertThat(numbers.get(1)).isEqualTo(numbers.get(0));
        assertThat(numbers.get(2)).isEqualTo(numbers.get(0));
    }

    @Test
    void oneFitHasNoSummary() {
        try (Dataset data = data();
                Fit fit = Grapnel.fit(data, spec(Model.GNMF_L20))) {
            assertThat(fit.restarts()).isEmpty();
        }
    }

    /** Cancelled in the third fit, or in the second: then only one is finished. */
    @Test
    void interruptedFitsDoNotCount() {
        for (int in : new int[] {3, 2}) {
            List<String> phases = new ArrayList<>();
            CancellingListener listener = new CancellingListener() {
                private int number;
                private boolean asked;

                @Override
                public void onIteration(Step step) {
                    asked |= number == in && step.iteration() == 2;
                }

                @Override
                public void onRestart(int now, int of) {
                    number = now;
                }

                @Override
                public void onPhase(String name) {
                    phases.add(name);
                }

                @Override
                public boolean isCancelled() {
                    return asked;
                }
            };
            Spec spec = spec(Model.GNMF_L20).withRestarts(STARTS);
            try (Dataset data = data();
                    Fit fit = Grapnel.fit(Preparation.none().apply(data), Optional.empty(), spec, listener.context())) {
                RestartSummary restarts = fit.restarts().orElseThrow();
                assertThat(restarts.count()).isEqualTo(in);
                assertThat(restarts.finished()).isEqualTo(in - 1);
                assertThat(restarts.consensus().map(Consensus::repeats).orElse(0))
                        .isEqualTo(in == 3 ? 2 : 0);
                assertThat(restarts.frequency().map(SelectionFrequency::repeats).orElse(0))
                        .isEqualTo(in == 3 ? 2 : 0);
                assertThat(fit.notes()).contains("only " + (in - 1) + " of the 4 restarts were finished");
            }
            // once for every finished fit, and not again for the best
            assertThat(phases.stream().filter("grouping"::equals)).hasSize(in - 1);
        }
    }

    /** Clear groups are found from any start. */
    @Test
    void clearGroupsAreCertain() {
        DenseMatrix X = DenseMatrix.zeros(P, N);
        for (int i = 0; i < P; i++)
            for (int j = 0; j < N; j++) X.set(i, j, 0.1 * CounterRandom.uniform(5, i, j) + (i % 3 == j % 3 ? 5 : 0));
        try (Dataset data = Dataset.of(X);
                Fit fit = Grapnel.fit(data, Spec.recommended(3, 6).withRestarts(3))) {
            Consensus c = fit.restarts().orElseThrow().consensus().orElseThrow();
            assertThat(c.agreement()).isEqualTo(1);
            assertThat(IntStream.range(0, N).mapToDouble(c::certainty)).containsOnly(1.0);
        }
    }
}
