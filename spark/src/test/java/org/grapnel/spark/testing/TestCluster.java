package org.grapnel.spark.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Spark clusters on this machine, with drivers and executors in their own processes, from the jars of the build.
 *
 * <p>All tests of a process share one cluster with two executors, see {@link #run}. A driver finds its master and the
 * class path of its executors in system properties, where {@code SparkSession.builder().getOrCreate()} reads them.
 */
public final class TestCluster implements AutoCloseable {
    /** Two executors with one core and one gigabyte each; the driver process is also master and worker. */
    public static final String LOCAL = "local-cluster[" + ClusterDriver.EXECUTORS + ",1,1024]";

    private static final String LOCALHOST = "127.0.0.1";
    private static final long SECONDS = 240;

    private static @Nullable SharedDriver shared;

    private final Path home;
    private final String master;
    private final List<Process> daemons = new ArrayList<>();

    private TestCluster(Path home, String master) {
        this.home = home;
        this.master = master;
    }

    /** Exit code and output of a driver. */
    public record DriverOutput(int code, String out, String err) {}

    private record SharedDriver(Process process, BufferedReader output, Path home) {}

    /** Starts a standalone master and workers with one core each. */
    static TestCluster standalone(int workers, int megabytes) throws Exception {
        int port = freePort();
        TestCluster cluster = new TestCluster(createHome(), "spark://" + LOCALHOST + ":" + port);
        try {
            cluster.startDaemon(
                    "Master", "master.Master", List.of("--host", LOCALHOST, "--port", "" + port, "--webui-port", "0"));
            awaitPort(port);
            for (int i = 0; i < workers; i++)
                cluster.startDaemon(
                        "worker" + i,
                        "worker.Worker",
                        List.of(
                                "--host",
                                LOCALHOST,
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

    /** Runs a main method in a driver of this cluster, and returns what it printed. */
    String runHere(Class<?> main, List<String> args) throws Exception {
        DriverOutput output = runDriver(classPath(), main.getName(), master, Map.of(), args);
        assertThat(output.code())
                .as("exit code of %s; its errors end with%n%s", main.getSimpleName(), tail(output.err()))
                .isZero();
        return output.out();
    }

    /**
     * Runs a main method in the driver of the shared cluster, which the first call starts, and returns what it printed.
     * Fails if the method throws. The method must not close its session.
     */
    public static synchronized String run(Class<?> main, String... args) throws Exception {
        SharedDriver driver = shared == null ? startShared() : shared;
        shared = driver;
        List<String> words = new ArrayList<>(List.of(main.getName()));
        words.addAll(List.of(args));
        CompletableFuture<String> printed = CompletableFuture.supplyAsync(() -> request(driver, words));
        try {
            return printed.get(SECONDS, TimeUnit.SECONDS);
        } catch (Exception e) {
            shared = null; // its state is unknown
            ChildProcesses.end(driver.process);
            String errors = tail(read(driver.home, "driver.err"));
            delete(driver.home);
            throw new AssertionError(main.getName() + " failed; its errors end with\n" + errors, e);
        }
    }

    private static SharedDriver startShared() throws IOException {
        Path home = createHome();
        List<String> classPath = classPath();
        // Spark broadcasts in blocks of 4 MB, even small objects, which would hide what we allocate
        List<String> words = properties(home, classPath, LOCAL, Map.of("spark.broadcast.blockSize", "64k"));
        words.add(ClusterDriver.class.getName());
        ProcessBuilder builder = builder(home, "driver", classPath, words);
        builder.redirectOutput(ProcessBuilder.Redirect.PIPE);
        Process process = ChildProcesses.start(builder);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> deleteQuietly(home)));
        return new SharedDriver(process, process.inputReader(StandardCharsets.UTF_8), home);
    }

    private static String request(SharedDriver driver, List<String> words) {
        try {
            var input = driver.process.outputWriter(StandardCharsets.UTF_8);
            input.write(String.join("\t", words) + "\n");
            input.flush();
            StringBuilder printed = new StringBuilder();
            for (String line = driver.output.readLine(); line != null; line = driver.output.readLine()) {
                if (line.equals(ClusterDriver.END + "ok")) return printed.toString();
                if (line.startsWith(ClusterDriver.END)) throw new IllegalStateException("its main method threw");
                printed.append(line).append('\n');
            }
            throw new IllegalStateException("the driver ended");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs a driver in its own process to its end. */
    public static DriverOutput runDriver(
            List<String> classPath, String main, String master, Map<String, String> settings, List<String> args)
            throws Exception {
        Path home = createHome();
        try {
            List<String> words = properties(home, classPath, master, settings);
            words.add(main);
            words.addAll(args);
            Process process = ChildProcesses.start(builder(home, "driver", classPath, words));
            try {
                if (!process.waitFor(SECONDS, TimeUnit.SECONDS))
                    throw new AssertionError(
                            main + " did not end; its errors end with\n" + tail(read(home, "driver.err")));
                return new DriverOutput(process.exitValue(), read(home, "driver.out"), read(home, "driver.err"));
            } finally {
                ChildProcesses.end(process);
            }
        } finally {
            delete(home);
        }
    }

    /** Returns the executor processes of an application. */
    public static List<ProcessHandle> executors(String application) {
        return ProcessHandle.allProcesses()
                .filter(process -> commandLine(process).contains("CoarseGrainedExecutorBackend")
                        && commandLine(process).contains(application))
                .toList();
    }

    /** Kills a process and waits for its end. */
    public static void kill(ProcessHandle process) throws Exception {
        assertThat(process.destroyForcibly()).isTrue();
        process.onExit().get(30, TimeUnit.SECONDS);
    }

    @Override
    public void close() throws IOException {
        daemons.forEach(ChildProcesses::end);
        delete(home);
    }

    /** Returns our classes and what a Spark distribution does not have, then Spark's jars. */
    static List<String> classPath() {
        List<String> entries = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator))
            if (!Files.exists(jars().resolve(Path.of(entry).getFileName()))) entries.add(entry);
        entries.add(jars() + File.separator + "*");
        return entries;
    }

    /** Returns the folder of Spark's own jars. */
    public static Path jars() {
        Path jars = Path.of("target", "spark-home", "jars").toAbsolutePath();
        assertThat(jars).as("the jars that the build copies before the tests").isDirectory();
        return jars;
    }

    private void startDaemon(String name, String type, List<String> args) throws IOException {
        List<String> words = new ArrayList<>(List.of("-Xmx512m", "org.apache.spark.deploy." + type));
        words.addAll(args);
        // the log settings of the tests, but none of our classes
        List<String> classPath =
                List.of(Path.of("target", "test-classes").toAbsolutePath().toString(), jars() + "/*");
        daemons.add(ChildProcesses.start(builder(home, name, classPath, words)));
    }

    /** Creates a folder with Spark's jars, laid out as a distribution, in which Spark also writes. */
    private static Path createHome() throws IOException {
        Path home = Files.createTempDirectory("grapnel-cluster");
        Files.createSymbolicLink(home.resolve("jars"), jars());
        Files.createDirectory(home.resolve("local"));
        return home;
    }

    private static List<String> properties(
            Path home, List<String> classPath, String master, Map<String, String> settings) {
        Map<String, String> all = new LinkedHashMap<>();
        if (!master.isEmpty()) all.put("spark.master", master);
        all.put("spark.app.name", "grapnel tests");
        all.put("spark.driver.host", LOCALHOST);
        all.put("spark.driver.bindAddress", LOCALHOST);
        all.put("spark.ui.enabled", "false");
        all.put("spark.cores.max", "2");
        all.put("spark.scheduler.minRegisteredResourcesRatio", "1");
        all.put("spark.sql.shuffle.partitions", "4");
        all.put("spark.executor.extraJavaOptions", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        all.put("spark.local.dir", home.resolve("local").toString());
        all.put(
                "spark.executor.extraClassPath",
                classPath.stream()
                        .filter(entry -> !entry.endsWith("*"))
                        .collect(Collectors.joining(File.pathSeparator)));
        all.putAll(settings);
        List<String> words = new ArrayList<>();
        all.forEach((key, value) -> words.add("-D" + key + "=" + value));
        return words;
    }

    private static ProcessBuilder builder(Path home, String name, List<String> classPath, List<String> words) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(Arrays.asList(System.getProperty("grapnel.opens").strip().split(" ")));
        command.addAll(List.of("-Xmx1g", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"));
        command.add(String.join(File.pathSeparator, classPath));
        command.addAll(words);
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(home.resolve(name + ".out").toFile())
                .redirectError(home.resolve(name + ".err").toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(key -> key.startsWith("SPARK_"));
        environment.put("SPARK_HOME", home.toString());
        environment.put("SPARK_SCALA_VERSION", "2.13");
        environment.put("SPARK_LOCAL_IP", LOCALHOST);
        return builder;
    }

    /** Returns the whole command line; the JDK truncates it after a page. */
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

    private static String tail(String text) {
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

    private static void deleteQuietly(Path folder) {
        try {
            delete(folder);
        } catch (IOException e) {
            // a process that is just ending may still write there
        }
    }
}
