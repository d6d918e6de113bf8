package org.grapnel.runs.resume;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;
import org.grapnel.checkpoint.Checkpoint;
import org.grapnel.checkpoint.CheckpointStore;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.data.DataException;
import org.grapnel.runtime.Preconditions;

/**
 * How far the solvers of an unfinished run are, a file for each. A file is written under another name, put on the disk and renamed, so it is there whole
 * or not at all; it ends with the checksum of all before it, and one that was damaged later is left aside: the solver begins anew and
 * ends with the same bits. A state that cannot be written costs nobody the run: that is said once.
 */
public final class FileCheckpointStore implements CheckpointStore {
    /** The folder of the files in {@code DIR.partial}. */
    static final String FOLDER = "state";

    /** Of a file on its way to be one. */
    private static final String WRITING = ".writing";

    private static final long MAGIC = 0x4752_4150_4e45_4c31L; // GRAPNEL1
    private static final int UNDER_WAY = 1;
    private static final int ENDED = 2;
    private static final int CHECKSUM_BYTES = 8;
    private static final int KEY_BYTES = 32;
    private static final int HEAD_BYTES = 12 + KEY_BYTES;

    /** Where a second and more lies between two states, writing takes no more than this share of the time. */
    private static final double SHARE = 0.01;

    /** What writing takes before it was measured. */
    private static final double FIRST_COST = 5e-3;

    private final Path folder;
    private final double every;
    private final Runnable begun;
    private final Consumer<String> warn;
    private final AtomicInteger written = new AtomicInteger();
    private final Set<String> taken = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean warned = new AtomicBoolean();
    private volatile double latestCost = FIRST_COST;

    /**
     * @param every after how many seconds a state is written; 0: after every iteration, whatever it costs
     * @param begun what to do when there is a state for the first time
     */
    public FileCheckpointStore(Path folder, double every, Runnable begun, Consumer<String> warn) {
        Preconditions.require(
                every >= 0 && every < Double.POSITIVE_INFINITY,
                "checkpoint-every must be a number of seconds >= 0, got %s",
                every);
        this.folder = folder;
        this.every = every;
        this.begun = begun;
        this.warn = warn;
    }

    @Override
    public Checkpoint open(Supplier<String> key) {
        byte[] solve = HexFormat.of().parseHex(key.get());
        String name = HexFormat.of().formatHex(solve, 0, KEY_BYTES / 2) + ".state";
        // the same solve a second time, perhaps at the same time: one of them is enough
        return taken.add(name) ? new FileCheckpoint(folder.resolve(name), solve) : Checkpoint.none();
    }

    private final class FileCheckpoint implements Checkpoint {
        private final Path file;
        private final byte[] key;
        private final CheckpointStatus found;
        private long last = System.nanoTime();
        private double cost = latestCost;

        FileCheckpoint(Path file, byte[] key) {
            this.file = file;
            this.key = key;
            found = look(file, key);
        }

        @Override
        public CheckpointStatus status() {
            return found;
        }

        @Override
        public void read(Consumer<StateStream> state) {
            try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
                in.readNBytes(HEAD_BYTES);
                state.accept(StateStream.readFrom(in));
                Preconditions.require(
                        in.readNBytes(CHECKSUM_BYTES + 1).length == CHECKSUM_BYTES, "more than this solver writes");
            } catch (IOException | RuntimeException | OutOfMemoryError e) {
                // what was written, but not by this solver; half of it may have been taken in by now
                throw new DataException(
                        file + ": is not the state of this fit; remove it, and that fit begins anew", e);
            }
        }

        @Override
        public void afterIteration(Consumer<StateStream> state) {
            double since = (System.nanoTime() - last) * 1e-9;
            double enough = every < 1 ? every : Math.max(every, cost / SHARE);
            if (since >= enough) write(CheckpointStatus.UNDER_WAY, state);
        }

        @Override
        public void onInterrupt(Consumer<StateStream> state) {
            write(CheckpointStatus.UNDER_WAY, state);
        }

        @Override
        public void onFinish(double seconds, Consumer<StateStream> solution) {
            if (every == 0 || seconds * SHARE >= cost) write(CheckpointStatus.ENDED, solution);
        }

        private void write(CheckpointStatus kind, Consumer<StateStream> state) {
            long began = System.nanoTime();
            try {
                whole(file, key, kind, state);
                begun.run();
            } catch (IOException | UncheckedIOException e) {
                if (!warned.getAndSet(true))
                    warn.accept(
                            "warning: how far the run is could not be kept, it goes on but cannot be continued from here: "
                                    + e.getMessage());
            }
            last = System.nanoTime();
            cost = (last - began) * 1e-9;
            latestCost = cost;
        }
    }

    private void whole(Path file, byte[] key, Checkpoint.CheckpointStatus kind, Consumer<StateStream> state)
            throws IOException {
        if (!Files.isDirectory(folder)) makeFolder();
        Path partial = folder.resolve(written.incrementAndGet() + WRITING);
        try {
            try (FileChannel channel = FileChannel.open(
                    partial,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE)) {
                OutputStream raw = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16);
                CheckedOutputStream sum = new CheckedOutputStream(raw, new CRC32C());
                DataOutputStream out = new DataOutputStream(sum);
                out.writeLong(MAGIC);
                out.writeInt(kind == Checkpoint.CheckpointStatus.ENDED ? ENDED : UNDER_WAY);
                out.write(key);
                state.accept(StateStream.writeTo(out));
                out.writeLong(sum.getChecksum().getValue());
                out.flush();
                channel.force(true);
            }
            Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            Directories.syncFolder(folder);
        } finally {
            Files.deleteIfExists(partial);
        }
    }

    /** What was being written when a run was killed goes. */
    static void removePartialFiles(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) return;
        try (Stream<Path> all = Files.list(folder)) {
            for (Path file :
                    all.filter(each -> each.toString().endsWith(WRITING)).toList()) Files.delete(file);
        }
    }

    /** In a folder that is there: one that was removed meanwhile does not come back. */
    private void makeFolder() throws IOException {
        try {
            Files.createDirectory(folder);
            Directories.syncFolder(folder.resolveSibling(""));
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(folder)) throw e; // another solver was faster
        }
    }

    /** What kind of state is there; none where there is no file, or not the one that was written. */
    private Checkpoint.CheckpointStatus look(Path file, byte[] key) {
        if (!Files.isRegularFile(file)) return Checkpoint.CheckpointStatus.NOTHING;
        try (InputStream raw = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
            CRC32C sum = new CRC32C();
            long body = Files.size(file) - CHECKSUM_BYTES;
            byte[] head = raw.readNBytes((int) Math.min(HEAD_BYTES, Math.max(0, body)));
            sum.update(head);
            byte[] chunk = new byte[1 << 16];
            long at = head.length;
            while (at < body) {
                int got = raw.read(chunk, 0, (int) Math.min(chunk.length, body - at));
                if (got < 0) break;
                sum.update(chunk, 0, got);
                at += got;
            }
            DataInputStream begin = new DataInputStream(new ByteArrayInputStream(head));
            boolean same = head.length == HEAD_BYTES
                    && begin.readLong() == MAGIC
                    && new DataInputStream(raw).readLong() == sum.getValue();
            int kind = same ? begin.readInt() : 0;
            if (same && Arrays.equals(begin.readNBytes(KEY_BYTES), key))
                return kind == ENDED ? Checkpoint.CheckpointStatus.ENDED : Checkpoint.CheckpointStatus.UNDER_WAY;
        } catch (IOException e) {
            warn.accept("note: " + file + " cannot be read, that fit begins anew: " + e.getMessage());
            return Checkpoint.CheckpointStatus.NOTHING;
        }
        warn.accept("note: " + file + " is damaged, that fit begins anew");
        return Checkpoint.CheckpointStatus.NOTHING;
    }
}
