package org.grapnel.data;

/** Where data came from: the file as it was named, its size in bytes and its SHA-256, so that a run can be repeated. */
public record Source(String path, long bytes, String sha256) {
    /** Numbers that a program made, not a file. */
    public static Source memory() {
        return new Source("memory", 0, "");
    }
}
