package org.grapnel.options;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.stream.Stream;
import org.grapnel.options.console.Interruption;
import picocli.CommandLine;

/** The root of commands that print, exit and fail in our way: one line on stderr, and a code that says whose fault it was. */
public interface CommandRunner {
    /** Ctrl-C, for the commands. */
    Interruption interruption();

    /** Runs a program with the words of the command line, and ends the process. */
    static void main(Function<Interruption, CommandRunner> program, String[] args) {
        System.setProperty("java.awt.headless", "true"); // pictures are read, never shown
        // The binding of OpenBLAS gives up where the process is four times as large as the heap may be; our matrices
        // lie
        // outside the heap, within the limit that Java keeps for them.
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
        CommandLine commands = new CommandLine(program)
                .setOut(out)
                .setErr(err)
                .setExpandAtFiles(false) // a file may be called @data.csv
                .setUsageHelpWidth(110);
        ErrorHandler failures = new ErrorHandler(commands.getCommandName(), err);
        commands.setParameterExceptionHandler(failures).setExecutionExceptionHandler(failures);
        OptionConverters.install(commands);
        GroupedHelp.install(commands);
        try {
            return commands.execute(args);
        } catch (OutOfMemoryError e) {
            if (!program.interruption().isCommitted()) return failures.outOfMemory(e);
            err.println("warning: too little memory to say what is in the result, which is whole");
            return 0;
        } catch (Error e) {
            return failures.bug(e);
        }
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
