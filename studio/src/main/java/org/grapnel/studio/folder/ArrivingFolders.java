package org.grapnel.studio.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.grapnel.runs.resume.Directories;

/** Folders whose files arrive one by one. A name has one upload at a time: the next one begins without the files of the one before. */
final class ArrivingFolders {
    /** How long an upload stays without a request. */
    private static final long PATIENCE_NANOS = TimeUnit.HOURS.toNanos(1);

    private final Supplier<Path> places;
    private final LongSupplier nanos;
    private final Map<String, ArrivingFolder> folders = new HashMap<>();

    /**
     * @param places new places for files
     * @param nanos the clock
     */
    ArrivingFolders(Supplier<Path> places, LongSupplier nanos) {
        this.places = places;
        this.nanos = nanos;
    }

    /** The files of one upload so far. All of it is guarded by its own lock. */
    static final class ArrivingFolder {
        private final Path parts;
        private int arriving;
        private long usedNanos;
        private boolean isEnded;

        private ArrivingFolder(Path parts) {
            this.parts = parts;
        }

        /** The name of this upload, by which its requests are known. */
        String id() {
            return String.valueOf(parts.getFileName());
        }

        /** Takes a file that has arrived. */
        synchronized void add(Path file, Path relative) throws IOException {
            if (isEnded) throw ended();
            Path place = parts.resolve(relative);
            ZipFolder.createFoldersOf(place, parts);
            Files.move(file, place, StandardCopyOption.ATOMIC_MOVE);
        }

        /** Returns the folder with all files; those that arrive later are refused. */
        synchronized Path end() {
            isEnded = true;
            return parts;
        }

        private synchronized void drop() throws IOException {
            isEnded = true;
            if (StudioFolder.exists(parts)) Directories.deleteTree(parts);
        }

        private synchronized void enter() {
            arriving++;
        }

        private synchronized void leave(long now) {
            arriving--;
            usedNanos = now;
        }

        private synchronized boolean isIdle(long now) {
            return arriving == 0 && now - usedNanos > PATIENCE_NANOS;
        }
    }

    /** Begins an upload without the files of an earlier one of this name. */
    synchronized ArrivingFolder begin(String name) throws IOException {
        dropIdle();
        drop(name, "");
        ArrivingFolder begun = new ArrivingFolder(places.get());
        begun.usedNanos = nanos.getAsLong();
        folders.put(name, begun);
        return begun;
    }

    /**
     * Finds the upload of a file that arrives, until {@link #leave}.
     *
     * @param id of the upload; empty for the one of this name, which begins if there is none
     */
    synchronized ArrivingFolder enter(String name, String id) throws IOException {
        ArrivingFolder known = folders.get(name);
        if (known == null && !id.isEmpty()) throw ended();
        ArrivingFolder folder = known == null ? begin(name) : requireId(known, id);
        folder.enter();
        return folder;
    }

    void leave(ArrivingFolder folder) {
        folder.leave(nanos.getAsLong());
    }

    /** Takes an upload out, so that its files can be published. */
    synchronized Path take(String name, String id) {
        ArrivingFolder known = folders.get(name);
        if (known == null && !id.isEmpty()) throw ended();
        if (known == null || !StudioFolder.exists(requireId(known, id).parts))
            throw RefusedException.unknown("no file of the folder '" + name + "' has arrived");
        folders.remove(name);
        return known.end();
    }

    /** Removes the files of an upload, if it is still there. */
    synchronized void drop(String name, String id) throws IOException {
        ArrivingFolder known = folders.get(name);
        if (known == null || !(id.isEmpty() || id.equals(known.id()))) return;
        folders.remove(name);
        known.drop();
    }

    /** Removes the files of uploads that were left. */
    synchronized void dropIdle() throws IOException {
        for (Iterator<ArrivingFolder> all = folders.values().iterator(); all.hasNext(); ) {
            ArrivingFolder folder = all.next();
            if (!folder.isIdle(nanos.getAsLong())) continue;
            all.remove();
            folder.drop();
        }
    }

    private static ArrivingFolder requireId(ArrivingFolder folder, String id) {
        if (!id.isEmpty() && !id.equals(folder.id())) throw ended();
        return folder;
    }

    private static RefusedException ended() {
        return RefusedException.conflict("this upload of a folder has ended; send the folder again");
    }
}
