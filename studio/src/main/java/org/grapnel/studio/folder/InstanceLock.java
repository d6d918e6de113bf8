package org.grapnel.studio.folder;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.grapnel.data.DataException;

/** The lock that only one studio of a folder holds. The file has the address of the one that runs, without its token. */
public final class InstanceLock implements AutoCloseable {
    /** Files that this process has locked: opening one again and closing it would release the lock. */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel channel;

    private InstanceLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** Locks a folder; refuses one that another studio has opened, with the address of that. */
    public static InstanceLock acquire(StudioFolder folder) throws IOException {
        Path file = folder.state("lock");
        if (!HELD.add(file)) throw refusal(folder, file);
        boolean isLocked = false;
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            try {
                Optional<FileLock> lock = Optional.ofNullable(channel.tryLock());
                if (lock.isEmpty()) throw refusal(folder, file);
                channel.truncate(0);
                isLocked = true;
                return new InstanceLock(file, channel);
            } finally {
                if (!isLocked) channel.close();
            }
        } finally {
            if (!isLocked) HELD.remove(file);
        }
    }

    private static DataException refusal(StudioFolder folder, Path file) throws IOException {
        String address = Files.readString(file).strip();
        return new DataException(
                "%s is open in another studio%s; use that one, or end it first",
                folder.root(), address.isEmpty() ? ", which is just starting" : " at " + address);
    }

    /** Writes the address, for the message of a second studio. */
    public void setAddress(String address) throws IOException {
        channel.write(ByteBuffer.wrap((address + "\n").getBytes(StandardCharsets.UTF_8)), 0);
    }

    @Override
    public void close() throws IOException {
        if (channel.isOpen()) channel.truncate(0);
        channel.close();
        HELD.remove(file);
    }
}
