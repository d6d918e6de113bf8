package org.grapnel.spark.rdd;

import java.util.function.Supplier;
import org.grapnel.data.DataException;

/** Extracts one-line messages from Spark's nested exceptions. */
public final class SparkErrors {
    private SparkErrors() {}

    /** Runs a job that reads the user's data, and turns failures into a {@link DataException} with their cause. */
    public static <T> T translate(Supplier<T> job) {
        try {
            return job.get();
        } catch (DataException | IllegalArgumentException e) {
            throw e;
        } catch (Exception e) { // Scala throws undeclared checked exceptions
            Throwable root = rootCause(e);
            if (root instanceof DataException) throw new DataException("%s", String.valueOf(root.getMessage()));
            throw new DataException(
                    "the data could not be read: " + root.getClass().getSimpleName() + ": " + firstLine(root), root);
        }
    }

    public static Throwable rootCause(Throwable e) {
        Throwable at = e;
        for (Throwable cause = at.getCause(); cause != null && cause != at; cause = at.getCause()) at = cause;
        return at;
    }

    /** Returns the first line of the message, or the exception type without one. */
    public static String firstLine(Throwable e) {
        String message = e.getMessage();
        if (message == null || message.isBlank()) return e.getClass().getSimpleName();
        return message.strip().lines().findFirst().orElse("").strip();
    }
}
