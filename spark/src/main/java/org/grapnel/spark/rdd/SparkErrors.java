package org.grapnel.spark.rdd;

import java.util.function.Supplier;
import org.grapnel.data.DataException;

/** What went wrong in a user's plan, in one line: Spark wraps it in several exceptions with the traces of all tasks. */
public final class SparkErrors {
    private SparkErrors() {}

    /** Runs what reads the user's data; where that fails, says why. */
    public static <T> T translate(Supplier<T> job) {
        try {
            return job.get();
        } catch (DataException | IllegalArgumentException e) {
            throw e;
        } catch (Exception e) { // Scala throws checked exceptions that nobody declares
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

    /** The first line of a message, or the kind of fault where it has none. */
    public static String firstLine(Throwable e) {
        String message = e.getMessage();
        if (message == null || message.isBlank()) return e.getClass().getSimpleName();
        return message.strip().lines().findFirst().orElse("").strip();
    }
}
