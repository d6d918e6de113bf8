package org.grapnel.spark.rdd;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.grapnel.checkpoint.Checkpoint;
import org.grapnel.checkpoint.StateStream;

/**
 * The state of one solve. State N has two parts: {@code columns-N}, which the executors write, and {@code driver-N}, which appears last, by a
 * rename. So a state whose file exists is complete, whenever the driver dies. Older states are deleted after that.
 *
 * <p>A solve that has finished leaves its last state: another call repeats at most {@code interval} iterations.
 */
public final class SolveState implements Checkpoint {
    private static final long FORMAT = 0x67726170_6e656c01L;
    private static final int CHECKSUM_BYTES = 8;
    private static final Pattern WRITTEN =
            Pattern.compile("driver-[0-9]{9}"); // the last file of a state, renamed when complete
    private static final Pattern NUMBERED = Pattern.compile("(?:driver|columns)-([0-9]{9})(?:\\.writing)?");

    private final JavaSparkContext context;
    private final FileSystem files;
    private final Path folder;
    private final String fingerprint;
    private final int interval;
    private int latest;
    private boolean isFound;
    private int next = 1;
    private int iterations;
    private int current; // number of the state that is being written or read

    private SolveState(JavaSparkContext context, FileSystem files, Path folder, String fingerprint, int interval) {
        this.context = context;
        this.files = files;
        this.folder = folder;
        this.fingerprint = fingerprint;
        this.interval = interval;
    }

    /** Finds the newest complete state in the folder. */
    static SolveState open(JavaSparkContext context, FileSystem files, Path folder, String fingerprint, int interval)
            throws IOException {
        SolveState state = new SolveState(context, files, folder, fingerprint, interval);
        for (FileStatus file : files.listStatus(folder)) {
            Matcher name = NUMBERED.matcher(file.getPath().getName());
            if (!name.matches()) continue;
            int number = Integer.parseInt(name.group(1));
            state.next = Math.max(state.next, number + 1);
            if (number > state.latest && state.isComplete(number)) {
                state.latest = number;
                state.isFound = true;
            }
        }
        return state;
    }

    /** Whether the folder of a solve has a state that was written to its end. */
    static boolean hasState(FileSystem files, Path folder) throws IOException {
        for (FileStatus file : files.listStatus(folder))
            if (WRITTEN.matcher(file.getPath().getName()).matches()) return true;
        return false;
    }

    private Path driver(int number) {
        return new Path(folder, String.format(Locale.ROOT, "driver-%09d", number));
    }

    private Path columns(int number) {
        return new Path(folder, String.format(Locale.ROOT, "columns-%09d", number));
    }

    /** Returns whether a state exists, is that of this solve, and has the right checksum. */
    private boolean isComplete(int number) throws IOException {
        Path file = driver(number);
        if (!files.exists(file) || !files.exists(columns(number))) return false;
        long length = files.getFileStatus(file).getLen() - CHECKSUM_BYTES;
        if (length < 0) return false;
        try (InputStream in = files.open(file);
                CheckedInputStream checked = new CheckedInputStream(in, new CRC32C())) {
            long skipped = 0;
            byte[] bytes = new byte[1 << 16];
            while (skipped < length) {
                int read = checked.read(bytes, 0, (int) Math.min(bytes.length, length - skipped));
                if (read < 0) return false;
                skipped += read;
            }
            if (StateStream.readFrom(in).longValue(0) != checked.getChecksum().getValue()) return false;
        }
        try (InputStream in = files.open(file)) {
            return isOwn(StateStream.readFrom(in));
        } catch (UncheckedIOException | IllegalArgumentException e) {
            return false; // another program's file
        }
    }

    private boolean isOwn(StateStream stream) {
        return stream.longValue(FORMAT) == FORMAT && stream.string(fingerprint).equals(fingerprint);
    }

    @Override
    public CheckpointStatus status() {
        return isFound ? CheckpointStatus.UNFINISHED : CheckpointStatus.NONE;
    }

    @Override
    public void read(Consumer<StateStream> state) {
        current = latest;
        try (InputStream in = files.open(driver(latest))) {
            StateStream stream = StateStream.readFrom(in);
            if (!isOwn(stream)) throw new IOException("the state was replaced by that of another problem");
            state.accept(stream);
        } catch (IOException | UncheckedIOException e) {
            throw StateFolder.unusable(folder, "read", e);
        }
    }

    @Override
    public void afterIteration(Consumer<StateStream> state) {
        if (++iterations % interval == 0) write(state);
    }

    @Override
    public void onInterrupt(Consumer<StateStream> state) {
        write(state);
    }

    @Override
    public void onFinish(double seconds, Consumer<StateStream> solution) {}

    private void write(Consumer<StateStream> state) {
        current = next++;
        Path aside = driver(current).suffix(".writing");
        try {
            // a folder that was deleted during the run stays deleted
            if (!files.exists(folder)) throw new FileNotFoundException("it was deleted during the run");
            try (OutputStream out = files.create(aside, true);
                    CheckedOutputStream checked = new CheckedOutputStream(out, new CRC32C())) {
                StateStream stream = StateStream.writeTo(checked);
                stream.longValue(FORMAT);
                stream.string(fingerprint);
                state.accept(stream);
                checked.flush();
                StateStream.writeTo(out).longValue(checked.getChecksum().getValue());
            }
            if (!files.rename(aside, driver(current))) throw new IOException("cannot rename " + aside);
            deleteOlder();
        } catch (IOException | UncheckedIOException e) {
            throw StateFolder.unusable(folder, "written", e);
        }
        latest = current;
        isFound = true;
    }

    /** Deletes all other states; what a killed run left too. */
    private void deleteOlder() throws IOException {
        for (FileStatus file : files.listStatus(folder)) {
            Matcher name = NUMBERED.matcher(file.getPath().getName());
            if (name.matches() && Integer.parseInt(name.group(1)) != current) files.delete(file.getPath(), true);
        }
    }

    /** Writes the columns of the state that is being written: one record per partition. */
    public void writeColumns(JavaRDD<double[][]> columns) {
        try {
            ColumnFiles.write(columns, columns(current));
        } catch (Exception e) { // Scala throws undeclared checked exceptions
            throw StateFolder.unusable(folder, "written", e);
        }
    }

    /** Returns the columns of the state that is being read, lazily. */
    public JavaRDD<double[][]> readColumns(int partitions) {
        return ColumnFiles.read(context, columns(current), partitions);
    }
}
