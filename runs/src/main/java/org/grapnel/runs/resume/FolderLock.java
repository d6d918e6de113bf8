package org.grapnel.runs.resume;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.grapnel.runtime.Preconditions;

/** One run at a time writes to a folder: it holds a lock on a file in it, of which whoever dies lets go. Some file systems know no locks. */
public final class FolderLock implements AutoCloseable {
    private final FileChannel channel;

    private FolderLock(FileChannel channel) {
        this.channel = channel;
    }

    /** Takes the lock on a file that exists, or says that another run has it. */
    public static FolderLock acquire(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        boolean free = false;
        try {
            free = channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            free = false; // this very process has it
        } catch (IOException e) {
            free = true; // nobody can have it here
        } finally {
            if (!free) channel.close();
        }
        Preconditions.require(free, "%s is being written by another run", file.resolveSibling(""));
        return new FolderLock(channel);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
