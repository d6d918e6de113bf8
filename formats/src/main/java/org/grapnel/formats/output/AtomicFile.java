package org.grapnel.formats.output;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.grapnel.runtime.Preconditions;

/** A single file that appears whole or not at all: it is written under another name beside its place, and renamed. */
public final class AtomicFile {
    private final Path file;

    private AtomicFile(Path file) {
        this.file = file;
    }

    /** Writes the content to a path. */
    public interface FileContent {
        void writeTo(Path path) throws IOException;
    }

    /** Refuses a file that exists, unless it may be replaced; {@code option} is what messages call it. */
    public static AtomicFile prepare(String option, Path file, boolean force) throws IOException {
        Preconditions.require(
                !file.toString().isEmpty() && file.getFileName() != null, "%s: the name of the file is empty", option);
        Preconditions.require(!Files.isDirectory(file), "%s %s is a folder; give the name of a file", option, file);
        Path above = file.toAbsolutePath().getParent();
        while (above != null && !Files.exists(above)) above = above.getParent();
        if (above != null)
            Preconditions.require(Files.isDirectory(above), "%s %s: %s is not a folder", option, file, above);
        if (above != null && !Files.isWritable(above)) throw new AccessDeniedException(above.toString());
        if (Files.exists(file) && !force)
            throw new FileAlreadyExistsException(file.toString(), null, "exists already; --force replaces it");
        return new AtomicFile(file);
    }

    public void write(FileContent content) throws IOException {
        Path parent = file.toAbsolutePath().getParent();
        if (parent != null) Files.createDirectories(parent);
        Path partial =
                file.resolveSibling(".partial-" + file.getFileName()); // the end of the name decides how it is packed
        try {
            content.writeTo(partial);
            Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(partial);
        }
    }
}
