package org.grapnel.formats.input;

import java.io.IOException;
import org.grapnel.data.DataException;
import org.jspecify.annotations.Nullable;

/**
 * Calls a library that trusts the files it reads. A damaged or hostile file can make it throw anything, recurse without
 * end or allocate too much; all of that becomes one {@link DataException} that names the file.
 */
public final class GuardedCall {
    private static final int MAX_MESSAGE_LENGTH = 200;

    private GuardedCall() {}

    /** A call into a library. */
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
            // libraries wrap the exceptions of our callbacks
            if (cause instanceof DataException ours) return ours;
            first = cause;
        }
        if (first instanceof OutOfMemoryError)
            return new DataException(
                    place + ": needs more memory than there is; the file is damaged, or larger than -Xmx allows", e);
        String why = first instanceof StackOverflowError ? "it refers to itself" : line(first.getMessage(), first);
        return new DataException(place + ": is damaged or of an unsupported kind (" + why + ")", e);
    }

    /** Returns the message of a library on one line. */
    private static String line(@Nullable String message, Throwable e) {
        String text = message == null ? e.getClass().getSimpleName() : message.replaceAll("\\s+", " ");
        return text.length() <= MAX_MESSAGE_LENGTH ? text : text.substring(0, MAX_MESSAGE_LENGTH) + "…";
    }
}
