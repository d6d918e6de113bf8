package org.grapnel.runs.resume;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.grapnel.compare.Comparison;
import org.grapnel.compare.Trial;
import org.grapnel.data.DataException;
import org.grapnel.runs.json.Json;
import org.grapnel.runs.json.TrialJson;
import org.grapnel.runs.json.TuningFitJson;
import org.grapnel.runs.write.ComparisonSummary;
import org.grapnel.runs.write.RunFolder;
import org.grapnel.runs.write.TuningSummary;
import org.grapnel.runtime.Preconditions;
import org.grapnel.tune.Tuner;
import org.grapnel.tune.TuningFit;

/**
 * The parts of a run that is not finished, trials of a comparison or fits of a tuning, a line of JSON each, after a line that says which run it
 * is. A line is on the disk before the next part begins; what a sudden end has left of a last one is dropped. One run at a time writes to it.
 *
 * @param <T> a part
 */
public final class Journal<T> implements AutoCloseable {
    /** Its name in {@code DIR.partial}. */
    public static final String NAME = "journal.jsonl";

    private final FileChannel channel;
    private final JournalFormat<T> kind;
    private final List<T> done;

    /**
     * A kind of run.
     *
     * @param name for people: {@code comparison}
     * @param identity what must be the same for it to be continued
     */
    private record JournalFormat<T>(
            String name, Map<String, ?> identity, Function<T, Map<String, ?>> line, EntryReader<T> reader) {
        T part(Map<String, Object> values, String where) {
            Object features = values.get("features");
            String there = String.valueOf(identity.get("features"));
            // before there is a set of so many
            if (features != null && !features.toString().equals(there))
                throw new DataException("%s: speaks of %s features, the data have %s", where, features, there);
            return reader.read(values, where);
        }
    }

    private interface EntryReader<T> {
        T read(Map<String, Object> values, String where);
    }

    private Journal(FileChannel channel, JournalFormat<T> kind, List<T> done) {
        this.channel = channel;
        this.kind = kind;
        this.done = done;
    }

    /**
     * Begins the journal of a comparison, or goes on with one of the same. One of another run is refused with what differs, and so is one
     * with a damaged line.
     *
     * @param anew whether such a one is thrown away instead
     */
    public static Journal<Trial> open(RunFolder folder, Comparison contest, boolean anew) throws IOException {
        Map<String, ?> identity = ComparisonSummary.identity(contest);
        return open(folder, new JournalFormat<>("comparison", identity, TrialJson::toMap, TrialJson::read), anew);
    }

    /** The same for a choice of parameters. */
    public static Journal<TuningFit> open(RunFolder folder, Tuner tuner, boolean anew) throws IOException {
        Map<String, ?> identity = TuningSummary.identity(tuner);
        return open(folder, new JournalFormat<>("tuning", identity, TuningFitJson::toMap, TuningFitJson::read), anew);
    }

    private static <T> Journal<T> open(RunFolder folder, JournalFormat<T> kind, boolean anew) throws IOException {
        Path file = folder.file(NAME);
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            lock(channel, file);
            List<T> done = new ArrayList<>();
            try {
                read(channel, file, kind, done);
            } catch (DataException | IllegalArgumentException e) {
                if (!anew)
                    throw new IllegalArgumentException(
                            e.getMessage()
                                    + "; give the same command to continue it, another folder, or --force to begin anew",
                            e);
                done.clear();
                channel.truncate(0);
            }
            Journal<T> journal = new Journal<>(channel, kind, List.copyOf(done));
            if (channel.position(channel.size()).position() == 0) {
                journal.line(kind.identity);
                Directories.syncFolder(folder.partialFolder());
            }
            return journal;
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            throw e;
        }
    }

    private static void lock(FileChannel channel, Path file) throws IOException {
        try {
            Preconditions.require(channel.tryLock() != null, "%s is being written by another run", file);
        } catch (OverlappingFileLockException e) {
            throw new IllegalArgumentException(file + " is being written by another run", e);
        }
    }

    /** Cuts off what follows the last line's end. */
    private static <T> void read(FileChannel channel, Path file, JournalFormat<T> kind, List<T> done)
            throws IOException {
        byte[] bytes = new byte[Math.toIntExact(channel.size())];
        ByteBuffer into = ByteBuffer.wrap(bytes);
        while (into.hasRemaining() && channel.read(into) >= 0) {
            // until all is there
        }
        int from = 0;
        for (int at = 0, line = 1; at < bytes.length; at++) {
            if (bytes[at] != '\n') continue;
            Map<String, Object> values = Json.parse(Arrays.copyOfRange(bytes, from, at), file + ", line " + line);
            if (line == 1) same(file, values, kind);
            else done.add(kind.part(values, file + ", line " + line));
            line++;
            from = at + 1;
        }
        channel.truncate(from);
    }

    private static void same(Path file, Map<String, Object> there, JournalFormat<?> kind) {
        Map<String, Object> now =
                Json.parse(Json.formatLine(kind.identity).getBytes(StandardCharsets.UTF_8), file.toString());
        Map<String, String> before = flat(there);
        flat(now).forEach((key, value) -> {
            String was = before.getOrDefault(key, "nothing");
            Preconditions.require(
                    was.equals(value), "%s is of another %s: %s was %s and is %s", file, kind.name, key, was, value);
        });
    }

    /** With the parameters of a contender under its name, so that one can be pointed at. */
    private static Map<String, String> flat(Map<String, Object> values) {
        Map<String, String> flat = new LinkedHashMap<>();
        values.forEach((key, value) -> {
            if (!(value instanceof List<?> contenders)) {
                flat.put(key, String.valueOf(value));
                return;
            }
            List<String> names = new ArrayList<>();
            Map<String, String> parameters = new LinkedHashMap<>();
            for (Object each : contenders) {
                if (!(each instanceof Map<?, ?> contender)) continue;
                String name = String.valueOf(contender.get("name"));
                names.add(name);
                contender.forEach((k, v) -> parameters.put(k + " of '" + name + "'", String.valueOf(v)));
            }
            flat.put(key, String.join(", ", names));
            flat.putAll(parameters);
        });
        return flat;
    }

    /** The parts that earlier runs have done. */
    public List<T> entries() {
        return done;
    }

    /** Adds a part, and returns when it is on the disk. */
    public void add(T part) throws IOException {
        line(kind.line.apply(part));
    }

    private void line(Map<String, ?> values) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap((Json.formatLine(values) + "\n").getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) channel.write(bytes);
        channel.force(false);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
