package org.grapnel.data;

/** The source of data: the path as given, its size in bytes and its SHA-256, so that a run can be reproduced. */
public record DataSource(String path, long bytes, String sha256) {
    /** The source of data that were made by a program. */
    public static DataSource memory() {
        return new DataSource("memory", 0, "");
    }
}
