package org.grapnel.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.grapnel.Fit;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.data.DataException;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.data.Normalization;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.Metric;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Model;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.StopSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FittedModelTest {
    /** Three groups, each marked by three of twelve features. */
    private static Dataset data(long seed, int n) {
        double[][] x = TestMatrices.uniform(seed, 12, n);
        for (int i = 0; i < 9; i++) for (int j = 0; j < n; j++) if (i / 3 == j % 3) x[i][j] += 3;
        return Dataset.of(DenseMatrix.of(x));
    }

    private static Spec spec(Model model) {
        Spec spec = Spec.paper(model, 3).withLambda(1).withThreads(2);
        return model.isSparse() ? spec.withKeep(6) : spec;
    }

    @ParameterizedTest
    @EnumSource(Model.class)
    void newSamplesGetTheirGroupInEveryModel(Model model) {
        try (Dataset data = data(1, 60);
                Dataset fresh = data(2, 30);
                Fit fit = Grapnel.fit(data, spec(model));
                FittedModel trained = fit.toModel();
                TransformResult placed = trained.transform(fresh, 2)) {
            for (int j = 0; j < 30; j++)
                assertThat(placed.groups().labelOf(j))
                        .as("sample %d", j)
                        .isEqualTo(fit.groups().clustering().labelOf(j % 3));
            assertThat(placed.medianError()).isBetween(0.0, 2 * fit.relativeErrorKept() + 0.1);
        }
    }

    @Test
    void newSamplesAreProjectedOnTheComponentsOfTheGraph() {
        Spec spec = spec(Model.GNMF_L20).withGraph(GraphSpec.standard().withComponents(3));
        try (Dataset data = data(1, 60);
                Dataset fresh = data(2, 30);
                Fit fit = Grapnel.fit(data, spec);
                FittedModel trained = fit.toModel();
                TransformResult placed = trained.transform(fresh, 2);
                TransformResult again = trained.transform(fresh, 1);
                DenseMatrix X =
                        ((DenseMatrix) fresh.X()).selectRows(trained.kept().toArray());
                Dataset some = new Dataset(
                        X,
                        Arrays.stream(trained.kept().toArray())
                                .mapToObj(i -> fresh.features().get(i))
                                .toList(),
                        fresh.samples(),
                        Optional.empty(),
                        fresh.source());
                TransformResult byKept = trained.transform(some, 1)) {
            assertThat(trained.graph().orElseThrow().scores()).isPresent();
            for (int j = 0; j < 30; j++)
                assertThat(placed.groups().labelOf(j))
                        .as("sample %d", j)
                        .isEqualTo(fit.groups().clustering().labelOf(j % 3));
            assertThat(again.Ht().toArray()).isDeepEqualTo(placed.Ht().toArray());
            assertThat(placed.notes()).isEmpty();
            assertThat(byKept.notes()).hasSize(1);
            assertThat(byKept.notes().get(0))
                    .startsWith(
                            "neighbours were searched on the kept features, because 6 of the 12 features of the graph"
                                    + " are not there: ");
        }
    }

    /** Moving scale between W and H changes neither the reconstruction of a new sample nor its group. */
    @Test
    void invariantGraphTermIgnoresTheScaleOfAComponent() {
        Spec spec = spec(Model.GNMF_L20).withGraphTerm(GraphTerm.INVARIANT);
        try (Dataset data = data(1, 60);
                Dataset fresh = data(2, 30);
                Fit fit = Grapnel.fit(data, spec);
                FittedModel trained = fit.toModel();
                FittedModel other = rescaled(trained, new double[] {8, 0.25, 1});
                TransformResult one = trained.transform(fresh, 1);
                TransformResult two = other.transform(fresh, 1)) {
            double[][] back = two.Ht().toArray();
            for (double[] h : back) {
                h[0] *= 8;
                h[1] *= 0.25;
            }
            assertThat(TestMatrices.distance(back, one.Ht().toArray())).isLessThan(1e-9);
            assertThat(two.groups()).isEqualTo(one.groups());
        }
    }

    private static FittedModel rescaled(FittedModel of, double[] by) {
        return new FittedModel(
                of.model(),
                of.recipe(),
                of.kept(),
                of.W().copy().map((i, j, w) -> w * by[j]),
                of.Ht().copy().map((i, j, h) -> h / by[j]),
                of.groups(),
                of.graph()
                        .map(a -> new FittedModel.TrainingGraph(
                                a.graph(), a.X().copy(), a.samples(), a.weight(), a.term(), a.laplacian(), a.spec())),
                of.relativeError());
    }

    @ParameterizedTest
    @EnumSource(
            value = SolverKind.class,
            names = {"ACCPALM", "BEST_SUPPORT"})
    void transformNeverRaisesTheObjectiveWithTheInvariantTerm(SolverKind solver) {
        Spec spec = spec(Model.GNMF_L20)
                .withGraphTerm(GraphTerm.INVARIANT)
                .withSolver(SolverSpec.of(solver))
                .withStop(new StopSpec(0, 15, Optional.empty()));
        assertObjectiveNeverRises(spec);
    }

    /** Transforming one training sample again, with all others fixed, never raises the objective. */
    @ParameterizedTest
    @EnumSource(
            value = Model.class,
            names = {"NMF", "NMF_L20", "GNMF", "GNMF_L0", "GNMF_L20", "GNMF_LC0"})
    void transformOfATrainingSampleNeverRaisesTheObjective(Model model) {
        assertObjectiveNeverRises(spec(model).withStop(new StopSpec(0, 15, Optional.empty())));
    }

    private static void assertObjectiveNeverRises(Spec spec) {
        try (Dataset data = data(1, 40);
                Fit fit = Grapnel.fit(data, spec);
                FittedModel trained = fit.toModel();
                TransformResult placed = trained.transform(data, 1)) {
            double before = objective(fit, fit.Ht().toArray());
            for (int j = 0; j < 40; j++) {
                double[][] Ht = fit.Ht().toArray();
                Ht[j] = placed.Ht().toArray()[j];
                assertThat(objective(fit, Ht)).as("sample %d", j).isLessThanOrEqualTo(before * (1 + 1e-12));
            }
        }
    }

    /** On the kept features there are only four different samples, one of them zero. */
    @ParameterizedTest
    @EnumSource(Metric.class)
    void equalSamplesAreMatchedByName(Metric metric) {
        double[][] x = TestMatrices.uniform(5, 12, 40);
        for (int i = 0; i < 3; i++) for (int j = 0; j < 40; j++) x[i][j] = j % 4 == i ? 5 : 0;
        Spec spec = Spec.paper(Model.GNMF_L20, 3)
                .withKeep(3)
                .withLambda(1)
                .withGraph(GraphSpec.standard().withMetric(metric))
                .withStop(new StopSpec(0, 15, Optional.empty()));
        try (Dataset data = Dataset.of(DenseMatrix.of(x));
                Fit fit = Grapnel.fit(data, spec);
                FittedModel trained = fit.toModel();
                TransformResult placed = trained.transform(data, 1)) {
            assertThat(fit.support().toArray()).containsExactly(0, 1, 2);
            double before = objective(fit, fit.Ht().toArray());
            for (int j = 0; j < 40; j++) {
                double[][] Ht = fit.Ht().toArray();
                Ht[j] = placed.Ht().toArray()[j];
                assertThat(objective(fit, Ht)).as("sample %d", j).isLessThanOrEqualTo(before * (1 + 1e-12));
            }
        }
    }

    private static double objective(Fit fit, double[][] Ht) {
        double[][] X = ((DenseMatrix) fit.data().X()).toArray();
        double value = TestMatrices.squares(
                        TestMatrices.minus(X, TestMatrices.product(fit.W().toArray(), TestMatrices.transpose(Ht))))
                / 2;
        if (fit.graph().isEmpty()) return value;
        Graph graph = fit.graph().orElseThrow().graph();
        for (int c = 0; c < Ht[0].length; c++) {
            double weight = 1;
            if (fit.spec().graphTerm() == GraphTerm.INVARIANT) {
                weight = 0;
                for (double[] w : fit.W().toArray()) weight += w[c] * w[c];
            }
            for (int j = 0; j < Ht.length; j++)
                for (int l = 0; l < j; l++)
                    value += fit.spec().lambda()
                            * weight
                            * graph.adjacency().get(j, l)
                            * (Ht[j][c] - Ht[l][c])
                            * (Ht[j][c] - Ht[l][c]);
        }
        return value;
    }

    @Test
    void onlyTheKeptFeaturesMatter() {
        try (Dataset data = data(1, 60);
                Fit fit = Grapnel.fit(data, spec(Model.GNMF_L20));
                FittedModel trained = fit.toModel()) {
            double[][] x = ((DenseMatrix) data(2, 9).X()).toArray();
            double[][] other = TestMatrices.copy(x);
            for (int i = 0; i < 12; i++) if (!fit.support().contains(i)) Arrays.fill(other[i], 17);
            int[] kept = fit.support().toArray();
            double[][] alone = Arrays.stream(kept).mapToObj(i -> x[i]).toArray(double[][]::new);
            List<String> names = Arrays.stream(kept).mapToObj(i -> "f" + i).toList();
            try (Dataset a = Dataset.of(DenseMatrix.of(x));
                    Dataset b = Dataset.of(DenseMatrix.of(other));
                    Dataset c = new Dataset(
                            SparseMatrix.of(DenseMatrix.of(alone)),
                            names,
                            Dataset.numbered("", 9),
                            Optional.empty(),
                            DataSource.memory());
                    TransformResult first = trained.transform(a, 1);
                    TransformResult second = trained.transform(b, 3);
                    TransformResult third = trained.transform(c, 1)) {
                assertThat(second.Ht().toArray()).isEqualTo(first.Ht().toArray());
                assertThat(TestMatrices.distance(
                                third.Ht().toArray(), first.Ht().toArray()))
                        .isLessThan(1e-12);
            }
        }
    }

    @Test
    void missingFeatureIsRefused() {
        try (Dataset data = data(1, 60);
                Fit fit = Grapnel.fit(data, spec(Model.NMF));
                FittedModel trained = fit.toModel();
                Dataset few = Dataset.of(DenseMatrix.of(TestMatrices.uniform(1, 10, 3)))) {
            assertThatExceptionOfType(DataException.class)
                    .isThrownBy(() -> trained.transform(few, 1))
                    .withMessage("memory: 2 of the 12 features that are needed are not there: f10, f11");
        }
    }

    @Test
    void emptyDataAreRefused() {
        try (Dataset data = data(1, 60);
                Fit fit = Grapnel.fit(data, spec(Model.GNMF_L20));
                FittedModel trained = fit.toModel();
                Dataset none = Dataset.of(DenseMatrix.zeros(12, 0))) {
            assertThatExceptionOfType(DataException.class)
                    .isThrownBy(() -> trained.transform(none, 1))
                    .withMessage("memory holds no samples");
        }
    }

    @Test
    void zeroSampleIsNotedAndHasAnInfiniteError() {
        try (Dataset data = data(1, 60);
                Fit fit = Grapnel.fit(data, spec(Model.NMF_L20));
                FittedModel trained = fit.toModel();
                Dataset zero = Dataset.of(DenseMatrix.zeros(12, 1));
                TransformResult placed = trained.transform(zero, 1)) {
            assertThat(placed.notes())
                    .containsExactly("1 sample is zero on all kept features, so these say nothing about it");
            assertThat(placed.Ht().toArray()[0]).containsOnly(0);
            assertThat(placed.relativeError(0)).isZero();
        }
    }

    /** The result of a sample is the same alone and together with samples of any size. */
    @ParameterizedTest
    @EnumSource(
            value = Model.class,
            names = {"NMF", "NMF_L20", "NMF_L0", "NMF_LC0"})
    void resultDoesNotDependOnTheOtherSamples(Model model) {
        double[] size = {1e100, 1e-70, 1, 0, 1e-300, 1e250};
        try (Dataset data = data(1, 60);
                Dataset plain = data(3, size.length);
                Fit fit = Grapnel.fit(data, spec(model));
                FittedModel trained = fit.toModel()) {
            double[][] x = ((DenseMatrix) plain.X()).toArray();
            for (double[] row : x) for (int j = 0; j < size.length; j++) row[j] *= size[j];
            try (Dataset all = Dataset.of(DenseMatrix.of(x));
                    TransformResult together = trained.transform(all, 1)) {
                for (int j = 0; j < size.length; j++) {
                    int sample = j;
                    double[][] one = Arrays.stream(x)
                            .map(row -> new double[] {row[sample]})
                            .toArray(double[][]::new);
                    try (Dataset single = Dataset.of(DenseMatrix.of(one));
                            TransformResult alone = trained.transform(single, 1)) {
                        assertThat(together.relativeError(j))
                                .as("size %s", size[j])
                                .isCloseTo(alone.relativeError(0), within(1e-12));
                        assertThat(alone.relativeError()).isEqualTo(alone.relativeError(0));
                        assertThat(together.relativeError(j) > 0).isEqualTo(size[j] > 0);
                        assertThat(together.groups().labelOf(j))
                                .isEqualTo(alone.groups().labelOf(0));
                    }
                }
                // the largest sample dominates the norm
                assertThat(together.relativeError()).isCloseTo(together.relativeError(5), within(1e-12));
            }
        }
    }

    /** K-means reconstructs a sample by a centre, whatever its length; for a zero sample the error is the centre itself. */
    @Test
    void errorOfAZeroSampleIsInfinite() {
        try (Dataset data = data(1, 60);
                Fit fit = Grapnel.fit(data, spec(Model.KMEANS));
                FittedModel trained = fit.toModel();
                Dataset zeros = Dataset.of(DenseMatrix.zeros(12, 2));
                TransformResult none = trained.transform(zeros, 1);
                Dataset some = Dataset.of(data(2, 3).X().map((i, j, value) -> j == 1 ? 0 : value));
                TransformResult mixed = trained.transform(some, 1)) {
            assertThat(none.relativeError(0)).isInfinite();
            assertThat(none.relativeError()).isInfinite();
            assertThat(none.medianError()).isInfinite();
            assertThat(mixed.relativeError(1)).isInfinite();
            assertThat(mixed.relativeError()).isBetween(0.0, 1.0);
            assertThat(mixed.medianError())
                    .isEqualTo((mixed.relativeError(0) + mixed.relativeError(2)) / 2)
                    .isBetween(0.0, 1.0);
        }
    }

    @Test
    void zeroSamplesWithZeroReconstructionHaveNoError() {
        try (Dataset data = data(1, 60);
                Fit fit = Grapnel.fit(data, spec(Model.NMF_L20));
                FittedModel trained = fit.toModel();
                Dataset zeros = Dataset.of(DenseMatrix.zeros(12, 2));
                TransformResult placed = trained.transform(zeros, 1)) {
            assertThat(placed.relativeError(1)).isZero();
            assertThat(placed.relativeError()).isZero();
            assertThat(placed.medianError()).isZero();
        }
    }

    /** A tiny sample that its neighbours pull far away has a large error, and little effect on the error of all. */
    @Test
    void errorOfATinySampleIsFinite() {
        try (Dataset data = data(1, 60);
                Fit fit = Grapnel.fit(data, spec(Model.GNMF));
                FittedModel trained = fit.toModel();
                Dataset small = Dataset.of(data(2, 1).X().map((i, j, value) -> value * 1e-200));
                TransformResult alone = trained.transform(small, 1);
                Dataset both = Dataset.of(data(2, 2).X().map((i, j, value) -> j == 0 ? value * 1e-200 : value));
                TransformResult beside = trained.transform(both, 1)) {
            assertThat(alone.relativeError(0)).isBetween(1e160, 1e201); // its square is no double
            assertThat(alone.relativeError()).isEqualTo(alone.relativeError(0));
            assertThat(beside.relativeError()).isBetween(0.01, 10.0);
        }
    }

    @Test
    void errorOfAHugeSampleIsFinite() {
        try (Dataset data = data(1, 60);
                Fit fit = Grapnel.fit(data, spec(Model.NMF_L20));
                FittedModel trained = fit.toModel();
                Dataset fresh = data(3, 1);
                Dataset large = Dataset.of(fresh.X().map((i, j, value) -> value * 1e250));
                TransformResult placed = trained.transform(large, 1);
                Dataset same = data(3, 1);
                TransformResult expected = trained.transform(same, 1)) {
            assertThat(placed.relativeError(0)).isCloseTo(expected.relativeError(0), within(1e-9));
        }
    }

    @Test
    void sampleTooLargeToBePlacedIsRefused() {
        try (Dataset data = data(1, 60);
                Fit fit = Grapnel.fit(data, spec(Model.NMF_L20));
                FittedModel trained = fit.toModel();
                FittedModel other = rescaled(trained, new double[] {1e-3, 1e-3, 1e-3});
                Dataset large = Dataset.of(data(3, 2).X().map((i, j, value) -> j == 0 ? value : 1.7e308))) {
            assertThatThrownBy(() -> other.transform(large, 1))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("sample 1 (1) has values up to 1.7E308, too large to be placed");
        }
    }

    @Test
    void negativeValuesNeedAPreparationThatSubtracts() {
        double[][] x = ((DenseMatrix) data(2, 4).X()).toArray();
        x[3][1] = -2;
        for (Normalization scale : new Normalization[] {Normalization.NONE, Normalization.MINMAX}) {
            try (PreparedData data = Preparation.none().withNormalize(scale).apply(data(1, 60));
                    Fit fit = Grapnel.fit(data, spec(Model.GNMF));
                    FittedModel trained = fit.toModel();
                    Dataset below = Dataset.of(DenseMatrix.of(x))) {
                if (scale == Normalization.NONE) {
                    assertThatExceptionOfType(DataException.class)
                            .isThrownBy(() -> trained.transform(below, 1))
                            .withMessage("memory: sample 1 (1), feature 3 (f3) is -2.0: negative; those of the fit were"
                                    + " numbers >= 0");
                    continue;
                }
                try (TransformResult placed = trained.transform(below, 1)) {
                    assertThat(placed.notes()).first().asString().contains("below all training values");
                }
            }
        }
    }

    @Test
    void errorEqualsThatOfTheResidual() {
        try (Dataset data = data(1, 60);
                Dataset fresh = data(3, 4);
                Fit fit = Grapnel.fit(data, spec(Model.GNMF_L20));
                FittedModel trained = fit.toModel();
                TransformResult placed = trained.transform(fresh, 2)) {
            int[] kept = fit.support().toArray();
            for (int j = 0; j < 4; j++) {
                double left = 0;
                double all = 0;
                for (int i : kept) {
                    double x = fresh.X().get(i, j);
                    double fitted = 0;
                    for (int q = 0; q < 3; q++)
                        fitted += fit.W().get(i, q) * placed.Ht().get(j, q);
                    left += (x - fitted) * (x - fitted);
                    all += x * x;
                }
                assertThat(placed.relativeError(j)).isCloseTo(Math.sqrt(left / all), within(1e-12));
            }
        }
    }

    @Test
    void bitsDoNotDependOnTheNumberOfThreads() {
        try (Dataset data = data(1, 200);
                Dataset fresh = data(2, 300);
                Fit fit = Grapnel.fit(data, spec(Model.GNMF_L20));
                FittedModel trained = fit.toModel();
                TransformResult one = trained.transform(fresh, 1);
                TransformResult three = trained.transform(fresh, 3)) {
            assertThat(three.Ht().toArray()).isEqualTo(one.Ht().toArray());
            assertThat(three.groups()).isEqualTo(one.groups());
            for (int j = 0; j < 300; j++) assertThat(three.relativeError(j)).isEqualTo(one.relativeError(j));
        }
    }
}
