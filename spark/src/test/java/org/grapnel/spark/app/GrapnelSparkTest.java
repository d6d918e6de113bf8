package org.grapnel.spark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.grapnel.Fit;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.data.Normalization;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.formats.npy.NpyFile;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Model;
import org.grapnel.options.CommandRunner;
import org.grapnel.options.console.Interruption;
import org.grapnel.report.RunReport;
import org.grapnel.runs.read.SavedRun;
import org.grapnel.runs.resume.RunManifest;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.StopSpec;
import org.grapnel.spark.GraphNmfModel;
import org.grapnel.spark.testing.LocalSpark;
import org.grapnel.spark.testing.ThreeKindsTable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("once")
class GrapnelSparkTest {
    private static final List<String> FIT_OPTIONS = List.of(
            "--method", "paper", "--clusters", "3", "--keep", "9", "--lambda", "1", "--tol", "0", "--max-iter", "12");

    @TempDir
    private static Path shared;

    @TempDir
    private Path temp;

    private static Path csv;

    private record CommandOutcome(int code, String out, String err) {}

    @BeforeAll
    static void writeData() throws IOException {
        LocalSpark.session();
        csv = ThreeKindsTable.csv(shared.resolve("made.csv"));
    }

    private static CommandOutcome run(List<?>... words) {
        List<String> args = new ArrayList<>(List.of("fit", "--progress", "none"));
        for (List<?> some : words) some.forEach(word -> args.add(word.toString()));
        return runCommand(args);
    }

    private static CommandOutcome runCommand(List<String> args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        GrapnelSpark program = new GrapnelSpark(new Interruption());
        int code = CommandRunner.run(program, new PrintWriter(out), new PrintWriter(err), args.toArray(String[]::new));
        return new CommandOutcome(code, out.toString(), err.toString());
    }

    private static Fit local(Normalization normalize) {
        PreparedData data = Preparation.none().withNormalize(normalize).apply(ThreeKindsTable.dataset());
        Spec spec = Spec.paper(Model.GNMF_L20, 3)
                .withKeep(9)
                .withLambda(1)
                .withGraphTerm(GraphTerm.TRACE)
                .withSolver(SolverSpec.of(SolverKind.ACCPALM))
                .withStop(new StopSpec(0, 12, Optional.empty()))
                .withBaselines(false);
        return Grapnel.fit(data, Optional.empty(), spec, FitContext.none());
    }

    @ParameterizedTest
    @EnumSource(names = {"NONE", "L2", "TOTAL"})
    void resultFolderEqualsThatOfOneMachine(Normalization normalize) {
        Path folder = temp.resolve("run");
        CommandOutcome outcome = run(
                List.of(csv, "-o", folder, "--label-col", "kind", "--normalize", normalize, "--partitions", 4),
                FIT_OPTIONS);
        assertThat(outcome.err.lines().filter(line -> !line.startsWith("note: ")))
                .singleElement()
                .asString()
                .startsWith("warning: not converged: ");
        assertThat(outcome.code).isZero();
        SavedRun saved = SavedRun.read(folder);
        try (Fit fit = local(normalize);
                DenseMatrix W = NpyFile.read(folder.resolve("W.npy"));
                DenseMatrix H = NpyFile.read(folder.resolve("H.npy"));
                DenseMatrix kept = NpyFile.read(folder.resolve("kept.npy"))) {
            double objective = fit.solution().objective().total();
            assertThat(saved.number("objective").orElseThrow()).isCloseTo(objective, within(1e-9 * objective));
            assertThat(saved.number("relative_error").orElseThrow()).isCloseTo(fit.relativeError(), within(1e-9));
            assertThat(saved.number("nmi").orElseThrow())
                    .isEqualTo(fit.scores().orElseThrow().nmi().get());
            assertThat(saved.count("graph_edges"))
                    .isEqualTo((int) fit.graph().orElseThrow().graph().edges());
            assertThat(saved.count("graph_components"))
                    .isEqualTo(fit.graph().orElseThrow().graph().components().count());
            assertThat(saved.table("features.csv").texts("name"))
                    .containsExactlyElementsOf(
                            fit.kept().stream().map(f -> f.name()).toList());
            assertThat(saved.table("labels.csv").texts("sample"))
                    .containsExactlyElementsOf(fit.data().samples());
            assertThat(saved.table("truth.csv").texts("label"))
                    .containsExactlyElementsOf(fit.data().labels().orElseThrow());
            assertThat(saved.table("trace.csv").size()).isEqualTo(13);
            for (int q = 0; q < 3; q++) {
                for (int i = 0; i < W.rows(); i++)
                    assertThat(W.get(i, q)).isCloseTo(fit.W().get(i, q), within(1e-8));
                for (int j = 0; j < H.cols(); j++)
                    assertThat(H.get(q, j)).isCloseTo(fit.Ht().get(j, q), within(1e-8));
            }
            int[] support = fit.support().toArray();
            for (int j = 0; j < H.cols(); j++)
                for (int q = 0; q < support.length; q++)
                    assertThat(kept.get(j, q)).isCloseTo(fit.data().X().get(support[q], j), within(1e-15));
        }
        assertThat(saved.summary()).containsKeys("solver", "alpha", "sigma", "residual_w", "stop", "monotone", "spark");
        assertThat(saved.findObject("spark").orElseThrow().number("partitions")).isEqualTo(4);
        assertThat(outcome.out)
                .contains("kept       9 features, best first: ", "stopped    ", "spark      4 partitions");
    }

    static Stream<String> formats() {
        return Stream.of("vectors.parquet", "arrays.parquet", "columns.parquet", "plain.csv", "sparse.svm");
    }

    /** Writes the data in another format. */
    private static Path writeAs(String name, Path folder) throws IOException {
        Path file = folder.resolve(name);
        double[][] rows = ThreeKindsTable.rows();
        List<Row> made = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        StructType schema = new StructType();
        if (name.startsWith("columns")) {
            schema = schema.add("cell", DataTypes.LongType).add("kind", DataTypes.StringType);
            for (int i = 0; i < ThreeKindsTable.FEATURES; i++) schema = schema.add("g." + i, DataTypes.DoubleType);
        } else {
            schema = schema.add(
                    "x",
                    name.startsWith("vectors")
                            ? SQLDataTypes.VectorType()
                            : DataTypes.createArrayType(DataTypes.DoubleType));
        }
        for (int j = 0; j < rows.length; j++) {
            List<Object> cells = new ArrayList<>(List.of((long) j, ThreeKindsTable.kind(j)));
            text.append(name.endsWith("svm") ? "1" : "");
            for (int i = 0; i < ThreeKindsTable.FEATURES; i++) {
                cells.add(rows[j][i]);
                if (name.endsWith("svm")) text.append(rows[j][i] == 0 ? "" : " " + (i + 1) + ":" + rows[j][i]);
                else text.append(i == 0 ? "" : ",").append(rows[j][i]);
            }
            text.append('\n');
            made.add(
                    name.startsWith("columns")
                            ? RowFactory.create(cells.toArray())
                            : name.startsWith("vectors")
                                    ? RowFactory.create(Vectors.dense(rows[j]).compressed())
                                    : RowFactory.create((Object) rows[j]));
        }
        if (!name.endsWith("parquet")) return Files.writeString(file, text);
        Dataset<Row> frame = LocalSpark.session().createDataFrame(made, schema).coalesce(1);
        frame.write().parquet(file.toString());
        return file;
    }

    @ParameterizedTest
    @Tag("full")
    @MethodSource("formats")
    void everyFormatGivesTheSameFit(String name) throws IOException {
        Path folder = temp.resolve("run");
        List<String> more = name.startsWith("columns") ? List.of("--id-col", "cell", "--label-col", "kind") : List.of();
        CommandOutcome outcome = run(List.of(writeAs(name, temp), "-o", folder), more, FIT_OPTIONS);
        assertThat(outcome.err).startsWith("warning: not converged: ").hasLineCount(1);
        SavedRun saved = SavedRun.read(folder);
        try (Fit fit = local(Normalization.NONE)) {
            double objective = fit.solution().objective().total();
            assertThat(saved.number("objective").orElseThrow()).isCloseTo(objective, within(1e-9 * objective));
        }
        assertThat(saved.table("labels.csv").texts("sample"))
                .startsWith("0", "1", "2")
                .endsWith("89");
        assertThat(saved.table("features.csv").texts("name").get(0)).startsWith(more.isEmpty() ? "f" : "g.");
    }

    @Test
    void reportIsDrawnFromTheFolder() throws IOException {
        Path folder = temp.resolve("run");
        assertThat(run(List.of(csv, "-o", folder, "--label-col", "kind"), FIT_OPTIONS).code)
                .isZero();
        String page = Files.readString(RunReport.write(folder));
        assertThat(page.contains("grapnel-spark fit ")).isTrue();
        assertThat(page.contains("--partitions 1")).isTrue();
        assertThat(GraphNmfModel.load(folder.resolve("model").toString()).kept())
                .hasSize(9);
    }

    @Test
    @Tag("full")
    void wordsOfSpeedAndOutputAreAcceptedAndColumnsSelected() {
        Path folder = temp.resolve("run");
        CommandOutcome outcome = run(
                List.of(
                        csv,
                        "-o",
                        folder,
                        "--id",
                        "cell",
                        "--labels",
                        "kind",
                        "--columns",
                        "g0:g8,g1*",
                        "--drop",
                        "g11"),
                List.of("--threads", "1", "--no-report", "--no-controls", "--no-h5ad", "--checkpoint-every", "5"),
                List.of("--picture", "1x10", "--recipe", "auto"),
                FIT_OPTIONS);
        assertThat(outcome.code).as(outcome.err).isZero();
        assertThat(outcome.err.lines())
                .contains(
                        "note: --threads is not used: Spark sets the threads, with --master local[N] or spark-submit --executor-cores",
                        "note: --no-report is not used: a fit on Spark draws no report; grapnel report DIR does",
                        "note: --checkpoint-every is not used: a run on Spark writes checkpoints every --checkpoint-interval iterations",
                        "note: --recipe auto changes nothing: the data look like none of counts, text, pictures");
        SavedRun saved = SavedRun.read(folder);
        assertThat(saved.table("preparation.csv").texts("name"))
                .containsExactly("g0", "g1", "g2", "g3", "g4", "g5", "g6", "g7", "g8", "g10");
        assertThat(saved.summary())
                .containsEntry("labels", "kind")
                .containsEntry("id", "cell")
                .containsEntry("drop", List.of("g11"));
        assertThat(saved.text("data_fingerprint")).get().asString().matches("90x10-[0-9a-f]{16}");
    }

    @Test
    void resumeFinishesTheCommandOfAnUnfinishedRun() throws IOException {
        Path folder = temp.resolve("run");
        List<String> words =
                new ArrayList<>(List.of("fit", csv.toString(), "-o", folder.toString(), "--labels", "kind"));
        words.addAll(List.of("--progress", "none"));
        words.addAll(FIT_OPTIONS);
        HadoopRunFolder.Request request = new HadoopRunFolder.Request(
                folder.toString(), csv.toString(), false, RunManifest.create(Grapnel.version(), words), false);
        try (HadoopRunFolder killed =
                HadoopRunFolder.open(LocalSpark.session().sparkContext().hadoopConfiguration(), request)) {
            Path solve = Path.of(URI.create(killed.statePath())).resolve("0a1b");
            Files.writeString(Files.createDirectory(solve).resolve("driver-000000001"), "W");
        }
        assertThat(run(List.of(csv, "-o", folder, "--labels", "kind"), List.of("--clusters", "2", "--keep", "3")).err)
                .startsWith("grapnel-spark: " + folder + ".partial holds an unfinished run (grapnel-spark fit ");
        CommandOutcome outcome = runCommand(List.of("resume", folder.toString()));
        assertThat(outcome.code).as(outcome.err).isZero();
        assertThat(SavedRun.read(folder).count("clusters_found")).isEqualTo(3);
        assertThat(folder).isDirectoryNotContaining("glob:**/{state,run.json}");
        assertThat(runCommand(List.of("resume", folder.toString())).out)
                .isEqualTo(folder + " is complete: there is nothing to resume\n");
        assertThat(runCommand(List.of("resume", temp.resolve("none").toString())).err)
                .contains("exists: there is nothing to resume");
    }

    @Test
    void existingFolderIsReplacedOnlyWithForce() throws IOException {
        Path folder = Files.createDirectory(temp.resolve("run"));
        Files.writeString(folder.resolve("mine.txt"), "mine");
        CommandOutcome refused = run(List.of(csv, "-o", folder, "--label-col", "kind"), FIT_OPTIONS);
        assertThat(refused.code).isEqualTo(2);
        assertThat(refused.err)
                .isEqualTo("grapnel-spark: " + folder
                        + " already exists; choose another folder, or overwrite it with --force\n");
        assertThat(folder.resolve("mine.txt")).exists();
        assertThat(run(List.of(csv, "-o", folder, "--label-col", "kind", "--force"), FIT_OPTIONS).code)
                .isZero();
        assertThat(folder.resolve("mine.txt")).doesNotExist();
        assertThat(folder.resolve("summary.json")).exists();
        assertThat(temp)
                .isDirectoryNotContaining(path ->
                        path.toString().contains(".partial") || path.toString().contains(".replaced"));
    }

    @Test
    @Tag("full")
    void userGraphIsUsed() throws IOException {
        Path edges = temp.resolve("edges.csv");
        StringBuilder text = new StringBuilder("src,dst,weight\n");
        for (int j = 3; j < ThreeKindsTable.SAMPLES; j++) text.append("s" + (j - 3) + ",s" + j + ",1\n");
        Files.writeString(edges, text);
        Path folder = temp.resolve("run");
        CommandOutcome outcome = run(List.of(csv, "-o", folder, "--label-col", "kind", "--graph", edges), FIT_OPTIONS);
        assertThat(outcome.err).startsWith("warning: not converged: ").hasLineCount(1);
        assertThat(SavedRun.read(folder).text("graph")).hasValue(edges.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "made.csv --keep 9|--rank is missing: give --rank R, the number of components, or --clusters C, the number of groups",
                "made.csv --clusters 3|--model gnmf-l20 needs --keep K, a number of at least 1",
                "made.csv --clusters 3 --keep 9 --solver best-support|--solver best-support needs all samples on one machine; on Spark leave --solver out, or use palm, accpalm, ipalm or bpl",
                "made.csv --clusters 3 --model kmeans|--model kmeans is not supported on Spark; use Spark's own k-means",
                "made.csv --clusters 3 --keep 9 --graph-term invariant|--graph-term invariant without --solver is solved by best-support, which needs all samples on one machine; add --solver accpalm",
                "made.csv --clusters 3 --keep 9 --method recommended --model nmf-l20|--method recommended of --model nmf-l20 without a graph is best-support, which needs all samples on one machine; use --method paper",
                "made.csv --clusters 3 --keep 9 --select variance|--select variance needs all samples on one machine; on Spark use --select groups or --select model",
                "made.csv --clusters 3 --keep 9 --select groups --solver palm|--select groups belongs to the recommended method on Spark; leave out --solver palm, or use --select model",
                "made.csv --clusters 3 --keep 9 --init nndsvd|--init nndsvd is not supported on Spark: the recommended method starts from the groups of the graph; leave it out",
                "made.csv --clusters 3 --keep 9 --lambda 5|--lambda 5.0 does not apply to the recommended method, whose graph has the weight --alpha, by default 10.0; give --alpha, or name the method: --method paper or --solver best-support",
                "made.csv --clusters 3 --keep 9 --restarts 3|--restarts is not supported: run it with other seeds and compare the objective in summary.json",
                "made.csv --clusters 3 --keep 9 --solver accpalm --plugin l1.jar --term l1|--plugin is not supported: a plugin runs on one machine; use grapnel fit",
                "made.csv --clusters 3 --keep 9 --graph-from chain|--graph-from is not supported: a plugin runs on one machine; use grapnel fit",
                "made.csv --clusters 3 --keep 9 --loss kl|--loss is not supported: a fit on Spark has squared errors; the loss kl needs all samples on one machine, use grapnel fit",
                "made.csv --clusters 3 --keep 9 --init-w w.npy|--init-w is not supported: it needs all samples on one machine; use grapnel fit",
                "made.csv --clusters 3 --keep 9 --mask m.csv|--mask is not supported: on Spark all entries count alike, and none may be missing; use grapnel fit for data that fit on one machine",
                "made.csv --clusters 3 --keep 9 --entry-weights w.csv|--entry-weights is not supported: on Spark all entries count alike, and none may be missing; use grapnel fit for data that fit on one machine",
                "made.csv --clusters 3 --keep 9 --impute mean|--impute is not supported: missing values are refused; fill them in Spark and write Parquet",
                "made.csv --clusters 3 --keep 9 --variable x|--variable is not supported: only parquet, csv and libsvm are read; use grapnel fit for other formats",
                "made.csv --clusters 3 --keep 9 --labels /tmp/kinds.txt|--labels /tmp/kinds.txt: a file of labels is not read on Spark, where rows have no fixed order; add the labels as a column of DATA and name it",
                "made.csv --clusters 3 --keep 9 --labels kind --label-col cell|--labels kind and --label-col cell name different columns; give one of them",
                "made.csv --clusters 3 --keep 9 --labels kind --drop g99|{csv}: --drop: there is no column 'g99'; did you mean g9 or g0 or g1?",
                "made.csv --clusters 3 --keep 9 --labels kind --picture 3x3|--picture: pictures of 3 x 3 have 9 pixels, but {csv} has 12 features",
                "made.csv --clusters 3 --keep 9 --recipe counts --normalize max|--recipe counts normalizes by total, so --normalize max contradicts it; leave out one of them",
                "made.csv --clusters 3 --keep 9 --normalize minmax --labels kind|--normalize minmax is not supported on Spark: it would fill the zeros of sparse data; use none, total, max, l2 or tfidf",
                "made.csv --clusters 3 --keep 9 --feature-scale shift-unit|--feature-scale shift-unit is not supported on Spark: it would fill the zeros of sparse data; use unit or none",
                "made.csv --clusters 3 --keep 9 --executor-memory much|--executor-memory 'much' is not a memory size; write 512m or 4g",
                "made.csv --clusters 3 --keep 9 --executor-momery 1g|unknown option '--executor-momery'; did you mean --executor-memory?",
                "made.csv --clusters 3 --keep 9|{csv}: column 'kind' has type string, not a number; name it with --labels or --id, or leave it out with --drop kind",
                "made.csv --clusters 3 --keep 9 --label-col kid|--label-col: there is no column 'kid'; the columns are cell, kind, g0, g1, g2, g3, g4, g5, g6, g7, g8, g9, g10, g11",
                "made.csv --method paper --clusters 3 --keep 13 --labels kind|--keep must be between 1 and 12, the number of features, got 13",
                "made.h5ad --clusters 3 --keep 9|{folder}/made.h5ad: unknown file type; set --format to parquet, csv or libsvm",
                "none.csv --clusters 3 --keep 9|{folder}/none.csv: no such file or folder",
                "made.csv --clusters 3 --keep 9 --format arrow|unknown --format 'arrow'; use parquet, csv or libsvm",
            })
    void refusalIsOneLine(String line) {
        String[] words = line.split("\\|", 2);
        List<String> args = new ArrayList<>(List.of(words[0].split(" ")));
        args.set(0, shared.resolve(args.get(0)).toString());
        Path folder = temp.resolve("run");
        CommandOutcome outcome = run(args, List.of("-o", folder));
        String message = words[1].replace("{csv}", csv.toString()).replace("{folder}", shared.toString());
        assertThat(outcome.err).isEqualTo("grapnel-spark: " + message + "\n");
        assertThat(outcome.code).isEqualTo(2);
        assertThat(temp).isEmptyDirectory();
    }

    @Test
    void helpListsTheSupportedOptionsOfFit() {
        StringWriter out = new StringWriter();
        PrintWriter to = new PrintWriter(out);
        assertThat(CommandRunner.run(new GrapnelSpark(new Interruption()), to, to, "fit", "--help"))
                .isZero();
        assertThat(out.toString().replaceAll("\\s+", " "))
                .contains(
                        "--clusters C",
                        "--keep K",
                        "--master URL",
                        "--features-col COL",
                        "--labels COL",
                        "--recipe WORD",
                        "Default: none, which is the recommended method; best-support needs all")
                .contains("Number of nearest neighbours of each sample. Default: 5")
                .contains("Accepted and not used: Spark sets the threads")
                .doesNotContain("--restarts", "--init-w", "--impute", "kmeans");
    }
}
