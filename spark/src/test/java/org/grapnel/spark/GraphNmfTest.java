package org.grapnel.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.feature.MaxAbsScaler;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.grapnel.Spec;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.graph.Metric;
import org.grapnel.graph.SearchKind;
import org.grapnel.graph.Symmetrization;
import org.grapnel.graph.WeightKind;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Model;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.Step;
import org.grapnel.solve.StopSpec;
import org.grapnel.spark.testing.LocalSpark;
import org.grapnel.spark.testing.TestDataFrames;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GraphNmfTest {
    private static final StructType SCHEMA =
            new StructType().add("id", DataTypes.StringType).add("features", SQLDataTypes.VectorType());

    private static GraphNmf small() {
        return new GraphNmf()
                .setRank(3)
                .setKeep(6)
                .setIdCol("id")
                .setSolver("accpalm")
                .setMaxIter(15)
                .setLambda(0.1);
    }

    /** Spark's Kryo would fail in the first job with a message about field offsets. */
    @Test
    void kryoSerializerIsRefused() {
        SparkConf settings = new SparkConf(false);
        FitPipeline.requireSupported(settings);
        FitPipeline.requireSupported(settings.set("spark.serializer", "org.apache.spark.serializer.JavaSerializer"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FitPipeline.requireSupported(
                        settings.set("spark.serializer", "org.apache.spark.serializer.KryoSerializer")))
                .withMessage(
                        "spark.serializer is org.apache.spark.serializer.KryoSerializer, which cannot deserialize Java records;"
                                + " use Spark's default, org.apache.spark.serializer.JavaSerializer");
    }

    @Test
    void defaultsGiveTheRecommendedMethod() {
        assertThat(new GraphNmf().setClusters(4).setKeep(7).spec())
                .isEqualTo(Spec.recommended(4, 7).withThreads(1));
        assertThat(new GraphNmf().setSpec(Spec.recommended(Model.GNMF, 5)).spec())
                .isEqualTo(Spec.recommended(Model.GNMF, 5).withThreads(1));
        assertThat(new GraphNmf()
                        .setRank(3)
                        .setKeep(5)
                        .setGraphPcs("none")
                        .spec()
                        .graph())
                .isEqualTo(GraphSpec.recommended().withoutComponents());
        assertThat(new GraphNmf().setRank(3).setKeep(5).setGraphPcs(20).spec().graph())
                .isEqualTo(GraphSpec.recommended().withComponents(20));
    }

    @Test
    void lambdaHasASecondNameForPython() {
        Spec expected = small().spec();
        GraphNmf second = small();
        second.clear(second.lambda());
        assertThat(second.setRegParam(0.1).spec()).isEqualTo(expected);
        assertThat(second.getLambda()).isEqualTo(0.1);
        assertRefused(
                small().setRegParam(0.2), "lambda 0.1 and regParam 0.2 are two names of one parameter; set only one");
    }

    @Test
    void theRecommendedMethodRefusesWhatBelongsToTheSolvers() {
        GraphNmf recommended = new GraphNmf().setRank(3).setKeep(5);
        assertRefused(
                recommended.copy(new ParamMap()).setRegParam(2),
                "lambda 2.0 does not apply to the recommended method, whose weight is alpha, 10.0 by default; set alpha, or a solver");
        assertRefused(
                recommended.copy(new ParamMap()).setGraphTerm("trace"),
                "graphTerm trace does not go with the recommended method, which has joint; set a solver for it");
        assertRefused(
                recommended.copy(new ParamMap()).setSolver("palm").setGraphTerm("joint"),
                "graphTerm joint belongs to the recommended method; leave the solver out, or use trace or invariant");
        assertRefused(
                recommended.copy(new ParamMap()).setGraphPcs("many"),
                "graphPcs must be a whole number of at least 1, or none, got 'many'");
    }

    @Test
    void aNamedSolverGivesTheSpecOfThePaper() {
        assertThat(new GraphNmf().setRank(4).setKeep(7).setSolver("accpalm").spec())
                .isEqualTo(
                        Spec.paper(Model.GNMF_L20, 4).withKeep(7).withThreads(1).withBaselines(false));
    }

    @Test
    void everyParameterReachesTheSpec() {
        Spec spec = new GraphNmf()
                .setModel("gnmf-lc0")
                .setClusters(5)
                .setKeep(3)
                .setAlpha(2)
                .setGraphTerm("invariant")
                .setLaplacian("normalized")
                .setNeighbors(7)
                .setWeights("binary")
                .setSigma(0.5)
                .setMetric("cosine")
                .setSymmetrize("mutual")
                .setSearch("exact")
                .setSolver("bpl")
                .setBeta(0.25)
                .setMomentum(1.5)
                .setBetaMax(0.75)
                .setFixedBeta(true)
                .setStepFactor(2)
                .setProjectStart(true)
                .setTheory(true)
                .setTol(0)
                .setMaxIter(9)
                .setMaxSeconds(60)
                .setSeed(11)
                .spec();
        assertThat(spec)
                .isEqualTo(Spec.paper(Model.GNMF_LC0, 5)
                        .withKeep(3)
                        .withAlpha(2)
                        .withGraphTerm(GraphTerm.INVARIANT)
                        .withLaplacian(LaplacianKind.NORMALIZED)
                        .withGraph(new GraphSpec(
                                7,
                                WeightKind.BINARY,
                                java.util.OptionalDouble.of(0.5),
                                Metric.COSINE,
                                Symmetrization.MUTUAL,
                                SearchKind.EXACT,
                                11))
                        .withSolver(new SolverSpec(SolverKind.BPL, 0.25, 1.5, 0.75, true, 2, true, false).withTheory())
                        .withStop(new StopSpec(0, 9, java.util.Optional.of(60.0)))
                        .withSeed(11)
                        .withThreads(1)
                        .withBaselines(false));
        assertThat(new GraphNmf()
                        .setModel("nmf")
                        .setRank(3)
                        .setClusters(8)
                        .spec()
                        .clusters())
                .isEqualTo(8);
    }

    private static void assertRefused(GraphNmf estimator, String message) {
        assertThatThrownBy(() -> estimator.transformSchema(SCHEMA))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void invalidParametersAreRefusedWithoutData() {
        assertRefused(
                new GraphNmf().setKeep(3),
                "rank is missing: set rank (number of components) or clusters (number of groups)");
        assertRefused(new GraphNmf().setRank(0).setKeep(3), "rank must be at least 1, got 0");
        assertRefused(new GraphNmf().setRank(3), "model gnmf-l20 needs keep, the number of features to keep");
        assertRefused(
                new GraphNmf().setModel("nmf").setRank(3).setKeep(3),
                "model nmf keeps all features: keep does not apply");
        assertRefused(small().setAlpha(3), "lambda 0.1 and alpha 3.0 both set the weight of the graph; set only one");
        assertRefused(
                small().setSolver("best-support"),
                "solver best-support needs all samples on one machine; on Spark use palm, accpalm, ipalm or bpl");
        assertRefused(
                small().setSolver("newton"),
                "unknown solver 'newton', allowed are palm, accpalm, ipalm, bpl, best-support");
        assertRefused(
                new GraphNmf().setRank(3).setModel("kmeans"),
                "model kmeans is not supported on Spark; allowed are nmf, nmf-l0, nmf-l20, nmf-lc0, gnmf, gnmf-l0, gnmf-l20, gnmf-lc0 (use Spark's own k-means)");
        assertRefused(small().setMetric("taxi"), "unknown metric 'taxi', allowed are euclidean, cosine");
        assertRefused(small().setTol(-1), "tol must be a number >= 0, got -1.0");
        assertRefused(small().setStepFactor(0.5), "step-factor must be a number >= 1, got 0.5");
        assertRefused(small().setPartitions(0), "partitions must be at least 1, got 0");
        assertRefused(small().setCheckpointInterval(0), "checkpointInterval must be at least 1, got 0");
    }

    @Test
    void transformSchemaAddsTheOutputColumns() {
        StructType with = small().setOutputCol("h").setPredictionCol("g").transformSchema(SCHEMA);
        assertThat(with.fieldNames()).containsExactly("id", "features", "h", "g");
        assertThat(with.apply("h").dataType()).isEqualTo(SQLDataTypes.VectorType());
        assertThat(with.apply("g").dataType()).isEqualTo(DataTypes.IntegerType);
    }

    @Test
    void missingAndDuplicateColumnsAreRefusedByName() {
        assertRefused(small().setFeaturesCol("x"), "there is no column 'x'; the columns are id, features");
        assertRefused(
                small().setFeaturesCol("id"),
                "column 'id' has type string; allowed are ml vectors (org.apache.spark.ml.linalg), array<double> and array<float>");
        assertRefused(small().setIdCol("name"), "there is no column 'name'; the columns are id, features");
        assertRefused(
                small().setOutputCol("id"), "outputCol 'id' already exists; choose a name other than id, features");
        assertRefused(
                small().setPredictionCol("features"),
                "predictionCol 'features' already exists; choose a name other than id, features");
        assertRefused(
                small().setOutputCol("a").setPredictionCol("a"),
                "outputCol and predictionCol are both 'a'; they must differ");
    }

    @Test
    void columnIdIsReservedForSampleNumbers() {
        assertThatThrownBy(() -> new GraphNmf()
                        .setRank(2)
                        .setKeep(2)
                        .setOutputCol("id")
                        .transformSchema(new StructType().add("features", SQLDataTypes.VectorType())))
                .hasMessageStartingWith("without idCol the column 'id' holds the sample numbers");
    }

    @Test
    void everyParameterHasADescription() {
        GraphNmf estimator = small();
        assertThat(Arrays.stream(estimator.params()).map(Param::name))
                .contains("featuresCol", "rank", "keep", "lambda", "neighbors", "solver", "seed", "checkpointInterval")
                .hasSize(35);
        assertThat(estimator.explainParams()).contains("rank: Number of components.", "default: gnmf-l20");
        assertThat(estimator.params()).allMatch(param -> param.doc().length() > 10);
    }

    @Test
    void copyKeepsValuesExceptTheGivenOnes() {
        GraphNmf estimator = small();
        GraphNmf copy = estimator.copy(new ParamMap().put(estimator.rank(), 5));
        assertThat(copy.getRank()).isEqualTo(5);
        assertThat(copy.getKeep()).isEqualTo(6);
        assertThat(copy.uid()).isEqualTo(estimator.uid());
        assertThat(estimator.getRank()).isEqualTo(3);
    }

    @Test
    void savedEstimatorLoadsUnchanged(@TempDir Path folder) throws Exception {
        GraphNmf estimator = small().setSolver("ipalm").setSeed(1L << 40).setTheory(true);
        estimator.write().overwrite().save(folder.resolve("e").toString());
        GraphNmf back = GraphNmf.load(folder.resolve("e").toString());
        assertThat(back.uid()).isEqualTo(estimator.uid());
        assertThat(back.spec()).isEqualTo(estimator.spec());
        assertThat(back.explainParams()).isEqualTo(estimator.explainParams());
    }

    @Test
    void parametersThatDoNotSuitTheDataAreRefused() {
        try (DenseMatrix X = TestDataFrames.groups(8, 10, 3, 0, 1)) {
            Dataset<Row> data = TestDataFrames.dense(X, 2);
            Set<Integer> before = persisted();
            assertThatThrownBy(() -> small().setKeep(9).fit(data))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("keep must be between 1 and 8, the number of features, got 9");
            assertThatThrownBy(() -> small().setRank(9).fit(data))
                    .hasMessage("rank must be between 1 and min(features, samples) = 8, got 9");
            assertThatThrownBy(() -> small().setClusters(11).fit(data))
                    .hasMessage("clusters must be between 1 and 10, the number of samples, got 11");
            assertThat(before).containsAll(persisted());
        }
    }

    @Test
    @Tag("full")
    void estimatorWorksInAPipelineAfterAScaler(@TempDir Path folder) throws Exception {
        try (DenseMatrix X = TestDataFrames.groups(9, 30, 3, 0, 1)) {
            Dataset<Row> data = TestDataFrames.dense(X, 2);
            Pipeline pipeline = new Pipeline().setStages(new PipelineStage[] {
                new MaxAbsScaler().setInputCol("features").setOutputCol("scaled"),
                small().setFeaturesCol("scaled").setOutputCol("h")
            });
            PipelineModel fitted = pipeline.fit(data);
            List<Row> rows = fitted.transform(data).select("id", "h", "cluster").collectAsList();
            assertThat(rows).hasSize(30);
            for (int j = 0; j < 30; j++) {
                assertThat(rows.get(j).getString(0)).isEqualTo("s" + j);
                assertThat(rows.get(j).getInt(2)).isEqualTo(rows.get(j % 3).getInt(2));
            }
            pipeline.write().overwrite().save(folder.resolve("p").toString());
            fitted.write().overwrite().save(folder.resolve("m").toString());
            assertThat(PipelineModel.load(folder.resolve("m").toString())
                            .transform(data)
                            .select("id", "h", "cluster")
                            .collectAsList())
                    .isEqualTo(rows);
            assertThat(Pipeline.load(folder.resolve("p").toString()).getStages()[1])
                    .isInstanceOf(GraphNmf.class);
        }
    }

    @Tag("full")
    @Test
    void denseSparseAndArrayColumnsGiveTheSameBits() {
        for (double zeros : new double[] {0, 0.85})
            try (DenseMatrix X = TestDataFrames.groups(9, 30, 3, zeros, 7)) {
                List<Row> expected = null;
                for (Dataset<Row> data :
                        List.of(TestDataFrames.dense(X, 3), TestDataFrames.sparse(X, 3), TestDataFrames.arrays(X, 3))) {
                    GraphNmfModel model = small().fit(data);
                    List<Row> rows = new ArrayList<>(model.factors().collectAsList());
                    rows.addAll(
                            model.transform(data).select("factors", "cluster").collectAsList());
                    model.release();
                    if (expected == null) expected = rows;
                    assertThat(rows).isEqualTo(expected);
                }
            }
    }

    @Test
    void listenerSeesEveryStepAndATokenStopsTheFit() {
        try (DenseMatrix X = TestDataFrames.groups(9, 30, 3, 0, 1)) {
            List<Step> steps = new ArrayList<>();
            GraphNmfModel model = small().setTol(0).setListener(steps::add).fit(TestDataFrames.dense(X, 2));
            assertThat(steps).hasSize(16).isEqualTo(model.summary().trace().steps());
            model.release();
            GraphNmfModel stopped =
                    small().setTol(0).setCancellation(() -> true).fit(TestDataFrames.dense(X, 2));
            assertThat(stopped.summary().stop()).isEqualTo("interrupted");
            stopped.release();
        }
    }

    @Test
    void fitLeavesOnlyFactorsGraphAndTrainingSamplesPersisted() {
        try (DenseMatrix X = TestDataFrames.groups(9, 30, 3, 0, 1)) {
            // ids, not counts: Spark may drop what earlier tests left behind at any moment
            Set<Integer> before = persisted();
            GraphNmfModel model = small().fit(TestDataFrames.dense(X, 2));
            Set<Integer> added = persisted();
            added.removeAll(before);
            assertThat(added).hasSize(3);
            Row first = model.factors().first();
            assertThat(((Vector) first.get(1)).size()).isEqualTo(3);
            model.release();
            assertThat(persisted()).doesNotContainAnyElementsOf(added);
            assertThatThrownBy(model::factors).hasMessage("the factors of this model were released");
        }
    }

    @Test
    void releaseFreesWhatARecommendedFitLeaves() {
        try (DenseMatrix X = TestDataFrames.groups(60, 90, 3, 0.2, 1)) {
            Set<Integer> before = persisted();
            GraphNmfModel model =
                    new GraphNmf().setClusters(3).setKeep(9).setMaxIter(5).fit(TestDataFrames.dense(X, 2));
            assertThat(model.parts()).isPresent();
            model.release();
            Set<Integer> left = persisted();
            left.removeAll(before);
            assertThat(left).isEmpty();
            assertThat(model.parts()).isEmpty();
        }
    }

    private static Set<Integer> persisted() {
        JavaSparkContext context =
                JavaSparkContext.fromSparkContext(LocalSpark.session().sparkContext());
        return new TreeSet<>(context.getPersistentRDDs().keySet());
    }
}
