package org.grapnel.spark.app;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;
import org.grapnel.options.GroupedHelp;
import org.grapnel.runtime.Preconditions;
import org.grapnel.spark.rdd.SparkErrors;
import picocli.CommandLine.Option;

/** Where and how Spark runs. What spark-submit or its defaults say holds where nothing is said here. */
@GroupedHelp.Heading("Spark")
final class SparkOptions {
    private static final Pattern MEMORY = Pattern.compile("([1-9][0-9]{0,8})([kmgt])b?");
    private static final String HERE = "127.0.0.1";

    @Option(
            names = "--master",
            paramLabel = "URL",
            description = {
                "Who gives executors: local[2] (threads of this process), local-cluster[2,1,2048] (two processes of one core and 2048",
                "MB), spark://host:7077, yarn, k8s://... Default: what spark-submit says, else local[*]"
            })
    Optional<String> master = Optional.empty();

    @Option(
            names = "--partitions",
            paramLabel = "N",
            description = "Over how many partitions samples are spread. Default: as many as the data have")
    Optional<Integer> partitions = Optional.empty();

    @Option(
            names = "--checkpoint-dir",
            paramLabel = "DIR",
            description = {
                "A folder that all executors can write, such as hdfs:///tmp/grapnel: there H is kept from time to time, so that a",
                "lost executor costs few iterations. Default: beside the temporary files, or in the home of a shared file system"
            })
    Optional<String> checkpointDir = Optional.empty();

    @Option(
            names = "--checkpoint-interval",
            paramLabel = "N",
            description = "After how many iterations. Default: ${DEFAULT-VALUE}")
    int checkpointInterval = 10;

    @Option(
            names = "--executor-memory",
            paramLabel = "SIZE",
            description = "Of each executor, such as 4g. Default: what spark-submit says, else 1g")
    Optional<String> executorMemory = Optional.empty();

    @Option(
            names = "--driver-memory",
            paramLabel = "SIZE",
            description = "Of this process, such as 2g; give it to spark-submit itself where that is used. Default: 1g")
    Optional<String> driverMemory = Optional.empty();

    /** Refuses what can be refused before Spark starts. */
    void check() {
        partitions.ifPresent(n -> Preconditions.require(n >= 1, "partitions must be at least 1, got %d", n));
        Preconditions.require(
                checkpointInterval >= 1, "checkpoint-interval must be at least 1, got %d", checkpointInterval);
        executorMemory.ifPresent(size -> bytes("--executor-memory", size));
        driverMemory.ifPresent(size -> {
            long asked = bytes("--driver-memory", size);
            // what a JVM says is its heap without one of the survivor spaces
            Preconditions.require(
                    Runtime.getRuntime().maxMemory() >= 0.85 * asked,
                    "--driver-memory %s comes too late, this process has %d MB; give it to spark-submit",
                    size,
                    Runtime.getRuntime().maxMemory() >> 20);
        });
    }

    private static long bytes(String option, String size) {
        Matcher parts = MEMORY.matcher(size.toLowerCase(Locale.ROOT));
        Preconditions.require(parts.matches(), "%s '%s' is not a size such as 512m or 4g", option, size);
        return Long.parseLong(parts.group(1)) << (10 * (1 + "kmgt".indexOf(parts.group(2))));
    }

    /** Starts Spark, or takes the session that there is. */
    SparkSession session() {
        SparkConf settings = new SparkConf();
        String where = master.orElse(settings.get("spark.master", "local[*]"));
        SparkSession.Builder builder = SparkSession.builder()
                .master(where)
                .appName(settings.get("spark.app.name", "grapnel-spark"))
                .config(
                        "spark.ui.enabled",
                        settings.get("spark.ui.enabled", where.startsWith("local") ? "false" : "true"));
        if (where.startsWith("local"))
            builder.config("spark.driver.host", HERE).config("spark.driver.bindAddress", HERE);
        executorMemory.ifPresent(size -> builder.config("spark.executor.memory", size));
        application(builder, where);
        SparkSession session = start(builder, where);
        checkpointDir.ifPresent(session.sparkContext()::setCheckpointDir);
        return session;
    }

    /** Where spark-submit does not do it, executors are told where our classes are. */
    private static void application(SparkSession.Builder builder, String where) {
        String jar = System.getProperty("grapnel.application");
        if (jar == null) return;
        if (where.startsWith("local")) builder.config("spark.executor.extraClassPath", jar);
        else builder.config("spark.jars", jar);
    }

    private static SparkSession start(SparkSession.Builder builder, String where) {
        try {
            return builder.getOrCreate();
        } catch (Exception e) { // Scala throws checked exceptions that nobody declares
            throw new IllegalArgumentException(
                    "--master " + where + ": Spark does not start: " + SparkErrors.firstLine(SparkErrors.rootCause(e)),
                    e);
        }
    }
}
