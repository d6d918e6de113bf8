package org.grapnel.spark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.grapnel.GroupingRounds;
import org.grapnel.Spec;
import org.grapnel.Trust;
import org.grapnel.cluster.Clustering;
import org.grapnel.data.DataException;
import org.grapnel.data.Normalization;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.evaluate.Markers;
import org.grapnel.formats.mtx.MatrixMarketFile;
import org.grapnel.formats.npy.NpyFile;
import org.grapnel.graph.ComponentKind;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.KnnGraph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.Model;
import org.grapnel.report.RunReport;
import org.grapnel.runs.Runs;
import org.grapnel.runs.read.SavedRun;
import org.grapnel.runs.resume.RunManifest;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.spark.GraphNmf;
import org.grapnel.spark.GraphNmfModel;
import org.grapnel.spark.data.SourceScan;
import org.grapnel.spark.prepare.FeatureMoments;
import org.grapnel.spark.testing.LocalSpark;
import org.grapnel.spark.testing.TestPanels;
import org.grapnel.spark.testing.ThreeKindsTable;
import org.grapnel.transform.FittedModel;
import org.grapnel.transform.TransformResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultWriterTest {
    private static final int COMPONENTS = 2;

    @TempDir
    private Path temp;

    private final Preparation how = Preparation.none().withNormalize(Normalization.MAX);

    private Path write(String name, SampleFiles.Limits limits) throws IOException {
        Path csv = ThreeKindsTable.csv(temp.resolve("made.csv"));
        TableColumns columns = new TableColumns(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(new TableOptions.NamedColumn("--labels", "kind")),
                List.of(),
                List.of());
        SampleTable read =
                new TableReader(LocalSpark.session(), Optional.empty(), Optional.empty()).read(csv.toString(), columns);
        PreparedTable prepared = PreparedTable.create(read, SourceScan.read(read.samples()), how, csv.toString());
        GraphNmfModel model = new GraphNmf()
                .setClusters(3)
                .setKeep(9)
                .setLambda(1)
                .setSolver("accpalm")
                .setMaxIter(5)
                .setPartitions(3)
                .setFeaturesCol(SampleTable.FEATURES)
                .setIdCol(SampleTable.ID)
                .fit(prepared.table().rows().drop(SampleTable.LABEL));
        Map<String, @Nullable Object> more = new LinkedHashMap<>();
        more.put("data", csv.toString());
        more.put("labels", "kind");
        more.put("spark", Map.of("partitions", 3));
        Path folder = temp.resolve(name);
        HadoopRunFolder.Request request = new HadoopRunFolder.Request(
                folder.toString(), csv.toString(), false, RunManifest.create("0", List.of("fit")), false);
        try (HadoopRunFolder target =
                HadoopRunFolder.open(LocalSpark.session().sparkContext().hadoopConfiguration(), request)) {
            FitResult result = new FitResult(
                    model,
                    Spec.paper(Model.GNMF_L20, 3).withKeep(9).withLambda(1),
                    prepared,
                    FeatureMoments.compute(
                            prepared.table().samples(), ThreeKindsTable.FEATURES, ThreeKindsTable.SAMPLES),
                    Optional.empty(),
                    List.of(),
                    details(model),
                    more);
            ResultWriter.write(result, target, limits);
            target.commit(false);
        }
        return folder;
    }

    private FitDetails details(GraphNmfModel model) {
        JavaRDD<double[]> confidence = model.factors().toJavaRDD().mapPartitions(rows -> {
            List<Double> sure = new ArrayList<>();
            rows.forEachRemaining(row -> sure.add(row.getInt(2) == 0 ? Double.NaN : 0.75));
            return List.of(sure.stream().mapToDouble(x -> x).toArray()).iterator();
        });
        try (PreparedData local = how.apply(ThreeKindsTable.dataset());
                ExecutionContext context = ExecutionContext.create(1)) {
            Markers markers = Markers.compute(
                    context, local.data().X(), RowSet.all(ThreeKindsTable.FEATURES), Clustering.ofLabels(3, labels()));
            return new FitDetails(
                    Optional.of(new Trust(
                            Trust.Level.DOUBTFUL,
                            0.9,
                            List.of(new Trust.Check("edges", 0.9, 0.95)),
                            List.of("look out"))),
                    List.of("look out"),
                    Optional.of("graph"),
                    Optional.of(0.5),
                    Optional.of(0.9),
                    Optional.of(new GroupingRounds(List.of())),
                    Optional.empty(),
                    Optional.of(markers),
                    Optional.empty(),
                    List.of(),
                    Optional.of(confidence),
                    Optional.of(new FitDetails.Components(
                            ComponentKind.CENTERED,
                            java.util.Collections.nCopies(ThreeKindsTable.FEATURES, List.of(1.0, 2.0)),
                            TestPanels.context()
                                    .parallelize(
                                            java.util.Collections.nCopies(ThreeKindsTable.SAMPLES, new double[] {3, 4}),
                                            4))),
                    Optional.of(edges(KnnGraph.build(context, local.data().X(), GraphSpec.standard())
                            .graph()
                            .adjacency())),
                    Optional.of(1L));
        }
    }

    private static int[] labels() {
        int[] labels = new int[ThreeKindsTable.SAMPLES];
        for (int j = 0; j < labels.length; j++) labels[j] = j % 3;
        return labels;
    }

    private static Dataset<Row> edges(SparseMatrix A) {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < A.rows(); i++) {
            long row = i;
            A.forEachInRow(i, (j, weight) -> {
                if (j < row) rows.add(RowFactory.create((long) j, row, weight));
            });
        }
        StructType schema = new StructType()
                .add("src", DataTypes.LongType, false)
                .add("dst", DataTypes.LongType, false)
                .add("weight", DataTypes.DoubleType, false);
        return LocalSpark.session().createDataFrame(TestPanels.context().parallelize(rows, 3), schema);
    }

    @Test
    void folderIsTakenByReportAndTransform() throws IOException {
        Path folder = write("run", SampleFiles.Limits.standard());
        SavedRun saved = SavedRun.read(folder);
        assertThat(saved.text("trust")).hasValue("doubtful");
        assertThat(saved.texts("warnings")).containsExactly("look out");
        assertThat(saved.text("groups_from")).hasValue("graph");
        assertThat(saved.number("edges_within_groups")).hasValue(0.9);
        assertThat(saved.table("labels.csv").texts("sample"))
                .startsWith("s0", "s1")
                .hasSize(ThreeKindsTable.SAMPLES);
        assertThat(saved.table("labels.csv").texts("confidence")).contains("0.75", "");
        assertThat(saved.table("markers.csv").size()).isPositive();
        assertThat(saved.table("features.csv").has("group")).isTrue();
        try (PreparedData local = how.apply(ThreeKindsTable.dataset());
                ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix scores = NpyFile.read(folder.resolve("scores.npy"));
                DenseMatrix directions = NpyFile.read(folder.resolve("components.npy"))) {
            Path graph = temp.resolve("graph.mtx");
            MatrixMarketFile.write(
                    graph,
                    KnnGraph.build(context, local.data().X(), GraphSpec.standard())
                            .graph()
                            .adjacency());
            assertThat(folder.resolve("graph.mtx")).hasSameTextualContentAs(graph);
            double[] sums = local.data().X().rowSums();
            for (int i = 0; i < sums.length; i++)
                assertThat(saved.means().orElseThrow().get(i))
                        .isCloseTo(sums[i] / ThreeKindsTable.SAMPLES, within(1e-12));
            assertThat(scores.rows()).isEqualTo(ThreeKindsTable.SAMPLES);
            assertThat(scores.get(89, 1)).isEqualTo(4);
            assertThat(directions.cols()).isEqualTo(COMPONENTS);
        }
        Dataset<Row> edges = LocalSpark.session()
                .read()
                .parquet(folder.resolve("graph.parquet").toString());
        assertThat(edges.columns()).containsExactly("src", "dst", "weight", "src_id", "dst_id");
        assertThat(edges.where("src_id != concat('s', src) or dst_id != concat('s', dst)")
                        .count())
                .isZero();
        assertThat(Files.readString(RunReport.write(folder))).contains("Markers of the groups", "look out");
        try (FittedModel model = Runs.load(folder);
                org.grapnel.data.Dataset fresh = ThreeKindsTable.dataset();
                TransformResult placed = model.transform(fresh, 1)) {
            assertThat(placed.groups().size()).isEqualTo(ThreeKindsTable.SAMPLES);
        }
    }

    @Test
    void folderOfTooManySamplesHasAReportWithoutThem() throws IOException {
        Path folder = write("large", new SampleFiles.Limits(10, 10));
        assertThat(folder)
                .isDirectoryNotContaining("glob:**/{H.npy,kept.npy,labels.csv,truth.csv,graph.mtx,scores.npy}");
        assertThat(folder).isDirectoryContaining("glob:**/H.parquet").isDirectoryContaining("glob:**/graph.parquet");
        assertThat(Files.readString(RunReport.write(folder)))
                .contains(
                        "The run on Spark had too many samples for labels.csv and kept.npy",
                        "Number of samples per group",
                        "Markers of the groups");
        assertThatThrownBy(() -> Runs.load(folder))
                .isInstanceOf(DataException.class)
                .hasMessage(
                        folder + " is the folder of a fit on Spark without labels.csv; place new samples there: prepare"
                                + " them in the same way, then GraphNmfModel.load(\"" + folder.resolve("model")
                                + "\").transform(samples)");
    }
}
