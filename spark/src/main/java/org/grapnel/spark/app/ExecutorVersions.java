package org.grapnel.spark.app;

import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.grapnel.Grapnel;
import org.grapnel.runtime.Preconditions;
import org.grapnel.spark.rdd.SparkErrors;

/** Checks that the executors have the version of Grapnel that the driver has: another one would give other numbers. */
final class ExecutorVersions {
    private static final int TASKS_PER_EXECUTOR = 2;

    private ExecutorVersions() {}

    /** Runs one small job. In local mode the driver is the only executor. */
    static void check(SparkContext context) {
        if (context.isLocal()) return;
        int tasks = TASKS_PER_EXECUTOR * Math.max(1, ExecutorStats.countExecutors(context));
        requireSame(Grapnel.version(), versions(context, tasks));
    }

    private static List<String> versions(SparkContext context, int tasks) {
        try {
            return JavaSparkContext.fromSparkContext(context)
                    .parallelize(Collections.nCopies(tasks, 0), tasks)
                    .map(task -> Grapnel.version())
                    .collect();
        } catch (Exception e) { // Scala throws undeclared checked exceptions
            Throwable root = SparkErrors.rootCause(e);
            boolean otherClasses = root instanceof ClassNotFoundException
                    || root instanceof LinkageError
                    || root instanceof java.io.InvalidClassException
                    || root instanceof ClassCastException;
            if (!otherClasses) throw e;
            throw new IllegalArgumentException(
                    "the executors have no Grapnel " + Grapnel.version()
                            + ", which the driver has; give them the same jar (--jars, spark.executor.extraClassPath): "
                            + SparkErrors.firstLine(root),
                    e);
        }
    }

    static void requireSame(String driver, List<String> executors) {
        TreeSet<String> others = new TreeSet<>(executors);
        others.remove(driver);
        Preconditions.require(
                others.isEmpty(),
                "the driver has Grapnel %s and an executor has Grapnel %s; give all of them the same jar (--jars, spark.executor.extraClassPath)",
                driver,
                others.isEmpty() ? "" : others.first());
    }
}
