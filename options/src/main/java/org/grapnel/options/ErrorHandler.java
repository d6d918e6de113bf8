package org.grapnel.options;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;
import org.grapnel.InsufficientMemoryException;
import org.grapnel.data.DataException;
import org.grapnel.options.console.Text;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Reports an error as one line on stderr and chooses the exit code: 1 for a bug, 2 for a rejected request. */
public final class ErrorHandler implements IParameterExceptionHandler, IExecutionExceptionHandler {
    static final int BUG = 1;
    public static final int REFUSED = 2;
    public static final int NOT_CONVERGED = 3;

    /** The option that limits memory outside the heap; without it, {@code -Xmx} limits both. */
    private static final String OUTSIDE = "-XX:MaxDirectMemorySize";

    /** The message when there is too little memory to build one. */
    private static final String NOTHING_LEFT =
            "grapnel: not enough memory; raise the limit, for example GRAPNEL_JAVA_OPTS=-Xmx8g";

    private static final String DEBUG = "GRAPNEL_DEBUG";

    private final String program;
    private final PrintWriter err;

    /** @param program the name that begins every line */
    ErrorHandler(String program, PrintWriter err) {
        this.program = program;
        this.err = err;
    }

    /** Reports arguments that do not parse. */
    @Override
    public int handleParseException(ParameterException e, String[] args) {
        CommandSpec command = e.getCommandLine().getCommandSpec();
        String help = command.qualifiedName() + " --help";
        if (e instanceof UnmatchedArgumentException unmatched) {
            String word = unmatched.getUnmatched().get(0);
            boolean isOption = unmatched.isUnknownOption();
            boolean isCommand = !isOption && !command.subcommands().isEmpty();
            String what = isOption ? "unknown option" : isCommand ? "unknown command" : "unexpected argument";
            String allowed = isCommand
                    ? "allowed are " + String.join(", ", command.subcommands().keySet())
                    : help + " lists what is allowed";
            String hint = nearest(word, command, isOption)
                    .map(name -> "did you mean " + name + "?")
                    .orElse(allowed);
            return refuse(what + " '" + word + "'; " + hint);
        }
        return refuse(e.getMessage() + "; see " + help);
    }

    /** Reports an exception that a command threw. */
    @Override
    public int handleExecutionException(Exception e, CommandLine command, ParseResult words) {
        String message = OptionNames.translate(String.valueOf(e.getMessage()));
        if (e instanceof DataException) return refuse(message);
        if (e instanceof InsufficientMemoryException || e.getCause() instanceof InsufficientMemoryException)
            return refuse(message + less(message));
        if (e.getCause() instanceof OutOfMemoryError full) return outOfMemory(full);
        if (e instanceof IllegalArgumentException) return refuse(inWordsOfOptions(message, command));
        if (e instanceof IOException io) return refuse("cannot write: " + reason(io));
        if (e instanceof UncheckedIOException io && io.getCause() != null)
            return refuse("cannot write: " + reason(io.getCause()));
        return bug(e);
    }

    /** Reports that the data do not fit into memory, which is no bug. */
    int outOfMemory(OutOfMemoryError e) {
        try {
            return refuse("not enough memory: " + e.getMessage() + less(String.valueOf(e.getMessage())));
        } catch (OutOfMemoryError again) {
            err.println(NOTHING_LEFT);
            return REFUSED;
        }
    }

    /** The remedies for too little memory. */
    private static String less(String message) {
        String options = message.contains(OUTSIDE) ? "'-Xmx8g " + OUTSIDE + "=8g'" : "-Xmx8g";
        return "; use fewer features (--top-variance M), a smaller --rank, a higher limit (GRAPNEL_JAVA_OPTS=" + options
                + "), or grapnel-spark for data larger than this machine";
    }

    int bug(Throwable e) {
        err.println(line("this is a bug, please report it (" + DEBUG + "=1 shows where): " + e));
        if (System.getenv(DEBUG) != null) e.printStackTrace(err);
        return BUG;
    }

    private int refuse(String message) {
        err.println(line(message));
        return REFUSED;
    }

    private String line(String message) {
        return program + ": " + Text.printable(message);
    }

    /** Replaces names of the library ({@code rank}, {@code W0}) by those of options ({@code --rank}, {@code --init-w}). */
    private static String inWordsOfOptions(String message, CommandLine command) {
        if (message.startsWith("W0 ")) return "--init-w: " + message;
        if (message.startsWith("H0 ")) return "--init-h: " + message;
        String parameter = message.split(" ", 2)[0];
        if (!parameter.matches("[a-z][A-Za-z-]*")) return message;
        String option = OptionNames.option(parameter);
        if (command.getCommandSpec().findOption(option) == null) return message;
        ParseResult given = command.getParseResult();
        boolean isDefault =
                option.equals("--rank") && !given.hasMatchedOption(option) && given.hasMatchedOption("--clusters");
        return option
                + message.substring(parameter.length())
                + (isDefault ? "; without --rank it is the value of --clusters" : "");
    }

    private static String reason(IOException e) {
        if (e instanceof AccessDeniedException denied) return denied.getFile() + ": permission denied";
        if (e instanceof NoSuchFileException missing) return missing.getFile() + ": no such file or folder";
        if (e instanceof FileSystemException file)
            return file.getFile() + ": "
                    + (file.getReason() == null ? e.getClass().getSimpleName() : file.getReason());
        return String.valueOf(e.getMessage());
    }

    /** The option or command closest to a misspelt word. */
    private static Optional<String> nearest(String word, CommandSpec command, boolean isOption) {
        String name = word.split("=", 2)[0];
        List<String> names = isOption
                ? command.options().stream().map(option -> option.longestName()).toList()
                : List.copyOf(command.subcommands().keySet());
        return Text.nearest(name, names);
    }
}
