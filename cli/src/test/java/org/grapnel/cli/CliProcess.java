package org.grapnel.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The command line in a process of its own, which can be limited, disturbed and killed. */
public final class CliProcess {
    private final Process process;
    private final Path out;
    private final Path err;

    private CliProcess(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** How such processes are started: where, what the shell does first, and what Java is told. */
    public record LaunchSettings(Path where, String shell, List<String> java) {
        public static final LaunchSettings PLAIN =
                new LaunchSettings(Path.of("").toAbsolutePath(), "", List.of());

        public LaunchSettings in(Path folder) {
            return new LaunchSettings(folder, shell, java);
        }

        LaunchSettings withShell(String words) {
            return new LaunchSettings(where, words, java);
        }

        LaunchSettings withJava(String... options) {
            return new LaunchSettings(where, shell, List.of(options));
        }
    }

    /** Starts a command; what it says goes to files of this name in the folder. */
    public static CliProcess start(Path folder, String name, LaunchSettings way, List<?> words) throws IOException {
        List<String> command = new ArrayList<>();
        // exec: the process that is killed is Java, not the shell before it
        if (!way.shell.isEmpty()) command.addAll(List.of("/bin/bash", "-c", way.shell + "; exec \"$@\"", "bash"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // as the launcher does for small data; and Java's own files are not what is tested
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData"));
        command.add("-Dgrapnel.blas=" + System.getProperty("grapnel.blas", "openblas"));
        command.addAll(way.java);
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        words.forEach(word -> command.add(String.valueOf(word)));
        Path out = folder.resolve(name + ".out");
        Path err = folder.resolve(name + ".err");
        Process process = new ProcessBuilder(command)
                .directory(way.where.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        return new CliProcess(process, out, err);
    }

    /** The same, until it has ended. */
    static Cli run(Path folder, String name, LaunchSettings way, List<?> words)
            throws IOException, InterruptedException {
        return start(folder, name, way, words).end();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Waits so long; whether the process has ended by then. */
    boolean endsWithin(double seconds) throws InterruptedException {
        return process.waitFor((long) (seconds * 1e9), TimeUnit.NANOSECONDS);
    }

    /** SIGKILL, and returns when the process is gone. */
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    /** As Ctrl-C does. */
    public void interrupt() throws IOException, InterruptedException {
        new ProcessBuilder("/bin/sh", "-c", "kill -INT " + process.pid())
                .start()
                .waitFor();
    }

    /** What it said, and its exit code. */
    public Cli end() throws IOException, InterruptedException {
        if (!process.waitFor(900, TimeUnit.SECONDS)) {
            kill();
            throw new AssertionError("did not end in 900 s: " + Files.readString(err));
        }
        return new Cli(process.exitValue(), Files.readString(out), Files.readString(err));
    }
}
