package org.grapnel.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.grapnel.Fit;
import org.grapnel.FitContext;
import org.grapnel.FitListener;
import org.grapnel.Grapnel;
import org.grapnel.RestartSummary;
import org.grapnel.Spec;
import org.grapnel.data.DataException;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.data.FeatureScaling;
import org.grapnel.data.Imputation;
import org.grapnel.data.Normalization;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.evaluate.Consensus;
import org.grapnel.evaluate.SelectionFrequency;
import org.grapnel.formats.GraphReader;
import org.grapnel.formats.npy.NpyFile;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.graph.Metric;
import org.grapnel.graph.WeightKind;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Model;
import org.grapnel.runs.json.Json;
import org.grapnel.runs.table.SavedTable;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.Step;
import org.grapnel.transform.FittedModel;
import org.grapnel.transform.TransformResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunsTest {
    @TempDir
    Path home;

    /** Two groups, names that need quotes, and a feature with a missing value. */
    private static Dataset data(long seed, int n) {
        double[][] x = new double[8][n];
        for (int i = 0; i < 8; i++)
            for (int j = 0; j < n; j++) x[i][j] = CounterRandom.uniform(seed, i, j) + (i % 2 == j % 2 ? 1 : 0);
        x[3][0] = Double.NaN;
        List<String> features = List.of("a", "b,c", "\"d\"", " e", "f\ng", "h", "ü", "8");
        List<String> samples = Dataset.numbered("sample, no. ", n);
        return new Dataset(DenseMatrix.of(x), features, samples, Optional.empty(), DataSource.memory());
    }

    private static final Preparation EVERYTHING = Preparation.none()
            .withLog1p()
            .withImpute(Imputation.MEAN)
            .withDropConstant()
            .withTopVariance(7)
            .withNormalize(Normalization.L2)
            .withFeatureScale(FeatureScaling.SHIFT_UNIT);

    @ParameterizedTest
    @EnumSource(Model.class)
    void loadedModelPlacesSamplesAsTheFitDoes(Model model) throws IOException {
        Spec spec = Spec.paper(model, 2)
                .withLambda(2)
                .withLaplacian(LaplacianKind.NORMALIZED)
                .withGraph(GraphSpec.standard()
                        .withNeighbors(4)
                        .withWeights(WeightKind.DOT)
                        .withMetric(Metric.COSINE));
        assertLoadedModelIsEqual(model.isSparse() ? spec.withKeep(3) : spec);
    }

    @Test
    void loadedModelHasTheGraphTermOfTheFit() throws IOException {
        assertLoadedModelIsEqual(
                Spec.paper(Model.GNMF_L20, 2).withKeep(3).withLambda(2).withGraphTerm(GraphTerm.INVARIANT));
    }

    @Test
    void loadedModelOfAJointFitHasAlphaAsItsWeight() throws IOException {
        assertLoadedModelIsEqual(Spec.forSolver(SolverKind.BEST_SUPPORT, Model.GNMF, 2)
                .withGraphTerm(GraphTerm.JOINT)
                .withAlpha(Spec.JOINT_ALPHA));
        Map<String, Object> summary = Json.read(home.resolve("run").resolve("summary.json"));
        assertThat(summary)
                .containsEntry("lambda", null)
                .containsEntry("alpha", 10.0)
                .containsEntry("graph_term_kind", "joint")
                .containsKey("symmetry_gap");
    }

    private void assertLoadedModelIsEqual(Spec spec) throws IOException {
        try (PreparedData data = EVERYTHING.apply(data(1, 30));
                Fit fit = Grapnel.fit(data, spec);
                FittedModel before = fit.toModel()) {
            Runs.save(fit, home.resolve("run"));
            try (FittedModel after = Runs.load(home.resolve("run"));
                    Dataset fresh = data(2, 9);
                    TransformResult expected = before.transform(fresh, 1);
                    TransformResult placed = after.transform(fresh, 2)) {
                assertThat(after.recipe()).isEqualTo(before.recipe());
                assertThat(after.kept()).isEqualTo(before.kept());
                assertThat(after.groups()).isEqualTo(before.groups());
                assertThat(after.relativeError()).isEqualTo(before.relativeError());
                assertThat(placed.Ht().toArray()).isDeepEqualTo(expected.Ht().toArray());
                assertThat(placed.groups()).isEqualTo(expected.groups());
            }
        }
    }

    @Test
    void givenGraphHasItsMeanDegreeAsNeighbours() throws IOException {
        try (PreparedData data = Preparation.none().withImpute(Imputation.ZERO).apply(data(1, 30))) {
            Path edges = Files.writeString(home.resolve("edges.csv"), ring(30));
            Spec spec = Spec.paper(Model.GNMF, 2).withLambda(2);
            try (Fit fit = Grapnel.fit(data, Optional.of(GraphReader.read(edges, 30)), spec, FitContext.none())) {
                Runs.save(fit, home.resolve("run"));
                try (FittedModel itself = fit.toModel()) {
                    assertThat(itself.graph().orElseThrow().spec().neighbors()).isEqualTo(2);
                }
            }
            try (FittedModel trained = Runs.load(home.resolve("run"))) {
                assertThat(trained.graph().orElseThrow().spec().neighbors()).isEqualTo(2);
                assertThat(trained.graph().orElseThrow().weight()).isEqualTo(2);
            }
        }
    }

    private static String ring(int n) {
        StringBuilder text = new StringBuilder("i,j,weight\n");
        for (int j = 0; j < n; j++) text.append(j + "," + (j + 1) % n + ",0.5\n");
        return text.toString();
    }

    /** As an older version may have written it. */
    @ParameterizedTest
    @ValueSource(strings = {"relative_error_kept", "lambda", "laplacian", "weights"})
    void summaryWithoutAnEntryIsRefusedWithoutALeak(String key) throws IOException {
        Path run = home.resolve("run");
        try (PreparedData data = Preparation.none().withImpute(Imputation.ZERO).apply(data(1, 1000));
                Fit fit = Grapnel.fit(data, Spec.paper(Model.GNMF, 2))) {
            Runs.save(fit, run);
        }
        Map<String, Object> summary = Json.read(run.resolve("summary.json"));
        summary.remove(key);
        Json.write(run.resolve("summary.json"), summary);
        long before = offHeap();
        for (int i = 0; i < 20; i++)
            assertThatExceptionOfType(DataException.class)
                    .isThrownBy(() -> Runs.load(run))
                    .withMessageContaining("summary.json: " + key + " is missing");
        assertThat(offHeap() - before).isLessThan(2 * 8 * 8 * 1000);
    }

    private static long offHeap() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    /** As older versions wrote it: without the largest values, and without the indices of the features in the data file. */
    @Test
    void preparationOfEarlierVersionsIsStillRead() throws IOException {
        Path run = home.resolve("run");
        try (PreparedData data = EVERYTHING.apply(data(1, 20));
                Fit fit = Grapnel.fit(data, Spec.paper(Model.NMF, 2))) {
            Runs.save(fit, run);
            Path file = run.resolve("preparation.csv");
            String text = Files.readString(file);
            assertThat(text).startsWith("index,name,fill,shift,divisor,feature_shift,feature_divisor,origin,cap\n");
            for (String missing : List.of("(?m),(cap)?$", "(?m),(origin,cap|\\d+,)$")) {
                Files.writeString(file, text.replaceAll(missing, ""));
                try (FittedModel trained = Runs.load(run)) {
                    assertThat(trained.recipe()).isEqualTo(data.fittedPreparation());
                }
            }
        }
    }

    @Test
    void existingFolderIsNotOverwritten() throws IOException {
        try (PreparedData data = Preparation.none().withImpute(Imputation.ZERO).apply(data(1, 10));
                Fit fit = Grapnel.fit(data, Spec.paper(Model.NMF, 2))) {
            Runs.save(fit, home.resolve("run"));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Runs.save(fit, home.resolve("run")))
                    .withMessageContaining("exists already");
        }
    }

    private static final List<String> CONSENSUS_FILES =
            List.of("consensus.csv", "frequency.csv", "coassociation_groups.npy", "coassociation.npy");

    @ParameterizedTest
    @EnumSource(
            value = Model.class,
            names = {"GNMF_L20", "NMF", "KMEANS"})
    void severalStartsWriteTheirConsensus(Model model) throws IOException {
        Spec spec = Spec.paper(model, 2).withSeed(3).withRestarts(3);
        if (model.isSparse()) spec = spec.withKeep(3);
        Path run = home.resolve("run");
        int n = 30;
        try (PreparedData data = EVERYTHING.apply(data(1, n));
                Fit fit = Grapnel.fit(data, spec)) {
            Runs.save(fit, run);
            RestartSummary restarts = fit.restarts().orElseThrow();
            Consensus consensus = restarts.consensus().orElseThrow();
            SavedTable samples = SavedTable.read(run.resolve("consensus.csv"));
            assertThat(samples.texts("sample")).isEqualTo(data.data().samples());
            assertThat(samples.texts("cluster"))
                    .isEqualTo(SavedTable.read(run.resolve("labels.csv")).texts("cluster"));
            try (DenseMatrix pairs = NpyFile.read(run.resolve("coassociation.npy"));
                    DenseMatrix groups = NpyFile.read(run.resolve("coassociation_groups.npy"))) {
                assertThat(pairs.rows()).isEqualTo(n);
                assertThat(pairs.cols()).isEqualTo(n);
                for (int i = 0; i < n; i++) {
                    assertThat(samples.numbers("certainty").get(i)).isEqualTo(consensus.certainty(i));
                    assertThat(samples.texts("next_cluster").get(i))
                            .isEqualTo(consensus.next(i) < 0 ? "" : String.valueOf(consensus.next(i)));
                    assertThat(samples.numbers("next_certainty").get(i)).isEqualTo(consensus.nextCertainty(i));
                    for (int j = 0; j < n; j++) assertThat(pairs.get(i, j)).isEqualTo(consensus.together(i, j));
                }
                for (int A = 0; A < 2; A++)
                    for (int B = 0; B < 2; B++) assertThat(groups.get(A, B)).isEqualTo(consensus.between(A, B));
            }
            SavedTable features = SavedTable.read(run.resolve("frequency.csv"));
            SelectionFrequency frequency = restarts.frequency().orElseThrow();
            assertThat(features.indices("index", 7)).isEqualTo(frequency.mostFrequent());
            for (int i = 0; i < features.size(); i++) {
                int f = frequency.mostFrequent().get(i);
                assertThat(features.texts("name").get(i))
                        .isEqualTo(data.data().features().get(f));
                assertThat(features.indices("times", 4).get(i)).isEqualTo(frequency.times(f));
                assertThat(features.numbers("frequency").get(i)).isEqualTo(frequency.share(f));
            }
            assertThat(Json.read(run.resolve("summary.json")))
                    .containsEntry("restarts_finished", 3)
                    .containsEntry("consensus_agreement", consensus.agreement())
                    .containsEntry("consensus_certainty", consensus.meanCertainty());
        }
        try (FittedModel trained = Runs.load(run)) {
            assertThat(trained.groups().size()).isEqualTo(n);
        }
    }

    @Test
    void oneStartWritesNoConsensus() throws IOException {
        Path run = home.resolve("run");
        try (PreparedData data = EVERYTHING.apply(data(1, 30));
                Fit fit = Grapnel.fit(data, Spec.paper(Model.NMF, 2))) {
            Runs.save(fit, run);
        }
        for (String name : CONSENSUS_FILES) assertThat(run.resolve(name)).doesNotExist();
        assertThat(Json.read(run.resolve("summary.json")))
                .containsEntry("restarts_finished", null)
                .containsEntry("consensus_agreement", null)
                .containsEntry("consensus_certainty", null);
    }

    /** Interrupted in the third start, or in the second, where one finished start has no other to agree with. */
    @ParameterizedTest
    @ValueSource(ints = {3, 2})
    void onlyFinishedStartsCount(int interrupted) throws IOException {
        Path run = home.resolve("run");
        AtomicInteger started = new AtomicInteger();
        FitListener listener = new FitListener() {
            @Override
            public void onIteration(Step step) {}

            @Override
            public void onRestart(int number, int total) {
                started.set(number);
            }
        };
        FitContext context = FitContext.of(listener).withCancellation(() -> started.get() == interrupted);
        Spec spec = Spec.paper(Model.NMF_L20, 2).withKeep(3).withRestarts(4);
        try (PreparedData data = EVERYTHING.apply(data(1, 30));
                Fit fit = Grapnel.fit(data, Optional.empty(), spec, context)) {
            Runs.save(fit, run);
        }
        for (String name : CONSENSUS_FILES)
            assertThat(Files.exists(run.resolve(name))).as(name).isEqualTo(interrupted == 3);
        Map<String, Object> summary = Json.read(run.resolve("summary.json"));
        assertThat(summary).containsEntry("restarts", 4).containsEntry("restarts_finished", interrupted - 1);
        assertThat(summary.get("consensus_agreement") != null).isEqualTo(interrupted == 3);
    }

    @Test
    void pairsOfManySamplesAreNotWritten() throws IOException {
        for (int n : new int[] {2000, 2001}) {
            Path run = home.resolve("run" + n);
            Spec spec = Spec.paper(Model.KMEANS, 2).withRestarts(2).withBaselines(false);
            try (PreparedData data = EVERYTHING.apply(data(1, n));
                    Fit fit = Grapnel.fit(data, spec)) {
                Runs.save(fit, run);
            }
            assertThat(Files.exists(run.resolve("coassociation.npy"))).isEqualTo(n == 2000);
            assertThat(run.resolve("coassociation_groups.npy")).exists();
            assertThat(SavedTable.read(run.resolve("consensus.csv")).size()).isEqualTo(n);
        }
    }
}
