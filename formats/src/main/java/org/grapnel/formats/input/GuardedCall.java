package org.grapnel.formats.input;

import java.io.IOException;
import org.grapnel.data.DataException;
import org.jspecify.annotations.Nullable;

/**
 * Calls into libraries that trust the files they read. What a damaged or hostile file makes of them (any exception, an
 * endless recursion, an array that nobody has room for) is a fault of the file and said in one line.
 */
public final class GuardedCall {
    private static final int LONGEST = 200;

    private GuardedCall() {}

    /** What a library does for us. */
    public interface LibraryCall<T> {
        T call() throws IOException;
    }

    /** @param place the file, and the variable in it that is being read */
    public static <T> T run(String place, LibraryCall<T> work) {
        try {
            return work.call();
        } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError e) {
            throw fault(place, e);
        }
    }

    private static DataException fault(String place, Throwable e) {
        Throwable first = e;
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            // libraries wrap what we throw when they call us
            if (cause instanceof DataException ours) return ours;
            first = cause;
        }
        if (first instanceof OutOfMemoryError) // an honest file may be large, and a damaged one may claim to be
        return new DataException(
                    place + ": asks for more memory than there is: it is damaged, or larger than -Xmx allows", e);
        String why = first instanceof StackOverflowError ? "it refers to itself" : line(first.getMessage(), first);
        return new DataException(place + ": is damaged, or of a kind that is not read (" + why + ")", e);
    }

    /** What a library says, on one line. */
    private static String line(@Nullable String message, Throwable e) {
        String text = message == null ? e.getClass().getSimpleName() : message.replaceAll("\\s+", " ");
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }
}
