package org.grapnel.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.grapnel.CancellingListener;
import org.grapnel.Fit;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.data.Dataset;
import org.grapnel.embed.Embedding2d;
import org.grapnel.embed.TsneOptions;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.Model;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EmbeddingStepTest {
    private static final TsneOptions SHORT = TsneOptions.defaults().withIterations(100);

    /** Three groups, half of the entries zero. */
    private static DenseMatrix X(int n) {
        DenseMatrix X = DenseMatrix.zeros(12, n);
        for (int i = 0; i < 12; i++)
            for (int j = 0; j < n; j++)
                if (CounterRandom.uniform(1, i, j) < 0.5 || i == j % 12)
                    X.set(i, j, CounterRandom.uniform(3, i, j) + (i < 9 && i / 3 == j % 3 ? 3 : 0));
        return X;
    }

    private static Spec spec(Model model) {
        Spec spec = Spec.paper(model, 3).withSeed(4).withBaselines(false);
        return model.isSparse() ? spec.withKeep(9) : spec;
    }

    private static Embedding2d draw(Matrix X, Spec spec, int most, FitContext context) {
        try (Dataset data = Dataset.of(X);
                Fit fit = Grapnel.fit(data, spec)) {
            return new EmbeddingStep(fit, context, SHORT, most).run();
        }
    }

    private static Embedding2d draw(Matrix X, Spec spec) {
        return draw(X, spec, Embedding2d.MOST, FitContext.none());
    }

    @ParameterizedTest
    @EnumSource(Model.class)
    void everySampleIsEmbeddedByItsDataAndByItsFactors(Model model) {
        Embedding2d drawing = draw(X(40), spec(model));
        assertThat(drawing.samples()).isEqualTo(IntStream.range(0, 40).boxed().toList());
        assertThat(drawing.data().orElseThrow())
                .hasSize(40)
                .allMatch(p -> Double.isFinite(p.x()) && Double.isFinite(p.y()));
        // H of k-means holds the groups only
        assertThat(drawing.factors().isPresent()).isEqualTo(!model.isKMeans());
        assertThat(drawing.notes()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {30, Embedding2d.MOST})
    void theSameBitsForAnyNumberOfThreads(int most) {
        List<Embedding2d> drawn = new ArrayList<>();
        for (int threads = 1; threads <= 3; threads++)
            drawn.add(draw(X(90), spec(Model.GNMF_L20).withThreads(threads), most, FitContext.none()));
        assertThat(drawn.get(1)).isEqualTo(drawn.get(0));
        assertThat(drawn.get(2)).isEqualTo(drawn.get(0));
    }

    /** Starts are equal; kernels may differ later, so only the first points can be bitwise equal. */
    @Test
    void aSubsetOfSamplesIsEmbeddedLikeAllSamples() {
        Embedding2d some = draw(X(90), spec(Model.KMEANS), 30, FitContext.none());
        assertThat(some.samples()).hasSize(30).isSorted().doesNotHaveDuplicates();
        assertThat(some.samples()).isNotEqualTo(IntStream.range(0, 30).boxed().toList());
        int[] chosen = some.samples().stream().mapToInt(i -> i).toArray();
        try (DenseMatrix all = X(90)) {
            Embedding2d alone = draw(all.selectColumns(chosen), spec(Model.KMEANS));
            assertThat(some.data()).isEqualTo(alone.data());
        }
        assertThat(draw(X(90), spec(Model.KMEANS).withSeed(5), 30, FitContext.none())
                        .samples())
                .as("another seed")
                .isNotEqualTo(some.samples());
    }

    @ParameterizedTest
    @ValueSource(ints = {30, Embedding2d.MOST})
    void sparseAndDenseDataGiveTheSamePoints(int most) {
        try (DenseMatrix X = X(90)) {
            SparseMatrix sparse = SparseMatrix.of(X);
            Embedding2d one = draw(sparse, spec(Model.KMEANS), most, FitContext.none());
            Embedding2d other = draw(X, spec(Model.KMEANS), most, FitContext.none());
            assertThat(one.samples()).isEqualTo(other.samples());
            assertThat(one.data()).isPresent();
        }
    }

    @Test
    void equalSamplesAreEmbedded() {
        DenseMatrix X = DenseMatrix.zeros(5, 30);
        X.fill(2);
        Embedding2d drawing = draw(X, spec(Model.NMF).withClusters(1));
        assertThat(drawing.data().orElseThrow()).allMatch(p -> Double.isFinite(p.x()) && Double.isFinite(p.y()));
        assertThat(drawing.factors()).isPresent();
    }

    @Test
    void repeatedSamplesAreEmbedded() {
        DenseMatrix X = DenseMatrix.zeros(5, 150);
        for (int i = 0; i < 5; i++) for (int j = 0; j < 150; j++) X.set(i, j, 1 + CounterRandom.uniform(0, i, j % 3));
        Embedding2d drawing = draw(X, spec(Model.GNMF_L20).withKeep(3));
        assertThat(drawing.notes()).isEmpty();
        assertThat(drawing.data().orElseThrow()).allMatch(p -> Double.isFinite(p.x()) && Double.isFinite(p.y()));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void fewerThanFourSamplesAreNotEmbedded(int n) {
        Embedding2d drawing = draw(X(n), Spec.paper(Model.NMF, 1).withBaselines(false));
        assertThat(drawing.isEmpty()).isEqualTo(n < 4);
        assertThat(drawing.notes())
                .isEqualTo(n < 4 ? List.of("no pictures of the samples: t-SNE needs at least 4") : List.of());
    }

    @Test
    void aFailedEmbeddingIsNotedAndLeftOut() {
        try (Dataset data = Dataset.of(X(40));
                Fit fit = Grapnel.fit(data, spec(Model.NMF))) {
            List<String> heard = new ArrayList<>();
            Embedding2d drawing = new EmbeddingStep(fit, noting(heard).context(), SHORT.withLearningRate(1e300)).run();
            assertThat(drawing.isEmpty()).isTrue();
            assertThat(drawing.samples()).isEmpty();
            assertThat(drawing.notes())
                    .hasSize(2)
                    .anyMatch(note -> note.startsWith("no picture of the data: the points diverged"))
                    .anyMatch(note -> note.startsWith("no picture of H: the points diverged"));
            assertThat(heard).isEqualTo(drawing.notes());
        }
    }

    @Test
    void anExceptionDoesNotFailTheFit() {
        CancellingListener listener = new CancellingListener() {
            @Override
            public void onPhase(String name) {
                if (name.startsWith("drawing H")) throw new IllegalStateException("a fault");
            }
        };
        Embedding2d drawing = draw(X(40), spec(Model.NMF), Embedding2d.MOST, listener.context());
        assertThat(drawing.data()).isPresent();
        assertThat(drawing.factors()).isEmpty();
        assertThat(drawing.notes()).containsExactly("no picture of H: java.lang.IllegalStateException: a fault");
    }

    private static CancellingListener noting(List<String> notes) {
        return new CancellingListener() {
            @Override
            public void onNote(String text) {
                notes.add(text);
            }
        };
    }

    @Test
    void theListenerSeesIterationsAndCancellationStopsTheEmbedding() {
        List<String> phases = new ArrayList<>();
        CancellingListener listener = new CancellingListener() {
            @Override
            public void onPhase(String name) {
                phases.add(name);
            }

            @Override
            public boolean isCancelled() {
                return phases.contains("drawing H (t-SNE): iteration 50 of 100");
            }
        };
        Embedding2d drawing = draw(X(40), spec(Model.NMF), Embedding2d.MOST, listener.context());
        assertThat(phases)
                .containsExactly(
                        "drawing the data (t-SNE)",
                        "drawing the data (t-SNE): iteration 50 of 100",
                        "drawing the data (t-SNE): iteration 100 of 100",
                        "drawing H (t-SNE)",
                        "drawing H (t-SNE): iteration 50 of 100");
        assertThat(drawing.data()).isPresent();
        assertThat(drawing.factors()).isEmpty();
        assertThat(drawing.notes()).containsExactly("no picture of H: the run was asked to stop");
    }

    @Test
    void wrongNumbersOfPointsAreRefused() {
        List<Embedding2d.Point2d> one = List.of(new Embedding2d.Point2d(0, 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Embedding2d(List.of(0, 1), Optional.of(one), Optional.empty(), List.of()))
                .withMessage("1 points for 2 samples");
    }
}
