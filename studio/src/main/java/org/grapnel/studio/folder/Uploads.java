package org.grapnel.studio.folder;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.grapnel.formats.Datasets;
import org.grapnel.runs.resume.Directories;

/** Receives data. Bytes go to the folder of uploads first and appear under their name complete or not at all. */
public final class Uploads {
    private static final int CHUNK = 1 << 16;

    /** How often the free space is asked for. */
    private static final long CHECK_BYTES = 4 << 20;

    private static final String ZIP = ".zip";

    private final StudioFolder folder;
    private final FreeSpace space;
    private final AtomicLong number = new AtomicLong();
    private final ArrivingFolders folders;

    public Uploads(StudioFolder folder, FreeSpace space) {
        this(folder, space, System::nanoTime);
    }

    /** @param nanos the clock */
    Uploads(StudioFolder folder, FreeSpace space, LongSupplier nanos) {
        this.folder = folder;
        this.space = space;
        folders = new ArrivingFolders(this::temporary, nanos);
    }

    /** Bytes of a file with the length that was announced; -1 if none was. */
    public record Upload(InputStream bytes, long announced) {}

    /** Removes what a killed studio left. */
    public void clean() throws IOException {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder.state("uploads"))) {
            for (Path path : all) Directories.deleteTree(path);
        }
    }

    /** Receives a file, or a zip, which becomes a folder. */
    public DataEntry receive(String name, Upload upload, boolean replace) throws IOException {
        boolean isZip = name.toLowerCase(Locale.ROOT).endsWith(ZIP);
        String entry = EntryName.require(isZip ? name.substring(0, name.length() - ZIP.length()) : name);
        Path target = folder.entry(entry);
        if (!isZip && !StudioFolder.isData(Path.of(entry)))
            throw RefusedException.wrong("'" + entry + "' has no ending that Grapnel reads; allowed are "
                    + Datasets.supportedFormats() + " (as .zip)");
        if (!replace) requireNew(entry, target);
        folders.dropIdle();
        Path file = temporary();
        Path unpacked = temporary();
        try {
            write(upload, file);
            if (!isZip) return publish(file, target, replace);
            Files.createDirectory(unpacked);
            Path content = new ZipFolder(file, space.forUploads()).unpack(unpacked);
            if (!StudioFolder.isData(content))
                throw RefusedException.wrong(
                        "'" + name + "' holds neither pictures nor 10x files (matrix.mtx or matrix.mtx.gz)");
            return publish(content, target, replace);
        } finally {
            delete(file);
            delete(unpacked);
        }
    }

    /** Begins the upload of a folder without the files of an earlier one; returns the id of this upload. */
    public String begin(String name) throws IOException {
        folder.entry(name);
        return folders.begin(name).id();
    }

    /**
     * Receives one file of a folder that {@link #complete} makes appear.
     *
     * @param id of the upload; empty for the one of this name, which begins if there is none
     * @param replace whether there may be a folder of this name
     */
    public void receivePart(String name, String id, String file, Upload upload, boolean replace) throws IOException {
        Path target = folder.entry(name);
        if (!replace) requireNew(name, target);
        String[] elements = file.split("/", -1);
        if (elements.length > ZipFolder.MAX_DEPTH)
            throw RefusedException.wrong(
                    "'" + file + "' lies too deep; at most " + ZipFolder.MAX_DEPTH + " levels are allowed");
        for (String element : elements) EntryName.require(element);
        ArrivingFolders.ArrivingFolder parts = folders.enter(name, id);
        Path arriving = temporary();
        try {
            write(upload, arriving);
            parts.add(arriving, Path.of(file));
        } finally {
            folders.leave(parts);
            delete(arriving);
        }
    }

    /** Makes a folder appear whose files have arrived. */
    public DataEntry complete(String name, String id, boolean replace) throws IOException {
        Path target = folder.entry(name);
        if (!replace) requireNew(name, target);
        Path parts = folders.take(name, id);
        try {
            if (!StudioFolder.isData(parts))
                throw RefusedException.wrong(
                        "'" + name + "' holds neither pictures nor 10x files (matrix.mtx or matrix.mtx.gz)");
            return publish(parts, target, replace);
        } finally {
            delete(parts);
        }
    }

    /** Removes the files of a folder that have arrived; those of another upload stay. */
    public void cancel(String name, String id) throws IOException {
        folder.entry(name);
        folders.drop(name, id);
    }

    /** Removes an entry: first it disappears, then its bytes go. */
    public void remove(String name) throws IOException {
        Path away = temporary();
        Files.move(folder.existing(name), away, StandardCopyOption.ATOMIC_MOVE);
        delete(away);
    }

    private Path temporary() {
        return folder.state("uploads").resolve("upload-" + number.incrementAndGet());
    }

    private static void requireNew(String name, Path target) {
        if (StudioFolder.exists(target))
            throw RefusedException.conflict("'" + name + "' exists already; choose another name, or replace it");
    }

    private void write(Upload upload, Path file) throws IOException {
        long room = space.forUploads();
        if (upload.announced > room)
            throw RefusedException.of(
                    413,
                    "the file has " + upload.announced + " bytes, but the disk has room for " + room
                            + "; free some space");
        long taken = 0;
        long checked = 0;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                OutputStream out = Channels.newOutputStream(channel)) {
            byte[] chunk = new byte[CHUNK];
            for (int n = upload.bytes.read(chunk); n >= 0; n = upload.bytes.read(chunk)) {
                if (taken + n - checked > room) throw full(taken);
                out.write(chunk, 0, n);
                taken += n;
                if (taken - checked < CHECK_BYTES) continue;
                checked = taken;
                room = space.forUploads();
                if (room == 0) throw full(taken);
            }
            if (upload.announced >= 0 && taken != upload.announced)
                throw RefusedException.wrong(
                        "the upload ended after " + taken + " of " + upload.announced + " bytes; send it again");
            channel.force(true);
        }
    }

    private static RefusedException full(long taken) {
        return RefusedException.of(
                507, "the disk is full after " + taken + " bytes; free some space and send the file again");
    }

    private synchronized DataEntry publish(Path from, Path target, boolean replace) throws IOException {
        String name = String.valueOf(target.getFileName());
        Path old = temporary();
        boolean isReplaced = StudioFolder.exists(target);
        if (isReplaced && !replace) requireNew(name, target);
        if (isReplaced
                && Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS)
                && folder.describe(target).isEmpty())
            throw RefusedException.conflict(
                    "'" + name + "' is a folder that holds no data, such as a run; choose another name");
        if (isReplaced) Files.move(target, old, StandardCopyOption.ATOMIC_MOVE);
        try {
            Files.move(from, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            if (isReplaced) Files.move(old, target, StandardCopyOption.ATOMIC_MOVE);
            throw e;
        }
        Directories.syncFolder(folder.root());
        delete(old);
        return folder.describe(target)
                .orElseThrow(() -> RefusedException.wrong("'" + name + "' was changed while it arrived"));
    }

    private static void delete(Path path) throws IOException {
        if (StudioFolder.exists(path)) Directories.deleteTree(path);
    }
}
