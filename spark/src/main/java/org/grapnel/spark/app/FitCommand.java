package org.grapnel.spark.app;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.SparkSession;
import org.grapnel.Spec;
import org.grapnel.data.DataException;
import org.grapnel.evaluate.Scores;
import org.grapnel.options.GroupedHelp;
import org.grapnel.options.SharedOptions;
import org.grapnel.options.console.Progress;
import org.grapnel.options.console.ResultText;
import org.grapnel.options.console.Text;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.SolverKind;
import org.grapnel.spark.GraphNmf;
import org.grapnel.spark.GraphNmfModel;
import org.grapnel.spark.GraphNmfSummary;
import org.grapnel.spark.rdd.SparkErrors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code grapnel-spark fit DATA -o DIR}: fits one model and writes one result folder. */
@Command(
        name = "fit",
        header = "Fit one model to a table of data, on Spark.",
        customSynopsis = {
            "%nExamples:",
            "  grapnel-spark fit cells.parquet --clusters 8 --keep 50 -o run --master 'local[2]'",
            "  grapnel-spark fit cells.csv --id-col cell --label-col type --clusters 8 --keep 50 --lambda 10 -o run",
            "",
            "Usage: grapnel-spark fit DATA -o DIR [OPTIONS]"
        },
        synopsisHeading = "",
        parameterListHeading = "%nArguments:%n",
        modelTransformer = FitCommand.OptionAdapter.class)
@GroupedHelp.Heading("Result")
final class FitCommand implements Callable<Integer> {
    @picocli.CommandLine.Spec
    private CommandSpec command = CommandSpec.create();

    @Parameters(
            paramLabel = "DATA",
            description =
                    "Numbers >= 0 with samples in rows, in any file system that Hadoop supports (file:, hdfs:, s3a:): .parquet with a"
                            + " column of vectors, a column of arrays or numeric columns; .csv; .svm.")
    private String data = "";

    @Option(
            names = "-o",
            paramLabel = "DIR",
            required = true,
            description = {
                "Result folder, in any such file system; it appears only when complete. It has summary.json, trace.csv,",
                "features.csv, preparation.csv, W.npy, H.parquet (id, factors, cluster) and model (for Spark); H.npy, kept.npy and labels.csv",
                "only if samples * rank is at most 5,000,000; then grapnel report DIR draws a report."
            })
    private String folder = "";

    @Mixin
    private TableOptions table = new TableOptions();

    @Mixin
    private SharedOptions shared = new SharedOptions();

    @Mixin
    private SparkOptions spark = new SparkOptions();

    /** Adapts the options of {@code grapnel fit} to those that Spark supports. */
    static final class OptionAdapter implements IModelTransformer {
        @Override
        public CommandSpec transform(CommandSpec command) {
            return SharedOptions.adapt(command, OptionDifferences.REFUSED, OptionDifferences.DESCRIBED);
        }
    }

    @Override
    public Integer call() throws IOException {
        SharedOptions.refuse(command.commandLine().getParseResult(), OptionDifferences.REFUSED);
        Spec spec = shared.spec(SolverKind.ACCPALM);
        Preconditions.require(
                spec.solver().kind() != SolverKind.BEST_SUPPORT,
                "--solver best-support needs all samples on one machine; on Spark use palm, accpalm, ipalm or bpl");
        Preconditions.require(
                !spec.model().isKMeans(),
                "--model %s is not supported on Spark; use Spark's own k-means",
                spec.model().cliName());
        spark.check();
        TableReader.TableFormat.detect(data, table.format);
        try (Progress progress = shared.progress(command)) {
            progress.onPhase("starting Spark");
            progress.forFit(spec.stop());
            boolean startedHere = SparkSession.getDefaultSession().isEmpty();
            SparkSession session = spark.session();
            try {
                return run(session, spec, progress);
            } catch (DataException | IllegalArgumentException e) {
                throw e;
            } catch (IOException e) {
                throw e;
            } catch (Exception e) { // Scala throws undeclared checked exceptions
                Throwable root = SparkErrors.rootCause(e);
                if (root instanceof DataException) throw new DataException("%s", String.valueOf(root.getMessage()));
                throw new IllegalStateException("the Spark job failed: " + SparkErrors.firstLine(root), e);
            } finally {
                if (startedHere) session.close();
            }
        }
    }

    private int run(SparkSession session, Spec spec, Progress progress) throws IOException {
        SparkContext context = session.sparkContext();
        ExecutorStats executorStats = new ExecutorStats();
        context.addSparkListener(executorStats);
        try (HadoopRunFolder runFolder =
                HadoopRunFolder.create(context.hadoopConfiguration(), folder, data, shared.force())) {
            progress.setUnfinished(runFolder);
            progress.onPhase("reading");
            TableReader tables = new TableReader(session, shared.header(), shared.delimiter());
            SampleTable read = tables.read(data, table);
            NormalizedTable scaled = NormalizedTable.create(read, shared.normalize());
            GraphNmf estimator =
                    EstimatorFactory.create(spec, spark).setListener(progress).setCancellation(progress);
            estimator.setFeaturesCol(SampleTable.FEATURES);
            if (read.hasId()) estimator.setIdCol(SampleTable.ID);
            Optional<String> graph = graphFile();
            graph.ifPresent(path -> estimator.setEdges(tables.edges(path)));
            GraphNmfModel model = estimator.fit(scaled.table().rows().drop(SampleTable.LABEL));
            if (read.hasLabel()) progress.onPhase("comparing with the labels");
            Optional<Scores> scores = LabelAgreement.compute(read, model);
            progress.onWriting();
            List<String> names = FitResult.names(read, model.summary().features());
            FitResult result = new FitResult(
                    model, spec, names, scores, model.summary().notes(), details(graph, context, executorStats, model));
            ResultWriter.write(result, scaled, runFolder);
            runFolder.commit();
            if (!model.summary().converged()) progress.printLine("warning: not converged: " + ending(model.summary()));
            progress.finish();
            print(result, executorStats, command.commandLine().getOut());
            return shared.exitCode(model.summary().converged(), model.summary().isInterrupted());
        }
    }

    /** Returns the argument as typed: a {@code java.nio.file.Path} would drop a slash of {@code hdfs://}. */
    private Optional<String> graphFile() {
        return Optional.ofNullable(command.commandLine().getParseResult().matchedOption("--graph"))
                .map(option -> option.originalStringValues().get(0));
    }

    private Map<String, @Nullable Object> details(
            Optional<String> graph, SparkContext context, ExecutorStats executorStats, GraphNmfModel model) {
        GraphNmfSummary summary = model.summary();
        Map<String, @Nullable Object> details = new LinkedHashMap<>();
        for (String step : List.of("log1p", "drop_constant")) details.put(step, false);
        details.put("impute", "none");
        details.put("normalize", shared.normalize().toString());
        details.put("feature_scale", "none");
        details.put("data", data);
        details.put("graph", graph.orElse(null));
        details.put("features_col", table.featuresCol.orElse(null));
        details.put("id_col", table.idCol.orElse(null));
        details.put("label_col", table.labelCol.orElse(null));
        Map<String, Object> sparkDetails = new LinkedHashMap<>();
        sparkDetails.put("version", context.version());
        sparkDetails.put("master", context.master());
        sparkDetails.put("application", context.applicationId());
        sparkDetails.put("executors", ExecutorStats.countExecutors(context));
        sparkDetails.put("executors_lost", executorStats.lostExecutors());
        sparkDetails.put("partitions", summary.partitions());
        sparkDetails.put("checkpoint_interval", spark.checkpointInterval);
        sparkDetails.put("spilled_bytes", executorStats.spilledBytes());
        sparkDetails.put("seconds_per_iteration", perIteration(summary));
        sparkDetails.put("seconds", summary.seconds());
        details.put("spark", sparkDetails);
        return details;
    }

    private static String ending(GraphNmfSummary summary) {
        return ResultText.ending(summary.stopSentence(), summary.trace(), summary.residualW(), summary.residualH(), "");
    }

    private static double perIteration(GraphNmfSummary summary) {
        return summary.iterations() == 0 ? 0 : summary.trace().last().seconds() / summary.iterations();
    }

    private void print(FitResult result, ExecutorStats executorStats, PrintWriter out) {
        GraphNmfSummary summary = result.model().summary();
        out.println(Text.format(
                "fitted     %s by %s, rank %d%s%s: %s, %s",
                summary.model(),
                summary.solver(),
                summary.rank(),
                result.spec().keep().map(k -> ", keep " + k).orElse(""),
                summary.graph().map(g -> ", lambda " + summary.lambda()).orElse(""),
                Text.count(summary.samples(), "sample"),
                Text.count(summary.features(), "feature")));
        out.println("kept       " + Text.count(summary.kept().size(), "feature")
                + Text.printable(
                        (summary.kept().isEmpty() ? "" : ", best first: ") + ResultText.names(result.keptFeatures())));
        summary.graph()
                .ifPresent(g -> out.println(Text.format(
                        "graph      %d edges, mean degree %.4g, %d isolated%s",
                        g.edges(),
                        g.meanDegree(),
                        g.isolated(),
                        g.recall().isPresent()
                                ? Text.format(", recall %.3f", g.recall().getAsDouble())
                                : "")));
        out.println("groups     " + ResultText.groups(summary.groups()));
        result.scores().ifPresent(scores -> out.println("agreement  " + ResultText.agreement(scores)));
        out.println("stopped    " + ending(summary));
        out.println("objective  "
                + ResultText.objective(summary.trace(), summary.graph().isPresent()));
        out.println(Text.format("error      %.4f of the data's norm is not explained", summary.relativeError()));
        out.println(Text.format(
                "spark      %s, %.3f s per iteration, %.1f MB did not fit in memory",
                Text.count(summary.partitions(), "partition"),
                perIteration(summary),
                executorStats.spilledBytes() / 1e6));
        out.println("written    " + Text.printable(folder));
        out.flush();
    }
}
