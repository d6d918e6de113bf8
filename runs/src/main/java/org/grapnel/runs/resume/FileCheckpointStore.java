package org.grapnel.runs.resume;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.grapnel.checkpoint.Checkpoint;
import org.grapnel.checkpoint.CheckpointStore;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.runtime.Preconditions;

/**
 * Keeps the checkpoints of an unfinished run, one file per solver. A damaged file is ignored: its solver starts from the
 * beginning and ends with the same bits. A checkpoint that cannot be written does not stop the run; one warning is given.
 */
public final class FileCheckpointStore implements CheckpointStore {
    /** Name of the folder in {@code DIR.partial}. */
    static final String FOLDER = "state";

    /** Suffix of a file that is being written. */
    private static final String WRITING = ".writing";

    /**
     * The largest share of the running time that writing checkpoints may take. It does not apply if they are less than
     * a second apart.
     */
    private static final double SHARE = 0.01;

    /** Assumed seconds of a write before one was measured. */
    private static final double FIRST_COST = 5e-3;

    private final Path folder;
    private final double every;
    private final Runnable onWrite;
    private final Consumer<String> warn;
    private final AtomicInteger writes = new AtomicInteger();
    private final Set<String> open = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean warned = new AtomicBoolean();
    private volatile double latestCost = FIRST_COST;

    /**
     * @param every seconds between checkpoints; 0 writes one after every iteration
     * @param onWrite called after every checkpoint that was written
     */
    public FileCheckpointStore(Path folder, double every, Runnable onWrite, Consumer<String> warn) {
        Preconditions.require(
                every >= 0 && every < Double.POSITIVE_INFINITY,
                "checkpoint-every must be a number of seconds >= 0, got %s",
                every);
        this.folder = folder;
        this.every = every;
        this.onWrite = onWrite;
        this.warn = warn;
    }

    @Override
    public Checkpoint open(Supplier<String> key) {
        byte[] fingerprint = HexFormat.of().parseHex(key.get());
        String name = HexFormat.of().formatHex(fingerprint, 0, CheckpointFile.FINGERPRINT_BYTES / 2) + ".state";
        // a second solve with the same fingerprint, perhaps at the same time, needs no checkpoint of its own
        return open.add(name)
                ? new FileCheckpoint(new CheckpointFile(folder.resolve(name), fingerprint))
                : Checkpoint.none();
    }

    private final class FileCheckpoint implements Checkpoint {
        private final CheckpointFile file;
        private final CheckpointStatus status;
        private long lastWrite = System.nanoTime();
        private double cost = latestCost;

        FileCheckpoint(CheckpointFile file) {
            this.file = file;
            status = findStatus(file);
        }

        @Override
        public CheckpointStatus status() {
            return status;
        }

        @Override
        public void read(Consumer<StateStream> state) {
            file.read(state);
        }

        @Override
        public void afterIteration(Consumer<StateStream> state) {
            double elapsed = (System.nanoTime() - lastWrite) * 1e-9;
            double interval = every < 1 ? every : Math.max(every, cost / SHARE);
            if (elapsed >= interval) write(CheckpointStatus.UNFINISHED, state);
        }

        @Override
        public void onInterrupt(Consumer<StateStream> state) {
            write(CheckpointStatus.UNFINISHED, state);
        }

        @Override
        public void onFinish(double seconds, Consumer<StateStream> solution) {
            if (every == 0 || seconds * SHARE >= cost) write(CheckpointStatus.FINISHED, solution);
        }

        private void write(CheckpointStatus status, Consumer<StateStream> state) {
            long start = System.nanoTime();
            try {
                if (!Files.isDirectory(folder)) createFolder();
                file.write(folder.resolve(writes.incrementAndGet() + WRITING), status, state);
                onWrite.run();
            } catch (IOException | UncheckedIOException e) {
                if (!warned.getAndSet(true))
                    warn.accept(
                            "warning: no checkpoint could be written; the run goes on but cannot be resumed from here: "
                                    + e.getMessage());
            }
            lastWrite = System.nanoTime();
            cost = (lastWrite - start) * 1e-9;
            latestCost = cost;
        }
    }

    private Checkpoint.CheckpointStatus findStatus(CheckpointFile checkpoint) {
        if (!Files.isRegularFile(checkpoint.file())) return Checkpoint.CheckpointStatus.NONE;
        try {
            Optional<Checkpoint.CheckpointStatus> status = checkpoint.verify();
            if (status.isPresent()) return status.orElseThrow();
            warn.accept("note: " + checkpoint.file() + " is damaged; that fit starts from the beginning");
        } catch (IOException e) {
            warn.accept("note: " + checkpoint.file() + " cannot be read; that fit starts from the beginning: "
                    + e.getMessage());
        }
        return Checkpoint.CheckpointStatus.NONE;
    }

    /** Creates the folder but not its parent: a run folder that was removed meanwhile stays removed. */
    private void createFolder() throws IOException {
        try {
            Files.createDirectory(folder);
            Directories.syncFolder(folder.resolveSibling(""));
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(folder)) throw e; // another solver created it first
        }
    }

    /** Removes the files that a killed run was writing. */
    static void removePartialFiles(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) return;
        try (Stream<Path> all = Files.list(folder)) {
            for (Path file :
                    all.filter(each -> each.toString().endsWith(WRITING)).toList()) Files.delete(file);
        }
    }
}
