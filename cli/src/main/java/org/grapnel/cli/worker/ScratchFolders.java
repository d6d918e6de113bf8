package org.grapnel.cli.worker;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.Stream;
import org.grapnel.data.DataException;
import org.jspecify.annotations.Nullable;

/**
 * The private folders through which arrays travel: in shared memory if they fit there, else among the temporary files. Only the user can
 * read them. They are removed when the worker ends. A lock tells folders in use from those of a worker that was killed, which the next
 * worker removes.
 */
final class ScratchFolders implements AutoCloseable {
    private static final String PREFIX = "grapnel-worker-";
    private static final String LOCK = ".lock";

    /** Room that stays free for other programs. */
    private static final long RESERVE = 64L << 20;

    /** A worker locks its folder at once; a younger folder without a lock may belong to one that is just starting. */
    private static final Duration STARTING = Duration.ofMinutes(1);

    private final List<Path> places;
    private final Map<Path, LockedFolder> used = new LinkedHashMap<>();
    private int folders;
    private boolean isClosed;

    /** @param places folders for private folders, the preferred one first */
    ScratchFolders(List<Path> places) {
        this.places = List.copyOf(places);
    }

    /** Shared memory, where the system has it, and the folder of temporary files. */
    static List<Path> usualPlaces() {
        return Stream.of(Path.of("/dev/shm"), Path.of(System.getProperty("java.io.tmpdir")))
                .filter(place -> Files.isDirectory(place) && Files.isWritable(place))
                .toList();
    }

    private record LockedFolder(Path folder, FileChannel lock) {}

    /**
     * Creates a folder in the first place with enough room.
     *
     * @param bytes what the arrays of a request and its answer will need
     */
    synchronized Path create(long bytes) throws IOException {
        if (isClosed) throw new IOException("the worker is ending");
        StringJoiner full = new StringJoiner(", ");
        for (Path place : places) {
            try {
                long room = Files.getFileStore(place).getUsableSpace();
                if (room - RESERVE >= bytes)
                    return Files.createDirectory(parent(place).resolve(String.valueOf(folders++)));
                full.add(place + " has " + room);
            } catch (IOException e) {
                full.add(place + " cannot be written to (" + e.getMessage() + ")");
            }
        }
        throw new DataException(
                "no folder of temporary files has room for %d bytes: %s; free some, or name another folder in TMPDIR",
                bytes, full);
    }

    private Path parent(Path place) throws IOException {
        LockedFolder known = used.get(place);
        if (known != null) {
            if (Files.isDirectory(known.folder, LinkOption.NOFOLLOW_LINKS)) return known.folder;
            known.lock.close(); // the folder was removed, as programs that clean temporary files do
            used.remove(place);
        }
        Path folder = Files.createTempDirectory(place, PREFIX); // for its owner only
        FileChannel lock =
                FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        used.put(place, new LockedFolder(folder, lock));
        lock.lock();
        removeAbandoned(place, Files.getOwner(folder));
        return folder;
    }

    /** Removes the folders of workers of this user that were killed together with their caller. */
    private static void removeAbandoned(Path place, UserPrincipal user) throws IOException {
        List<Path> found;
        try (Stream<Path> all = Files.list(place)) {
            found = all.filter(path -> path.getFileName().toString().startsWith(PREFIX))
                    .toList();
        }
        for (Path folder : found) {
            try {
                if (isAbandoned(folder, user)) remove(folder);
            } catch (IOException e) {
                // just being removed
            }
        }
    }

    /** Other users may put anything into the folder of temporary files: what a worker does not make is left alone. */
    private static boolean isAbandoned(Path folder, UserPrincipal user) throws IOException {
        BasicFileAttributes attributes =
                Files.readAttributes(folder, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!attributes.isDirectory()) return false;
        if (!Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(user)) return false;
        Instant latest = Instant.now().minus(STARTING);
        if (attributes.lastModifiedTime().toInstant().isAfter(latest)) return false;
        Path file = folder.resolve(LOCK);
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
            return false;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            Optional<FileLock> lock = Optional.ofNullable(channel.tryLock());
            return lock.isPresent();
        } catch (OverlappingFileLockException e) {
            return false; // of this process
        } catch (NoSuchFileException e) {
            return true;
        }
    }

    /** Removes all folders. No folder can be created afterwards. */
    @Override
    public synchronized void close() throws IOException {
        isClosed = true;
        for (LockedFolder folder : new ArrayList<>(used.values())) {
            remove(folder.folder);
            folder.lock.close();
        }
        used.clear();
    }

    private static void remove(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) return;
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                if (e instanceof NoSuchFileException) return FileVisitResult.CONTINUE; // the caller removes files too
                throw e;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e) throws IOException {
                Files.deleteIfExists(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
