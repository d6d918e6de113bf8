package org.grapnel.formats.output;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.grapnel.runtime.Preconditions;

/** A file that appears complete or not at all: it is written under another name in the same folder and then renamed. */
public final class AtomicFile {
    private final Path file;

    private AtomicFile(Path file) {
        this.file = file;
    }

    /** Writes the content to a path. */
    public interface FileContent {
        void writeTo(Path path) throws IOException;
    }

    /**
     * Checks that the file can be written and, unless {@code force} is set, that it does not exist.
     *
     * @param option the command-line option that names the file, for messages
     */
    public static AtomicFile prepare(String option, Path file, boolean force) throws IOException {
        Preconditions.require(
                !file.toString().isEmpty() && file.getFileName() != null, "%s: the file name is empty", option);
        Preconditions.require(!Files.isDirectory(file), "%s %s is a folder; give a file name", option, file);
        Path above = file.toAbsolutePath().getParent();
        while (above != null && !Files.exists(above)) above = above.getParent();
        if (above != null)
            Preconditions.require(Files.isDirectory(above), "%s %s: %s is not a folder", option, file, above);
        if (above != null && !Files.isWritable(above)) throw new AccessDeniedException(above.toString());
        if (Files.exists(file) && !force)
            throw new FileAlreadyExistsException(file.toString(), null, "exists already; use --force to replace it");
        return new AtomicFile(file);
    }

    public void write(FileContent content) throws IOException {
        Path parent = file.toAbsolutePath().getParent();
        if (parent != null) Files.createDirectories(parent);
        // the end of the name decides about compression, so it stays
        Path partial = file.resolveSibling(".partial-" + file.getFileName());
        Files.deleteIfExists(partial); // a link of this name, in a folder from elsewhere, would lead to another file
        try {
            content.writeTo(partial);
            Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(partial);
        }
    }
}
