package org.grapnel.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.grapnel.options.console.Text;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The exit code tells a bug from a rejected request; the message is always one line. */
class ErrorHandlerTest {
    /** A command with the options of a fit. */
    @SuppressWarnings("UnusedVariable") // picocli sets the fields
    @Command(name = "fit")
    private static final class AnyCommand {
        @Parameters
        private String data = "";

        @Option(names = "-o")
        private String folder = "";

        @Mixin
        private FitOptions fit = new FitOptions();
    }

    private final StringWriter err = new StringWriter();
    private final ErrorHandler failures = new ErrorHandler("grapnel", new PrintWriter(err));

    private int handle(Exception e) {
        CommandLine fit = new CommandLine(new AnyCommand());
        return failures.handleExecutionException(e, fit, fit.parseArgs("data.csv", "-o", "run"));
    }

    @Test
    void anUnexpectedExceptionIsABug() {
        assertThat(handle(new IllegalStateException("this matrix\nhas been closed")))
                .isEqualTo(1);
        assertThat(err.toString())
                .startsWith("grapnel: this is a bug, please report it")
                .contains("IllegalStateException", "this matrix has been closed")
                .hasLineCount(1);
    }

    @Test
    void tooLittleMemoryIsNoBug() {
        assertThat(failures.outOfMemory(new OutOfMemoryError("Java heap space")))
                .isEqualTo(2);
        assertThat(err.toString()).contains("not enough memory", "-Xmx").hasLineCount(1);
    }

    @Test
    void aFullDiskIsNoBug() {
        assertThat(handle(new AccessDeniedException("/run.partial"))).isEqualTo(2);
        assertThat(handle(new FileSystemException("/run.partial", null, "Read-only file system")))
                .isEqualTo(2);
        assertThat(handle(new NoSuchFileException("/proc/run.partial"))).isEqualTo(2);
        assertThat(handle(new IOException("No space left on device"))).isEqualTo(2);
        assertThat(handle(new UncheckedIOException(new IOException("No space left on device"))))
                .isEqualTo(2);
        assertThat(err.toString().lines())
                .containsExactly(
                        "grapnel: cannot write: /run.partial: permission denied",
                        "grapnel: cannot write: /run.partial: Read-only file system",
                        "grapnel: cannot write: /proc/run.partial: no such file or folder",
                        "grapnel: cannot write: No space left on device",
                        "grapnel: cannot write: No space left on device");
    }

    @Test
    void onlyACloseNameIsSuggested() {
        List<String> names = List.of("--rank", "--keep", "--graph");
        assertThat(Text.nearest("--kepe", names)).contains("--keep");
        assertThat(Text.nearest("--rnk", names)).contains("--rank");
        assertThat(Text.nearest("--frobnicate", names)).isEmpty();
    }
}
