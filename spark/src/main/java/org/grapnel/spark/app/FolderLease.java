package org.grapnel.spark.app;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Timer;
import java.util.TimerTask;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.grapnel.runtime.Preconditions;

/**
 * Keeps a folder for one run at a time, in any file system. The owner writes a file again every {@value #BEAT_MILLIS}
 * milliseconds; a file that does not change for {@value #DEAD_MILLIS} milliseconds was left by a killed process and is taken
 * over.
 */
final class FolderLease implements AutoCloseable {
    private static final String NAME = ".grapnel-owner";
    private static final long BEAT_MILLIS = 1000;
    private static final long DEAD_MILLIS = 6000;

    private final FileSystem files;
    private final Path file;
    private final String owner = ManagementFactory.getRuntimeMXBean().getName() + " " + System.nanoTime();
    private final Timer clock = new Timer("grapnel-lease", true);
    private long beat;
    private boolean torn; // a write has begun and not ended
    private boolean lost;
    private boolean closed;

    private FolderLease(FileSystem files, Path file) {
        this.files = files;
        this.file = file;
    }

    /** Takes an existing folder; refuses one that another run uses. */
    static FolderLease acquire(FileSystem files, Path folder, String named) throws IOException {
        Path file = new Path(folder, NAME);
        if (files.exists(file)) {
            Preconditions.require(
                    isDead(files, file),
                    "%s.partial is being written by another run; wait for it, or choose another folder",
                    named);
            files.delete(file, false);
        }
        FolderLease lease = new FolderLease(files, file);
        try {
            lease.write(false); // fails if another run has just created it
        } catch (IOException e) {
            lease.clock.cancel();
            Preconditions.require(
                    !files.exists(file),
                    "%s.partial is being written by another run; wait for it, or choose another folder",
                    named);
            throw e;
        }
        TimerTask renewal = new TimerTask() {
            @Override
            public void run() {
                lease.renew();
            }
        };
        lease.clock.schedule(renewal, BEAT_MILLIS, BEAT_MILLIS);
        return lease;
    }

    /** Watches a file that an owner would change. */
    private static boolean isDead(FileSystem files, Path file) throws IOException {
        try {
            String before = read(files, file);
            for (long waited = 0; waited < DEAD_MILLIS; waited += BEAT_MILLIS) {
                Thread.sleep(BEAT_MILLIS);
                if (!files.exists(file)) return true;
                if (!read(files, file).equals(before)) return false;
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static String read(FileSystem files, Path file) throws IOException {
        try (InputStream in = files.open(file)) {
            return new String(in.readNBytes(256), StandardCharsets.UTF_8);
        }
    }

    private synchronized void write(boolean overwrite) throws IOException {
        torn = true;
        try (OutputStream out = files.create(file, overwrite)) {
            out.write((owner + " " + beat++).getBytes(StandardCharsets.UTF_8));
        }
        torn = false;
    }

    /** Writes the file again, as long as it is that of this run. */
    synchronized void renew() {
        try {
            if (closed) return;
            if (isLost()) clock.cancel();
            else write(true);
        } catch (IOException e) {
            // the next beat tries again
        }
    }

    /** Whether another run took this one for dead and has taken over the folder, or has deleted it. That stays so. */
    synchronized boolean isLost() throws IOException {
        if (!closed && !lost) lost = !isOwn();
        return lost;
    }

    private boolean isOwn() throws IOException {
        if (!files.exists(file)) return false;
        String text = read(files, file);
        return text.startsWith(owner + " ") || (torn && owner.startsWith(text));
    }

    /** Frees the folder, unless another run has taken it over. Closing twice is harmless. */
    @Override
    public void close() throws IOException {
        clock.cancel();
        synchronized (this) {
            if (!closed && !isLost()) files.delete(file, false);
            closed = true;
        }
    }
}
