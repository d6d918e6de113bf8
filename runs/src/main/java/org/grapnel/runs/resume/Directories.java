package org.grapnel.runs.resume;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Deletes and syncs folders. Symbolic links are never followed. */
public final class Directories {
    private Directories() {}

    public static void deleteTree(Path folder) throws IOException {
        Files.walkFileTree(folder, new TreeVisitor() {
            @Override
            void visit(Path path, boolean isFolder) throws IOException {
                Files.delete(path);
            }
        });
    }

    /** Forces all files of a folder to disk. */
    public static void syncTree(Path folder) throws IOException {
        Files.walkFileTree(folder, new TreeVisitor() {
            @Override
            void visit(Path path, boolean isFolder) throws IOException {
                if (isFolder) syncFolder(path);
                else if (Files.isRegularFile(path)) syncFile(path);
            }
        });
    }

    static void syncFile(Path file) throws IOException {
        force(file, StandardOpenOption.WRITE);
    }

    /** Forces the entries of a folder to disk, where the system can do so. */
    public static void syncFolder(Path folder) {
        try {
            force(folder, StandardOpenOption.READ);
        } catch (IOException e) {
            // this system cannot sync folders; the files themselves are synced
        }
    }

    private static void force(Path path, StandardOpenOption mode) throws IOException {
        try (FileChannel channel = FileChannel.open(path, mode)) {
            channel.force(true);
        }
    }

    /** Visits everything in a folder, and then the folder. */
    private abstract static class TreeVisitor extends SimpleFileVisitor<Path> {
        abstract void visit(Path path, boolean isFolder) throws IOException;

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            visit(file, false);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
            if (failure != null) throw failure;
            visit(folder, true);
            return FileVisitResult.CONTINUE;
        }
    }
}
