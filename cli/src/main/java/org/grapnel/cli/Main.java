package org.grapnel.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.grapnel.cli.command.CompareCommand;
import org.grapnel.cli.command.CompletionCommand;
import org.grapnel.cli.command.DataCommand;
import org.grapnel.cli.command.DemoCommand;
import org.grapnel.cli.command.FitCommand;
import org.grapnel.cli.command.GraphCommand;
import org.grapnel.cli.command.PaperCommand;
import org.grapnel.cli.command.ReportCommand;
import org.grapnel.cli.command.ResumeCommand;
import org.grapnel.cli.command.SelectCommand;
import org.grapnel.cli.command.TransformCommand;
import org.grapnel.cli.command.TuneCommand;
import org.grapnel.options.CommandRunner;
import org.grapnel.options.GroupedHelp;
import org.grapnel.options.console.Interruption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code grapnel}: finds the command and runs it. */
@Command(
        name = "grapnel",
        header = {
            "Which k features matter, and which groups do the samples form?",
            "",
            "Examples:",
            "  grapnel demo                                           see a result on built-in data",
            "  grapnel fit genes.csv --clusters 8 --keep 50 -o run    which 50 genes, and which of 8 groups",
            "  grapnel select genes.csv --keep 50 -o chosen           which 50 genes, without a model",
            "  grapnel compare genes.csv --clusters 8 --keep 50 -o c   models, solvers and simpler ways side by side",
            "  grapnel data describe genes.csv                        what is in a file, and what a fit would take",
            "  grapnel fit --help                                     all options of a command",
            ""
        },
        customSynopsis = "grapnel COMMAND [OPTIONS]",
        commandListHeading = "%nCommands:%n",
        versionProvider = VersionProvider.class,
        subcommands = {
            DemoCommand.class,
            FitCommand.class,
            SelectCommand.class,
            TuneCommand.class,
            CompareCommand.class,
            TransformCommand.class,
            ReportCommand.class,
            GraphCommand.class,
            PaperCommand.class,
            ResumeCommand.class,
            DataCommand.class,
            CompletionCommand.class
        })
@GroupedHelp.Heading("Help")
public final class Main implements Callable<Integer>, CommandRunner {
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

    private final Interruption interruption;
    private final boolean resumes;

    public Main(Interruption interruption) {
        this(interruption, false);
    }

    /** @param resumes the words are those of a run that is to be continued */
    public Main(Interruption interruption, boolean resumes) {
        this.interruption = interruption;
        this.resumes = resumes;
    }

    public boolean resumes() {
        return resumes;
    }

    @Override
    public Interruption interruption() {
        return interruption;
    }

    public static void main(String[] args) {
        CommandRunner.main(Main::new, args);
    }

    /** Runs a command and returns its exit code. */
    public static int run(PrintWriter out, PrintWriter err, Interruption interruption, String... args) {
        return CommandRunner.run(new Main(interruption), out, err, args);
    }

    /** Without a command there is nothing to do. */
    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(),
                "a command is needed, allowed are "
                        + String.join(", ", spec.subcommands().keySet()));
    }
}
