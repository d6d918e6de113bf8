package org.grapnel.studio.folder;

import java.util.Optional;

/** A request that is refused: one sentence for the user, the status of the answer, and the option that is meant where one is known. */
public final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;
    private final String option;

    private RefusedException(int status, String option, String message) {
        super(message, null, false, false);
        this.status = status;
        this.option = option;
    }

    /** A request that is wrong in itself. */
    public static RefusedException wrong(String message) {
        return of(400, message);
    }

    /** A wrong value of an option. */
    public static RefusedException wrongOption(String option, String message) {
        return new RefusedException(400, option, message);
    }

    public static RefusedException unknown(String message) {
        return of(404, message);
    }

    /** A request that does not fit what is there now. */
    public static RefusedException conflict(String message) {
        return of(409, message);
    }

    /** @param status of HTTP */
    public static RefusedException of(int status, String message) {
        return new RefusedException(status, "", message);
    }

    /** @param option the name of the option that is meant; empty if none is known */
    public static RefusedException of(int status, String option, String message) {
        return new RefusedException(status, option, message);
    }

    public int status() {
        return status;
    }

    public Optional<String> option() {
        return option.isEmpty() ? Optional.empty() : Optional.of(option);
    }

    public String text() {
        return String.valueOf(getMessage());
    }
}
