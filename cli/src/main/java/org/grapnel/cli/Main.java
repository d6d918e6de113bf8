package org.grapnel.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
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
        versionProvider = Version.class,
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
            DataCommand.class,
            CompletionCommand.class
        })
@GroupedHelp.Heading("Help")
public final class Main implements Callable<Integer> {
    private static final int HELP_WIDTH = 110;

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

    Main(Interruption interruption) {
        this.interruption = interruption;
    }

    Interruption interruption() {
        return interruption;
    }

    public static void main(String[] args) {
        System.setProperty("java.awt.headless", "true"); // pictures are read, never shown
        PrintWriter out = writer(FileDescriptor.out);
        PrintWriter err = writer(FileDescriptor.err);
        Interruption interruption = new Interruption();
        interruption.install();
        int code = run(out, err, interruption, args);
        out.flush();
        err.flush();
        interruption.end();
        System.exit(code);
    }

    /** Runs a command and returns its exit code. */
    static int run(PrintWriter out, PrintWriter err, Interruption interruption, String... args) {
        CommandLine commands = new CommandLine(new Main(interruption))
                .setOut(out)
                .setErr(err)
                .setExpandAtFiles(false) // a file may be called @data.csv
                .setUsageHelpWidth(HELP_WIDTH);
        Failures failures = new Failures(err);
        commands.setParameterExceptionHandler(failures).setExecutionExceptionHandler(failures);
        Words.install(commands);
        GroupedHelp.install(commands);
        try {
            return commands.execute(args);
        } catch (OutOfMemoryError e) {
            return failures.outOfMemory(e);
        } catch (Error e) {
            return failures.bug(e);
        }
    }

    /** Without a command there is nothing to do. */
    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(),
                "a command is needed, allowed are "
                        + String.join(", ", spec.subcommands().keySet()));
    }

    /** Names and symbols survive where the locale knows ASCII only: terminals and pipes take UTF-8 nonetheless. */
    private static PrintWriter writer(FileDescriptor to) {
        Charset charset = Stream.of("stdout.encoding", "sun.stdout.encoding", "native.encoding")
                .map(System::getProperty)
                .filter(name -> name != null && !name.isEmpty() && Charset.isSupported(name))
                .map(Charset::forName)
                .filter(told -> !told.equals(StandardCharsets.US_ASCII))
                .findFirst()
                .orElse(StandardCharsets.UTF_8);
        return new PrintWriter(new OutputStreamWriter(new FileOutputStream(to), charset), true);
    }
}
