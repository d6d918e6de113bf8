package org.grapnel.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.grapnel.FitListener;
import org.grapnel.cli.command.CompareCommand;
import org.grapnel.cli.command.CompletionCommand;
import org.grapnel.cli.command.DataCommand;
import org.grapnel.cli.command.DemoCommand;
import org.grapnel.cli.command.FitCommand;
import org.grapnel.cli.command.GraphCommand;
import org.grapnel.cli.command.PaperCommand;
import org.grapnel.cli.command.ReportCommand;
import org.grapnel.cli.command.ResumableProgram;
import org.grapnel.cli.command.ResumeCommand;
import org.grapnel.cli.command.SelectCommand;
import org.grapnel.cli.command.StudioCommand;
import org.grapnel.cli.command.TransformCommand;
import org.grapnel.cli.command.TuneCommand;
import org.grapnel.cli.command.WorkerCommand;
import org.grapnel.options.CommandRunner;
import org.grapnel.options.GroupedHelp;
import org.grapnel.options.PluginOptions;
import org.grapnel.options.console.Interruption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The {@code grapnel} program: parses the command line and runs a command. */
@Command(
        name = "grapnel",
        header = {
            "Which k features matter, and which groups do the samples form?",
            "",
            "Examples:",
            "  grapnel demo                                           show a result on built-in data",
            "  grapnel fit genes.csv --clusters 8 --keep 50 -o run    find 50 genes and 8 groups of samples",
            "  grapnel select genes.csv --keep 50 -o chosen           find 50 genes without fitting a model",
            "  grapnel compare genes.csv --clusters 8 --keep 50 -o c   compare models, solvers and baselines",
            "  grapnel data describe genes.csv                        describe a file and estimate the cost of a fit",
            "  grapnel studio                                         work in the browser, on this machine only",
            "  grapnel fit --help                                     show all options of a command",
            ""
        },
        customSynopsis = "grapnel COMMAND [OPTIONS]",
        commandListHeading = "%nCommands:%n",
        versionProvider = VersionProvider.class)
@GroupedHelp.Heading("Help")
public final class Main implements Callable<Integer>, ResumableProgram {
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

    @Mixin
    private PluginOptions plugins = new PluginOptions();

    private final Interruption interruption;
    private final boolean isResumed;
    private final FitListener listener;

    public Main(Interruption interruption) {
        this(interruption, false, FitListener.none());
    }

    private Main(Interruption interruption, boolean isResumed, FitListener listener) {
        this.interruption = interruption;
        this.isResumed = isResumed;
        this.listener = listener;
    }

    @Override
    public boolean isResumed() {
        return isResumed;
    }

    @Override
    public ResumableProgram resumed() {
        return new Main(interruption, true, listener);
    }

    @Override
    public Main listeningTo(FitListener receiver) {
        return new Main(new Interruption(), isResumed, receiver);
    }

    @Override
    public PluginOptions pluginOptions() {
        return plugins;
    }

    @Override
    public Interruption interruption() {
        return interruption;
    }

    @Override
    public FitListener listener() {
        return listener;
    }

    @Override
    public List<Class<?>> commands() {
        return List.of(
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
                StudioCommand.class,
                WorkerCommand.class,
                CompletionCommand.class);
    }

    public static void main(String[] args) {
        CommandRunner.main(Main::new, args);
    }

    /** Runs a command and returns its exit code. */
    public static int run(PrintWriter out, PrintWriter err, Interruption interruption, String... args) {
        return CommandRunner.run(new Main(interruption), out, err, args);
    }

    /** Rejects a call without a command. */
    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(),
                "a command is missing; allowed are "
                        + String.join(", ", spec.subcommands().keySet()));
    }
}
