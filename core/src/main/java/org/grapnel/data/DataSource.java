package org.grapnel.data;

/** Where data came from: the file as it was named, its size in bytes and its SHA-256, so that a run can be repeated. */
public record DataSource(String path, long bytes, String sha256) {
    /** Numbers that a program made, not a file. */
    public static DataSource memory() {
        return new DataSource("memory", 0, "");
    }
}
