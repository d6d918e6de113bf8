package org.grapnel.spark.app;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.data.DataException;
import org.grapnel.options.GroupedHelp;
import org.grapnel.options.SharedOptions;
import org.grapnel.options.console.Progress;
import org.grapnel.runs.resume.RunManifest;
import org.grapnel.spark.rdd.SparkErrors;
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
            "  grapnel-spark fit cells.csv --id cell --labels type --recipe counts --clusters 8 --keep 50 -o run",
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
                "features.csv, preparation.csv, mean.npy, W.npy, H.parquet (id, factors, cluster) and model (for Spark). Files",
                "of up to 2^27 numbers or 2^24 lines are also written as on one machine: H.npy, kept.npy, labels.csv, truth.csv;",
                "grapnel report DIR and grapnel transform DIR read them."
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
            return SharedOptions.adapt(command, OptionDifferences.REFUSED, OptionDifferences.descriptions());
        }
    }

    @Override
    public Integer call() throws IOException {
        SharedOptions.refuse(command.commandLine().getParseResult(), OptionDifferences.REFUSED);
        List<String> notes =
                new ArrayList<>(OptionDifferences.unused(command.commandLine().getParseResult()));
        Spec spec = SparkSpec.create(shared, notes);
        TableColumns columns = table.columns(shared.readOptions());
        shared.picture();
        spark.check();
        TableReader.TableFormat.detect(data, table.format);
        FitRun run = new FitRun(new FitRun.Inputs(data, graphFile(), columns), spec, shared, spark, request(), notes);
        try (Progress progress = shared.progress(command)) {
            progress.onPhase("starting Spark");
            progress.forFit(spec.stop());
            boolean startedHere = SparkSession.getDefaultSession().isEmpty();
            SparkSession session = spark.session();
            try {
                return run.execute(session, progress, command.commandLine().getOut());
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

    private HadoopRunFolder.Request request() {
        List<String> words = command.root().commandLine().getParseResult().originalArgs();
        boolean resumed = command.root().userObject() instanceof GrapnelSpark program && program.isResumed();
        return new HadoopRunFolder.Request(
                folder, data, shared.force(), RunManifest.create(Grapnel.version(), words), resumed);
    }

    /** Returns the argument as typed: a {@code java.nio.file.Path} would drop a slash of {@code hdfs://}. */
    private Optional<String> graphFile() {
        return Optional.ofNullable(command.commandLine().getParseResult().matchedOption("--graph"))
                .map(option -> option.originalStringValues().get(0));
    }
}
