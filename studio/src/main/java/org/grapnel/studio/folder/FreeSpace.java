package org.grapnel.studio.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tells how many bytes are free on the disk of a folder. */
@FunctionalInterface
public interface FreeSpace {
    /** Room that an upload leaves free. */
    long RESERVE = 256L << 20;

    long bytes() throws IOException;

    static FreeSpace of(Path folder) {
        return () -> Files.getFileStore(folder).getUsableSpace();
    }

    /** Returns how many bytes an upload may still take. */
    default long forUploads() throws IOException {
        return Math.max(0, bytes() - RESERVE);
    }
}
