package org.grapnel.spark.app;

import java.util.List;
import java.util.concurrent.Callable;
import org.apache.spark.util.SignalUtils;
import org.grapnel.Grapnel;
import org.grapnel.options.CommandRunner;
import org.grapnel.options.GroupedHelp;
import org.grapnel.options.console.Interruption;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The {@code grapnel-spark} application, which {@code spark-submit} runs. */
@Command(
        name = "grapnel-spark",
        header = {
            "Selects k features and groups samples, for data that outgrow one machine.",
            "",
            "Examples:",
            "  grapnel-spark fit cells.parquet --clusters 8 --keep 50 -o run --master 'local[2]'",
            "  spark-submit grapnel-spark-app.jar fit hdfs:///cells.parquet --clusters 8 --keep 50 -o hdfs:///run",
            ""
        },
        customSynopsis = {"grapnel-spark fit DATA -o DIR [OPTIONS]", "       grapnel-spark resume DIR [OPTIONS]"},
        commandListHeading = "%nCommands:%n",
        versionProvider = GrapnelSpark.VersionProvider.class,
        subcommands = {FitCommand.class, ResumeCommand.class})
@GroupedHelp.Heading("Help")
public final class GrapnelSpark implements Callable<Integer>, CommandRunner {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help and exit.")
    boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version and exit.")
    boolean version;

    /** Known only so that it is refused with the reason. */
    @Option(names = "--plugin", paramLabel = "JAR,…", scope = ScopeType.INHERIT, hidden = true)
    List<String> plugins = List.of();

    private final Interruption interruption;
    private final boolean resumed;

    GrapnelSpark(Interruption interruption) {
        this(interruption, false);
    }

    private GrapnelSpark(Interruption interruption, boolean resumed) {
        this.interruption = interruption;
        this.resumed = resumed;
    }

    /** Returns the program that continues an unfinished run. */
    GrapnelSpark resumed() {
        return new GrapnelSpark(interruption, true);
    }

    /** Whether {@code grapnel-spark resume} runs the command. */
    boolean isResumed() {
        return resumed;
    }

    /** Prints the versions of Grapnel and of Spark on the class path. */
    static final class VersionProvider implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {
                "grapnel-spark " + Grapnel.version() + ", Spark " + org.apache.spark.package$.MODULE$.SPARK_VERSION()
            };
        }
    }

    @Override
    public Interruption interruption() {
        return interruption;
    }

    public static void main(String[] args) {
        CommandRunner.main(
                interruption -> {
                    listen(interruption);
                    return new GrapnelSpark(interruption);
                },
                args);
    }

    /** Handles signals before Spark, which would stop its context as soon as the process begins to end. */
    private static void listen(Interruption interruption) {
        for (String signal : List.of("INT", "TERM"))
            SignalUtils.register(signal, () -> {
                new Thread(interruption::interruptAndExit, "grapnel-signal").start();
                return true;
            });
    }

    /** Refuses a call without a command. */
    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "a command is missing; use fit or resume");
    }
}
