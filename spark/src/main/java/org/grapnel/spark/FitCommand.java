package org.grapnel.spark;

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
import org.grapnel.cli.Findings;
import org.grapnel.cli.GroupedHelp;
import org.grapnel.cli.Progress;
import org.grapnel.cli.SharedOptions;
import org.grapnel.cli.Text;
import org.grapnel.data.DataException;
import org.grapnel.evaluate.Scores;
import org.grapnel.linalg.Check;
import org.grapnel.solve.Method;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code grapnel-spark fit DATA -o DIR}: one model, one folder. */
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
        modelTransformer = FitCommand.Adapted.class)
@GroupedHelp.Heading("Result")
final class FitCommand implements Callable<Integer> {
    @picocli.CommandLine.Spec
    private CommandSpec command = CommandSpec.create();

    @Parameters(
            paramLabel = "DATA",
            description =
                    "Numbers >= 0, samples in rows, in any place that Hadoop knows (file:, hdfs:, s3a:): .parquet with a"
                            + " column of vectors, a column of arrays or columns of numbers; .csv; .svm.")
    private String data = "";

    @Option(
            names = "-o",
            paramLabel = "DIR",
            required = true,
            description = {
                "The folder of the result, in any such place, which appears whole or not at all, with summary.json, trace.csv,",
                "features.csv, preparation.csv, W.npy, H.parquet (id, factors, cluster), model (for Spark); H.npy, kept.npy and labels.csv",
                "too where samples * rank is at most 5,000,000: then grapnel report DIR draws it."
            })
    private String folder = "";

    @Mixin
    private TableOptions table = new TableOptions();

    @Mixin
    private SharedOptions shared = new SharedOptions();

    @Mixin
    private SparkOptions spark = new SparkOptions();

    /** With the options of {@code grapnel fit} that Spark can follow. */
    static final class Adapted implements IModelTransformer {
        @Override
        public CommandSpec transform(CommandSpec command) {
            return SharedOptions.adapted(command, Differences.REFUSED, Differences.DESCRIBED);
        }
    }

    @Override
    public Integer call() throws IOException {
        SharedOptions.refuse(command.commandLine().getParseResult(), Differences.REFUSED);
        Spec spec = shared.spec(Method.ACCPALM);
        Check.that(
                spec.solver().method() != Method.BEST_SUPPORT,
                "--solver best-support needs all samples on one machine; allowed here are palm, accpalm, ipalm, bpl");
        Check.that(
                !spec.model().isKMeans(),
                "--model %s does not go here: Spark has a k-means of its own",
                spec.model().word());
        spark.check();
        Tables.Format.of(data, table.format);
        try (Progress progress = shared.progress(command)) {
            progress.phase("starting Spark");
            progress.expect(spec.stop());
            boolean ours = SparkSession.getDefaultSession().isEmpty();
            SparkSession session = spark.session();
            try {
                return run(session, spec, progress);
            } catch (DataException | IllegalArgumentException e) {
                throw e;
            } catch (IOException e) {
                throw e;
            } catch (Exception e) { // Scala throws checked exceptions that nobody declares
                Throwable root = Failures.root(e);
                if (root instanceof DataException) throw new DataException("%s", String.valueOf(root.getMessage()));
                throw new IllegalStateException("Spark gave up: " + Failures.line(root), e);
            } finally {
                if (ours) session.close();
            }
        }
    }

    private int run(SparkSession session, Spec spec, Progress progress) throws IOException {
        SparkContext context = session.sparkContext();
        Work work = new Work();
        context.addSparkListener(work);
        try (RunPlace place = RunPlace.create(context.hadoopConfiguration(), folder, data, shared.force())) {
            progress.begun(place);
            progress.phase("reading");
            Tables tables = new Tables(session, shared.header(), shared.delimiter());
            Table read = tables.read(data, table);
            Scaling scaled = Scaling.of(read, shared.normalize());
            GraphNmf estimator = Estimators.of(spec, spark).setWatch(progress);
            estimator.setFeaturesCol(Table.FEATURES);
            if (read.hasId()) estimator.setIdCol(Table.ID);
            Optional<String> graph = graphFile();
            graph.ifPresent(path -> estimator.setEdges(tables.edges(path)));
            GraphNmfModel model = estimator.fit(scaled.table().rows().drop(Table.LABEL));
            if (read.hasLabel()) progress.phase("comparing with the labels");
            Optional<Scores> scores = Truth.scores(read, model);
            progress.writing();
            List<String> names = Result.names(read, model.summary().features());
            Result result =
                    new Result(model, spec, names, scores, model.summary().notes(), more(graph, context, work, model));
            ResultFiles.write(result, scaled, place);
            place.commit();
            if (!model.summary().converged()) progress.say("warning: not converged: " + ending(model.summary()));
            progress.finish();
            print(result, work, command.commandLine().getOut());
            boolean interrupted = model.summary().stop().equals("interrupted");
            return shared.code(model.summary().converged(), interrupted);
        }
    }

    /** As it was typed: a path of this machine would lose a slash of {@code hdfs://}. */
    private Optional<String> graphFile() {
        return Optional.ofNullable(command.commandLine().getParseResult().matchedOption("--graph"))
                .map(option -> option.originalStringValues().get(0));
    }

    private Map<String, @Nullable Object> more(
            Optional<String> graph, SparkContext context, Work work, GraphNmfModel model) {
        GraphNmfSummary summary = model.summary();
        Map<String, @Nullable Object> more = new LinkedHashMap<>();
        for (String step : List.of("log1p", "drop_constant")) more.put(step, false);
        more.put("impute", "none");
        more.put("normalize", shared.normalize().toString());
        more.put("feature_scale", "none");
        more.put("data", data);
        more.put("graph", graph.orElse(null));
        more.put("features_col", table.featuresCol.orElse(null));
        more.put("id_col", table.idCol.orElse(null));
        more.put("label_col", table.labelCol.orElse(null));
        Map<String, Object> how = new LinkedHashMap<>();
        how.put("version", context.version());
        how.put("master", context.master());
        how.put("application", context.applicationId());
        how.put("executors", Work.executors(context));
        how.put("executors_lost", work.lost());
        how.put("partitions", summary.partitions());
        how.put("checkpoint_interval", spark.checkpointInterval);
        how.put("spilled_bytes", work.spilled());
        how.put("seconds_per_iteration", perIteration(summary));
        how.put("seconds", summary.seconds());
        more.put("spark", how);
        return more;
    }

    private static String ending(GraphNmfSummary summary) {
        return Findings.ending(summary.stopSentence(), summary.trace(), summary.residualW(), summary.residualH(), "");
    }

    private static double perIteration(GraphNmfSummary summary) {
        return summary.iterations() == 0 ? 0 : summary.trace().last().seconds() / summary.iterations();
    }

    private void print(Result result, Work work, PrintWriter out) {
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
                + Text.printable((summary.kept().isEmpty() ? "" : ", best first: ") + Findings.names(result.kept())));
        summary.graph()
                .ifPresent(g -> out.println(Text.format(
                        "graph      %d edges, mean degree %.4g, %d isolated%s",
                        g.edges(),
                        g.meanDegree(),
                        g.isolated(),
                        g.recall().isPresent()
                                ? Text.format(", recall %.3f", g.recall().getAsDouble())
                                : "")));
        out.println("groups     " + Findings.groups(summary.groups()));
        result.scores().ifPresent(scores -> out.println("agreement  " + Findings.agreement(scores)));
        out.println("stopped    " + ending(summary));
        out.println("objective  "
                + Findings.objective(summary.trace(), summary.graph().isPresent()));
        out.println(Text.format("error      %.4f of the data's norm is not explained", summary.relativeError()));
        out.println(Text.format(
                "spark      %s, %.3f s an iteration, %.1f MB did not fit in memory",
                Text.count(summary.partitions(), "partition"), perIteration(summary), work.spilled() / 1e6));
        out.println("written    " + Text.printable(folder));
        out.flush();
    }
}
