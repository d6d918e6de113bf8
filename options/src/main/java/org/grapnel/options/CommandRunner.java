package org.grapnel.options;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.grapnel.FitListener;
import org.grapnel.options.console.Interruption;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/** The root of a command line: runs a command, reports an error as one line on stderr, and returns the exit code. */
public interface CommandRunner {
    /** Handles Ctrl-C for the commands. */
    Interruption interruption();

    /** The jars of plugins that the command line names. */
    default PluginOptions pluginOptions() {
        return new PluginOptions();
    }

    /** Receives the progress of the commands, besides the console. */
    default FitListener listener() {
        return FitListener.none();
    }

    /** The commands, in the order of the help. Those in the annotation of the program need not be listed here. */
    default List<Class<?>> commands() {
        return List.of();
    }

    /** Runs a program with the arguments of the command line and exits. */
    static void main(Function<Interruption, CommandRunner> program, String[] args) {
        System.setProperty("java.awt.headless", "true"); // images are read, never shown
        // JavaCPP fails by default when the process is four times as large as the heap. Our matrices lie outside the
        // heap, within Java's own limit for direct memory, so its check is switched off.
        if (System.getProperty("org.bytedeco.javacpp.maxPhysicalBytes") == null)
            System.setProperty("org.bytedeco.javacpp.maxPhysicalBytes", "0");
        PrintWriter out = writer(FileDescriptor.out);
        PrintWriter err = writer(FileDescriptor.err);
        Interruption interruption = new Interruption();
        interruption.install();
        int code = run(program.apply(interruption), out, err, args);
        out.flush();
        err.flush();
        interruption.finish();
        System.exit(code);
    }

    /** Runs a command and returns its exit code. */
    static int run(CommandRunner program, PrintWriter out, PrintWriter err, String... args) {
        CommandLine commands = model(program, Set.copyOf(Arrays.asList(args))::contains)
                .setOut(out)
                .setErr(err)
                .setExpandAtFiles(false) // a file may be called @data.csv
                .setUsageHelpWidth(110);
        ErrorHandler failures = new ErrorHandler(commands.getCommandName(), err);
        commands.setParameterExceptionHandler(failures).setExecutionExceptionHandler(failures);
        commands.setExecutionStrategy(parsed -> {
            try (PluginOptions plugins = program.pluginOptions()) {
                if (parsed.asCommandLineList().stream().noneMatch(CommandLine::isUsageHelpRequested))
                    load(plugins, parsed);
                return new CommandLine.RunLast().execute(parsed);
            }
        });
        OptionConverters.install(commands);
        GroupedHelp.install(commands);
        try {
            return commands.execute(args);
        } catch (OutOfMemoryError e) {
            if (!program.interruption().isCommitted()) return failures.outOfMemory(e);
            err.println("warning: not enough memory to print the result; the result folder is complete");
            return 0;
        } catch (Error e) {
            return failures.bug(e);
        }
    }

    /** Loads the plugins. An error is reported as that of the command. */
    private static void load(PluginOptions plugins, CommandLine.ParseResult parsed) {
        CommandLine command =
                parsed.asCommandLineList().get(parsed.asCommandLineList().size() - 1);
        try {
            plugins.load();
        } catch (RuntimeException e) {
            throw new CommandLine.ExecutionException(command, String.valueOf(e.getMessage()), e);
        }
    }

    /** The options of all commands of a program. */
    static CommandLine model(CommandRunner program) {
        return model(program, name -> true);
    }

    /**
     * The options of the named commands. Of each other command the model has only the name and the header, which the
     * help of the program lists: reading the options of all commands takes longer than printing the help.
     */
    private static CommandLine model(CommandRunner program, Predicate<String> isNamed) {
        CommandLine model = new CommandLine(program);
        for (Class<?> command : program.commands()) {
            Command about = command.getAnnotation(Command.class);
            if (isNamed.test(about.name())) {
                model.addSubcommand(command);
            } else {
                CommandSpec outline = CommandSpec.create();
                outline.updateCommandAttributes(about, CommandLine.defaultFactory());
                model.addSubcommand(outline);
            }
        }
        return model;
    }

    /** Writes UTF-8 where the locale is plain ASCII, so that names and symbols survive in terminals and pipes. */
    private static PrintWriter writer(FileDescriptor to) {
        Charset charset = Stream.of("stdout.encoding", "sun.stdout.encoding", "native.encoding")
                .map(System::getProperty)
                .filter(name -> name != null && !name.isEmpty() && Charset.isSupported(name))
                .map(Charset::forName)
                .filter(candidate -> !candidate.equals(StandardCharsets.US_ASCII))
                .findFirst()
                .orElse(StandardCharsets.UTF_8);
        return new PrintWriter(new OutputStreamWriter(new FileOutputStream(to), charset), true);
    }
}
