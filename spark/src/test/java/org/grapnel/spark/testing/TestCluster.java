package org.grapnel.spark.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Drivers and executors that are processes of their own, on this machine alone, from the jars of the build. What a test wants to know, its
 * driver prints. A driver finds its master, the class path of its executors and the rest in system properties, where {@code SparkSession.builder()
 * .getOrCreate()} looks for them.
 */
public final class TestCluster implements AutoCloseable {
    /** Two executors with a thread and a gigabyte each; who asks for them is master and worker too. */
    public static final String LOCAL = "local-cluster[2,1,1024]";

    private static final String HERE = "127.0.0.1";
    private static final long SECONDS = 240;

    private final Path home;
    private final String master;
    private final List<Process> parts = new ArrayList<>();

    private TestCluster(Path home, String master) {
        this.home = home;
        this.master = master;
    }

    /** What a driver left behind. */
    public record DriverOutput(int code, String out, String err) {}

    /** A standalone master and so many workers, each with one core and so many megabytes. */
    static TestCluster standalone(int workers, int megabytes) throws Exception {
        int port = freePort();
        TestCluster cluster = new TestCluster(home(), "spark://" + HERE + ":" + port);
        try {
            cluster.startDaemon(
                    "Master", "master.Master", List.of("--host", HERE, "--port", "" + port, "--webui-port", "0"));
            awaitPort(port);
            for (int i = 0; i < workers; i++)
                cluster.startDaemon(
                        "worker" + i,
                        "worker.Worker",
                        List.of(
                                "--host",
                                HERE,
                                "--webui-port",
                                "0",
                                "--cores",
                                "1",
                                "--memory",
                                megabytes + "m",
                                cluster.master));
            return cluster;
        } catch (Exception | Error e) {
            cluster.close();
            throw e;
        }
    }

    String master() {
        return master;
    }

    /** What the driver printed; a test whose driver fails has failed. */
    public static String run(Class<?> main, String master, List<String> args) throws Exception {
        return run(main, master, Map.of(), args);
    }

    /** The same, with settings of Spark. */
    public static String run(Class<?> main, String master, Map<String, String> settings, List<String> args)
            throws Exception {
        DriverOutput output = runDriver(classPath(), main.getName(), master, settings, args);
        assertThat(output.code())
                .as("exit code of %s; it said%n%s", main.getSimpleName(), end(output.err()))
                .isZero();
        return output.out();
    }

    /** Runs a driver to its end, whatever that is. */
    public static DriverOutput runDriver(
            List<String> classPath, String main, String master, Map<String, String> settings, List<String> args)
            throws Exception {
        Path home = home();
        Map<String, String> all = new LinkedHashMap<>();
        if (!master.isEmpty()) all.put("spark.master", master);
        all.put("spark.app.name", main);
        all.put("spark.driver.host", HERE);
        all.put("spark.driver.bindAddress", HERE);
        all.put("spark.ui.enabled", "false");
        all.put("spark.cores.max", "2");
        all.put("spark.scheduler.minRegisteredResourcesRatio", "1");
        all.put("spark.sql.shuffle.partitions", "4");
        all.put("spark.local.dir", home.resolve("local").toString());
        all.put(
                "spark.executor.extraClassPath",
                classPath.stream()
                        .filter(entry -> !entry.endsWith("*"))
                        .collect(Collectors.joining(File.pathSeparator)));
        all.putAll(settings);
        List<String> words = new ArrayList<>();
        all.forEach((key, value) -> words.add("-D" + key + "=" + value));
        words.add(main);
        words.addAll(args);
        try {
            Process process = start(home, "driver", classPath, words);
            try {
                if (!process.waitFor(SECONDS, TimeUnit.SECONDS))
                    throw new AssertionError(main + " did not end; it said\n" + end(read(home, "driver.err")));
                return new DriverOutput(process.exitValue(), read(home, "driver.out"), read(home, "driver.err"));
            } finally {
                end(process);
            }
        } finally {
            delete(home);
        }
    }

    /** The processes of the executors of an application, by its id. */
    public static List<ProcessHandle> executors(String application) {
        return ProcessHandle.allProcesses()
                .filter(process -> commandLine(process).contains("CoarseGrainedExecutorBackend")
                        && commandLine(process).contains(application))
                .toList();
    }

    /** Ends a process at once, without a last word. */
    public static void kill(ProcessHandle process) throws Exception {
        assertThat(process.destroyForcibly()).isTrue();
        process.onExit().get(30, TimeUnit.SECONDS);
    }

    @Override
    public void close() throws IOException {
        for (Process part : parts) end(part);
        delete(home);
    }

    /** The classes of the modules and what a distribution of Spark does not have, then its jars. */
    static List<String> classPath() {
        List<String> entries = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator))
            if (!Files.exists(jars().resolve(Path.of(entry).getFileName()))) entries.add(entry);
        entries.add(jars() + File.separator + "*");
        return entries;
    }

    /** Spark's own jars. */
    public static Path jars() {
        Path jars = Path.of("target", "spark-home", "jars").toAbsolutePath();
        assertThat(jars).as("what the build copies before the tests").isDirectory();
        return jars;
    }

    private void startDaemon(String name, String type, List<String> args) throws IOException {
        List<String> words = new ArrayList<>(List.of("-Xmx512m", "org.apache.spark.deploy." + type));
        words.addAll(args);
        // quiet as the tests are, and nothing of ours
        parts.add(start(
                home,
                name,
                List.of(Path.of("target", "test-classes").toAbsolutePath().toString(), jars() + "/*"),
                words));
    }

    /** A folder that has Spark's jars as a distribution has them, and takes what Spark writes. */
    private static Path home() throws IOException {
        Path home = Files.createTempDirectory("grapnel-cluster");
        Files.createSymbolicLink(home.resolve("jars"), jars());
        Files.createDirectory(home.resolve("local"));
        return home;
    }

    private static Process start(Path home, String name, List<String> classPath, List<String> words)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(Arrays.asList(System.getProperty("grapnel.opens").split(" ")));
        command.add("-Xmx1g");
        command.add("-cp");
        command.add(String.join(File.pathSeparator, classPath));
        command.addAll(words);
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(home.resolve(name + ".out").toFile())
                .redirectError(home.resolve(name + ".err").toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(key -> key.startsWith("SPARK_"));
        environment.put("SPARK_HOME", home.toString());
        environment.put("SPARK_SCALA_VERSION", "2.13");
        environment.put("SPARK_LOCAL_IP", HERE);
        return builder.start();
    }

    /** Children first would lose their children: those are asked for before anything ends. */
    private static void end(Process process) {
        List<ProcessHandle> all = process.descendants().toList();
        process.destroyForcibly().onExit().join();
        all.forEach(ProcessHandle::destroyForcibly);
    }

    /** As a whole: what the JDK tells of a process ends after a page. */
    private static String commandLine(ProcessHandle process) {
        Path whole = Path.of("/proc", "" + process.pid(), "cmdline");
        try {
            if (Files.exists(whole)) return Files.readString(whole, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return ""; // it has ended
        }
        return process.info().commandLine().orElse("");
    }

    private static String read(Path home, String name) throws IOException {
        return Files.readString(home.resolve(name), StandardCharsets.UTF_8);
    }

    private static String end(String text) {
        return text.substring(Math.max(0, text.length() - 4000));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void awaitPort(int port) throws Exception {
        for (long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60); ; Thread.sleep(50)) {
            try {
                new Socket(InetAddress.getLoopbackAddress(), port).close();
                return;
            } catch (IOException e) {
                if (System.nanoTime() > until) throw e;
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(path);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
