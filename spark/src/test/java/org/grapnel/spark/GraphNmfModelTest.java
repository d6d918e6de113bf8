package org.grapnel.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.ml.linalg.Matrix;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.decomp.NonNegativeLeastSquares;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.spark.testing.ModelTransformProcess;
import org.grapnel.spark.testing.TestDataFrames;
import org.grapnel.transform.GroupCenters;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GraphNmfModelTest {
    private static final int P = 12;
    private static final int N = 40;

    private DenseMatrix X;
    private Dataset<Row> data;
    private GraphNmfModel model;

    @BeforeAll
    void fitModel() {
        X = TestDataFrames.groups(P, N, 4, 0.2, 5);
        data = TestDataFrames.dense(X, 3);
        model = new GraphNmf()
                .setSolver("accpalm")
                .setRank(4)
                .setKeep(7)
                .setIdCol("id")
                .setLambda(0.1)
                .setMaxIter(40)
                .fit(data);
    }

    @AfterAll
    void releaseModel() {
        model.release();
        X.close();
    }

    @Test
    void factorsHaveOneRowPerSampleWithIdAndGroup() {
        List<Row> rows = model.factors().collectAsList();
        assertThat(model.factors().columns()).containsExactly("id", "factors", "cluster");
        assertThat(rows.stream().map(row -> row.getString(0)))
                .isEqualTo(IntStream.range(0, N).mapToObj(j -> "s" + j).toList());
        assertThat(rows).allMatch(row -> ((Vector) row.get(1)).size() == 4);
        long[] sizes = new long[4];
        rows.forEach(row -> sizes[row.getInt(2)]++);
        assertThat(model.summary().groups())
                .isEqualTo(Arrays.stream(sizes).boxed().toList());
    }

    @Test
    void keptFeaturesAreTheRowsOfWByDescendingNorm() {
        Matrix W = model.W();
        assertThat(W.numRows()).isEqualTo(P);
        assertThat(W.numCols()).isEqualTo(4);
        double[] norms = IntStream.range(0, P)
                .mapToDouble(i -> {
                    double square = 0;
                    for (int q = 0; q < 4; q++) square += W.apply(i, q) * W.apply(i, q);
                    return Math.sqrt(square);
                })
                .toArray();
        List<Integer> ranked = IntStream.range(0, P)
                .filter(i -> norms[i] > 0)
                .boxed()
                .sorted(Comparator.<Integer>comparingDouble(i -> -norms[i]))
                .toList();
        assertThat(ranked).hasSize(7).isEqualTo(model.summary().kept());
        assertThat(model.kept()).hasSize(7);
    }

    @Test
    void withoutAGraphTransformSolvesNonNegativeLeastSquaresOnTheKeptFeatures() {
        GraphNmfModel plain = new GraphNmf()
                .setModel("nmf-l20")
                .setRank(4)
                .setKeep(7)
                .setIdCol("id")
                .setMaxIter(40)
                .fit(data);
        List<Row> rows = plain.transform(data).collectAsList();
        Matrix weights = plain.W();
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix W = DenseMatrix.zeros(P, 4);
                DenseMatrix G = DenseMatrix.zeros(4, 4)) {
            for (int i = 0; i < P; i++) for (int q = 0; q < 4; q++) W.set(i, q, weights.apply(i, q));
            Gram.compute(context, W, RowSet.all(P), G);
            NonNegativeLeastSquares solver = new NonNegativeLeastSquares(G);
            for (int j = 0; j < N; j++) {
                double[] b = new double[4];
                for (int i = 0; i < P; i++) for (int q = 0; q < 4; q++) b[q] += X.get(i, j) * W.get(i, q);
                double[] h = new double[4];
                solver.solve(0, b, h);
                double[] found = ((Vector) rows.get(j).getAs("factors")).toArray();
                for (int q = 0; q < 4; q++)
                    assertThat(found[q]).isCloseTo(h[q], org.assertj.core.data.Offset.offset(1e-9));
                assertThat(rows.get(j).<Integer>getAs("cluster")).isEqualTo(nearest(plain, found));
            }
        } finally {
            plain.release();
        }
    }

    @Test
    void aReleasedModelKeepsTheRuleOfTheGroups(@TempDir Path folder) throws IOException {
        GraphNmfModel recommended = new GraphNmf()
                .setClusters(4)
                .setKeep(7)
                .setIdCol("id")
                .setMaxIter(5)
                .fit(data);
        GroupCenters rule = recommended.training().orElseThrow().groups();
        recommended.release();
        recommended.write().save(folder.resolve("model").toString());
        GraphNmfModel back = GraphNmfModel.load(folder.resolve("model").toString());
        for (Row row : back.transform(data).collectAsList()) {
            double[] h = ((Vector) row.getAs("factors")).toArray();
            assertThat(row.<Integer>getAs("cluster")).isEqualTo(rule.groupOf(h));
        }
        assertThat(back.scale()).isEqualTo(recommended.scale());
        assertThat(back.centers()).isEqualTo(recommended.centers());
    }

    private static int nearest(GraphNmfModel model, double[] h) {
        double[] scale = model.scale().toArray();
        double[] scaled = new double[h.length];
        for (int q = 0; q < h.length; q++) scaled[q] = h[q] * scale[q];
        Vector[] centers = model.centers();
        return IntStream.range(0, centers.length)
                .boxed()
                .min(Comparator.comparingDouble(g -> Vectors.sqdist(centers[g], Vectors.dense(scaled))))
                .orElseThrow();
    }

    @Test
    void transformHasTheAnnouncedSchema() {
        assertThat(model.transform(data).schema()).isEqualTo(model.transformSchema(data.schema()));
        assertThatThrownBy(() -> model.transform(model.transform(data)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("outputCol 'factors' already exists");
        assertThatThrownBy(() -> model.transform(data.drop("features")))
                .hasMessage("there is no column 'features'; the columns are id");
    }

    @Test
    void transformNeedsNoIds() {
        assertThat(model.transform(data.drop("id")).select("factors").collectAsList())
                .isEqualTo(model.transform(data).select("factors").collectAsList());
    }

    private void assertRefused(Object cell, String named, String unnamed) {
        Dataset<Row> bad = TestDataFrames.create(DataTypes.StringType, 1, List.of(RowFactory.create("x", cell)));
        assertThatThrownBy(() -> model.transform(bad).collectAsList())
                .rootCause()
                .isInstanceOf(org.grapnel.data.DataException.class)
                .hasMessage(named);
        assertThatThrownBy(() -> model.transform(bad.drop("id")).collectAsList())
                .hasStackTraceContaining(unnamed);
    }

    @Test
    void invalidRowIsNamed() {
        assertRefused(
                Vectors.dense(1, 2),
                "row 'x' has a vector of length 2, but the model has 12 features",
                "a row [1.0, 2.0] has a vector of length 2, but the model has 12 features");
        double[] x = new double[P];
        x[7] = -2;
        assertRefused(
                Vectors.dense(x),
                "row 'x', feature 7 is -2.0 (negative); entries must be finite numbers >= 0",
                "a row [0.0, 0.0, 0.0, 0.0, 0.0, …], feature 7 is -2.0 (negative)");
        x[7] = Double.NaN;
        assertRefused(
                Vectors.sparse(P, new int[] {7}, new double[] {Double.NaN}),
                "row 'x', feature 7 is NaN (missing); entries must be finite numbers >= 0",
                "feature 7 is NaN");
        assertRefused(
                null,
                "row 'x' has a null vector; every row needs a vector",
                "a row has a null vector; every row needs a vector");
    }

    @Test
    void summaryDescribesTheFit() {
        GraphNmfSummary summary = model.summary();
        assertThat(summary.samples()).isEqualTo(N);
        assertThat(summary.features()).isEqualTo(P);
        assertThat(summary.partitions()).isEqualTo(3);
        assertThat(summary.graph()).isPresent();
        assertThat(summary.iterations()).isEqualTo(summary.trace().steps().size() - 1);
        assertThat(summary.objective().total())
                .isEqualTo(summary.trace().last().objective().total());
        assertThat(summary.relativeError()).isBetween(0.0, 1.0);
        assertThat(summary.toString())
                .contains(
                        "model      gnmf-l20 with rank 4 by accpalm, lambda 0.1",
                        "data       40 samples, 12 features, dense, in 3 partitions",
                        "kept       7 features: " + summary.kept().get(0) + ", ",
                        "residuals  W ",
                        summary.stopSentence());
    }

    @Test
    void copyWithOtherColumnNamesGivesTheSameResults() {
        GraphNmfModel copy = model.copy(new ParamMap().put(model.outputCol(), "h"));
        assertThat(copy.factors().columns()).containsExactly("id", "h", "cluster");
        assertThat(copy.summary()).isEqualTo(model.summary());
        assertThat(copy.transform(data).select("h").collectAsList())
                .isEqualTo(model.transform(data).select("factors").collectAsList());
        assertThat(model.getOutputCol()).isEqualTo("factors");
        assertThat(model.parent()).isInstanceOf(GraphNmf.class);
    }

    @Test
    void releasedFactorsAreNotSaved(@TempDir Path folder) throws Exception {
        GraphNmfModel bare = model.copy(new ParamMap()).withFactors(null);
        bare.write().save(folder.resolve("m").toString());
        GraphNmfModel back = GraphNmfModel.load(folder.resolve("m").toString());
        assertThatThrownBy(back::factors).hasMessage("the factors of this model were released");
        assertThat(back.transform(data).select("factors").collectAsList())
                .isEqualTo(model.transform(data).select("factors").collectAsList());
    }

    @Test
    @Tag("full")
    void savedModelTransformsToTheSameBitsInAnotherProcess(@TempDir Path folder) throws Exception {
        Path saved = folder.resolve("model");
        Path input = folder.resolve("data");
        model.write().overwrite().save(saved.toString());
        data.write().parquet(input.toString());
        GraphNmfModel back = GraphNmfModel.load(saved.toString());
        assertThat(back.uid()).isEqualTo(model.uid());
        assertThat(back.W()).isEqualTo(model.W());
        assertThat(back.summary()).isEqualTo(model.summary());
        assertThat(back.centers()).isEqualTo(model.centers());
        assertThat(back.explainParams()).isEqualTo(model.explainParams());
        String expected = ModelTransformProcess.bits(model, data);
        assertThat(ModelTransformProcess.bits(back, data)).isEqualTo(expected);
        assertThat(ModelTransformProcess.transformInNewProcess(saved, input, folder))
                .isEqualTo(expected);
    }
}
