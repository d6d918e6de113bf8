package org.grapnel.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The command line in a separate process, which a test can limit, interrupt and kill. */
public final class CliProcess {
    private static final List<String> LAUNCHER = List.of(
            "/bin/sh", Path.of("src", "dist", "bin", "grapnel").toAbsolutePath().toString());

    private final Process process;
    private final Path out;
    private final Path err;

    private CliProcess(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /**
     * How a process is started.
     *
     * @param where its working directory
     * @param shell commands that bash runs first, such as {@code ulimit}
     * @param java options of the JVM
     * @param byLauncher whether the launcher script starts the JVM
     */
    public record LaunchSettings(Path where, String shell, List<String> java, boolean byLauncher) {
        public static final LaunchSettings PLAIN =
                new LaunchSettings(Path.of("").toAbsolutePath(), "", List.of(), false);

        public LaunchSettings in(Path folder) {
            return new LaunchSettings(folder, shell, java, byLauncher);
        }

        public LaunchSettings withShell(String commands) {
            return new LaunchSettings(where, commands, java, byLauncher);
        }

        public LaunchSettings withJava(String... options) {
            return new LaunchSettings(where, shell, List.of(options), byLauncher);
        }

        public LaunchSettings withLauncher() {
            return new LaunchSettings(where, shell, java, true);
        }
    }

    /** Starts a command; its output goes to files with this name in the folder. */
    public static CliProcess start(Path folder, String name, LaunchSettings settings, List<?> words)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(TestProcesses.withInterrupts());
        // exec replaces the shell by Java, so that a signal reaches Java
        if (!settings.shell.isEmpty())
            command.addAll(List.of("/bin/bash", "-c", settings.shell + "; exec \"$@\"", "bash"));
        command.addAll(settings.byLauncher ? LAUNCHER : java(settings.java, Main.class));
        words.forEach(word -> command.add(String.valueOf(word)));
        Path out = folder.resolve(name + ".out");
        Path err = folder.resolve(name + ".err");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(settings.where.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        if (settings.byLauncher) {
            builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
            builder.environment().put("GRAPNEL_CLASSPATH", System.getProperty("java.class.path"));
            builder.environment().put("GRAPNEL_JAVA_OPTS", String.join(" ", settings.java));
        }
        Process process = TestProcesses.start(builder);
        return new CliProcess(process, out, err);
    }

    /** The command that runs a main class on the class path of the tests. */
    static List<String> java(List<String> options, Class<?> main) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // the compiler that the launcher chooses for small data, and none of Java's own files
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData"));
        command.add("-Dgrapnel.blas=" + System.getProperty("grapnel.blas", "openblas"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        return command;
    }

    /** Runs a command to its end. */
    public static Cli run(Path folder, String name, LaunchSettings settings, List<?> words)
            throws IOException, InterruptedException {
        return start(folder, name, settings, words).end();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** What the process has printed on stderr so far. */
    public String errors() throws IOException {
        return Files.readString(err);
    }

    /** Waits until a text is on stderr; fails if the process ends before. */
    public void awaitError(String text) throws IOException, InterruptedException {
        for (int i = 0; i < 2400 && !errors().contains(text); i++) {
            if (!isAlive()) throw new AssertionError("ended before it printed '" + text + "': " + errors());
            Thread.sleep(25);
        }
    }

    /** Whether the process ends within a time. */
    boolean endsWithin(double seconds) throws InterruptedException {
        return process.waitFor((long) (seconds * 1e9), TimeUnit.NANOSECONDS);
    }

    /** Sends SIGKILL and waits for the end. */
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    /** Sends SIGINT, as Ctrl-C does. */
    public void interrupt() throws IOException, InterruptedException {
        TestProcesses.interrupt(process);
    }

    /** Waits for the end; returns the exit code and the output. */
    public Cli end() throws IOException, InterruptedException {
        if (!process.waitFor(600, TimeUnit.SECONDS)) {
            kill();
            throw new AssertionError("did not end in 600 s: " + errors());
        }
        return new Cli(process.exitValue(), Files.readString(out), errors());
    }
}
