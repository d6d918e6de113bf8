package org.grapnel.runs.resume;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.grapnel.runtime.Preconditions;

/** A lock on a file of a run folder, so that one run at a time writes to it. The system releases it when the process ends. */
public final class FolderLock implements AutoCloseable {
    private final FileChannel channel;

    private FolderLock(FileChannel channel) {
        this.channel = channel;
    }

    /** Locks an existing file; refuses one that another run has locked. */
    public static FolderLock acquire(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        boolean acquired = false;
        try {
            acquired = channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            acquired = false; // locked by this process
        } catch (IOException e) {
            acquired = true; // this file system has no locks
        } finally {
            if (!acquired) channel.close();
        }
        Preconditions.require(acquired, "%s is being written by another run", file.resolveSibling(""));
        return new FolderLock(channel);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
