package org.grapnel.cli;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Starts the processes of tests, and ends them and their descendants after each test, also after a failed one. A test class that starts
 * processes is annotated with {@code @ExtendWith(TestProcesses.class)}; without it, {@link #start} fails.
 */
public final class TestProcesses implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {
    private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();
    private static volatile boolean isActive;
    private static volatile @Nullable Boolean restoresInterrupts;

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(TestProcesses::endAll, "test-processes"));
    }

    /** Starts a process that ends with the test. */
    public static Process start(ProcessBuilder builder) throws IOException {
        if (!isActive) throw new IllegalStateException("the test class lacks @ExtendWith(TestProcesses.class)");
        Process process = builder.start();
        RUNNING.add(process);
        return process;
    }

    /** Runs a program to its end; returns its exit code and what it printed on both streams. */
    public static Cli run(String... command) throws IOException, InterruptedException {
        Process process = start(new ProcessBuilder(command).redirectErrorStream(true));
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Cli(process.waitFor(), printed, "");
    }

    /**
     * The prefix of a command whose process gets SIGINT. A process that a shell starts in the background ignores SIGINT, and so do its
     * children: {@code env} restores the default. Skips the test where that is not possible.
     */
    public static List<String> withInterrupts() throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no /bin/sh to send a signal with");
        if (!ignoresInterrupts()) return List.of();
        if (restoresInterrupts == null)
            restoresInterrupts =
                    run("/bin/sh", "-c", "env --default-signal=INT true").code() == 0;
        assumeTrue(
                Boolean.TRUE.equals(restoresInterrupts),
                "SIGINT is ignored here, and env cannot restore it (coreutils 8.31 or newer is needed)");
        return List.of("env", "--default-signal=INT");
    }

    /** Whether this JVM was started with SIGINT ignored. */
    private static boolean ignoresInterrupts() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) return false;
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("SigIgn:"))
                    .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 1L << (2 - 1)) != 0);
        }
    }

    /** Sends SIGINT, as Ctrl-C does. */
    public static void interrupt(Process process) throws IOException, InterruptedException {
        run("/bin/sh", "-c", "kill -INT " + process.pid());
    }

    private static void endAll() {
        for (Process process : List.copyOf(RUNNING)) {
            List<ProcessHandle> descendants = process.descendants().toList();
            process.destroyForcibly();
            descendants.forEach(ProcessHandle::destroyForcibly);
            process.onExit().join();
            RUNNING.remove(process);
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        isActive = true;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        endAll();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        endAll();
        isActive = false;
    }
}
