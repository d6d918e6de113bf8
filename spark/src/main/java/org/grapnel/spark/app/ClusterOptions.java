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

/** Options of where a run happens; none of them changes a result. Without them, the settings of spark-submit apply. */
@GroupedHelp.Heading("Spark")
class ClusterOptions {
    private static final Pattern MEMORY = Pattern.compile("([1-9][0-9]{0,8})([kmgt])b?");
    private static final String HERE = "127.0.0.1";

    @Option(
            names = "--master",
            paramLabel = "URL",
            description = {
                "Spark master: local[2] (threads of this process), local-cluster[2,1,2048] (two processes with one core and 2048",
                "MB), spark://host:7077, yarn, k8s://... Default: the one of spark-submit, else local[*]"
            })
    Optional<String> master = Optional.empty();

    @Option(
            names = "--checkpoint-dir",
            paramLabel = "DIR",
            description = {
                "Folder, such as hdfs:///tmp/grapnel, that all executors can write. H is checkpointed there: after the loss of an",
                "executor, the run continues from there. Default: next to the temporary files, or the home in a shared file system"
            })
    Optional<String> checkpointDir = Optional.empty();

    @Option(
            names = "--executor-memory",
            paramLabel = "SIZE",
            description = "Memory of each executor, such as 4g. Default: that of spark-submit, else 1g")
    Optional<String> executorMemory = Optional.empty();

    @Option(
            names = "--driver-memory",
            paramLabel = "SIZE",
            description = "Memory of this process, such as 2g; with spark-submit, set it there. Default: 1g")
    Optional<String> driverMemory = Optional.empty();

    /** Refuses invalid values before Spark starts. */
    void check() {
        executorMemory.ifPresent(size -> bytes("--executor-memory", size));
        driverMemory.ifPresent(size -> {
            long asked = bytes("--driver-memory", size);
            // maxMemory() does not count one of the survivor spaces
            Preconditions.require(
                    Runtime.getRuntime().maxMemory() >= 0.85 * asked,
                    "--driver-memory %s has no effect, this process already runs with %d MB; pass it to spark-submit",
                    size,
                    Runtime.getRuntime().maxMemory() >> 20);
        });
    }

    private static long bytes(String option, String size) {
        Matcher parts = MEMORY.matcher(size.toLowerCase(Locale.ROOT));
        Preconditions.require(parts.matches(), "%s '%s' is not a memory size; write 512m or 4g", option, size);
        return Long.parseLong(parts.group(1)) << (10 * (1 + "kmgt".indexOf(parts.group(2))));
    }

    /** Starts Spark, or returns the existing session. */
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

    /** Tells executors where the application jar is, unless spark-submit does. */
    private static void application(SparkSession.Builder builder, String where) {
        String jar = System.getProperty("grapnel.application");
        if (jar == null) return;
        if (where.startsWith("local")) builder.config("spark.executor.extraClassPath", jar);
        else builder.config("spark.jars", jar);
    }

    private static SparkSession start(SparkSession.Builder builder, String where) {
        try {
            return builder.getOrCreate();
        } catch (Exception e) { // Scala throws undeclared checked exceptions
            throw new IllegalArgumentException(
                    "--master " + where + ": Spark failed to start: " + SparkErrors.firstLine(SparkErrors.rootCause(e)),
                    e);
        }
    }
}
