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

/** What is done to a folder with everything in it. Links are taken as what they are, never followed. */
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

    /** Returns when the content is on the disk and not only on its way there. */
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

    /** Puts the names in a folder on the disk. Not every system can; on those there is nothing to be done. */
    public static void syncFolder(Path folder) {
        try {
            force(folder, StandardOpenOption.READ);
        } catch (IOException e) {
            // the files in it are safe, and more cannot be asked of this system
        }
    }

    private static void force(Path path, StandardOpenOption mode) throws IOException {
        try (FileChannel channel = FileChannel.open(path, mode)) {
            channel.force(true);
        }
    }

    /** Calls {@link #visit} with all that is in a folder, and then with the folder. */
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
