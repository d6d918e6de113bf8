package org.grapnel.examples.plugin;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.grapnel.cli.Main;
import org.grapnel.options.console.Interruption;
import org.grapnel.runtime.CounterRandom;

/** The exit code and the output of a command that ran in this process. */
record CommandResult(int code, String out, String err) {
    static CommandResult of(Object... words) {
        return of(new Interruption(), words);
    }

    static CommandResult of(Interruption interruption, Object... words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        String[] args = Stream.of(words).map(String::valueOf).toArray(String[]::new);
        int code = Main.run(new PrintWriter(out), new PrintWriter(err), interruption, args);
        return new CommandResult(code, out.toString(), err.toString());
    }

    /** Writes samples in three groups under a header. */
    static Path table(Path file) {
        List<String> lines = new ArrayList<>();
        for (int j = -1; j < 30; j++) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < 12; i++)
                line.append(i == 0 ? "" : ",")
                        .append(
                                j < 0
                                        ? "g" + i
                                        : String.valueOf(CounterRandom.uniform(5, i, j) + (i % 3 == j % 3 ? 2 : 0)));
            lines.add(line.toString());
        }
        return write(file, lines);
    }

    static Path write(Path file, List<String> lines) {
        try {
            return Files.write(file, lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
