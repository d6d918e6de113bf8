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
import org.grapnel.data.DataException;
import org.grapnel.runs.json.Json;
import org.grapnel.runtime.Preconditions;

/**
 * The finished parts of an unfinished run: trials of a comparison or fits of a tuning. The first line identifies the run, and
 * every further line is one entry as JSON. A line is on disk before the next part begins; an incomplete last line is dropped.
 * Only one run at a time can open a journal.
 *
 * @param <T> type of the entries
 */
public final class Journal<T> implements AutoCloseable {
    /** Name of the file in {@code DIR.partial}. */
    public static final String NAME = "journal.jsonl";

    private final FileChannel channel;
    private final JournalFormat<T> format;
    private final List<T> entries;

    private Journal(FileChannel channel, JournalFormat<T> format, List<T> entries) {
        this.channel = channel;
        this.format = format;
        this.entries = entries;
    }

    /**
     * Creates the journal in a folder, or continues the one that is there.
     *
     * @param discard whether a journal of another run, or one with a damaged line, is emptied; otherwise it is refused
     */
    public static <T> Journal<T> open(Path folder, JournalFormat<T> format, boolean discard) throws IOException {
        Path file = folder.resolve(NAME);
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            lock(channel, file);
            List<T> entries = new ArrayList<>();
            try {
                read(channel, file, format, entries);
            } catch (DataException | IllegalArgumentException e) {
                if (!discard)
                    throw new IllegalArgumentException(
                            e.getMessage()
                                    + "; repeat the same command to continue it, choose another folder, or start again with --force",
                            e);
                entries.clear();
                channel.truncate(0);
            }
            Journal<T> journal = new Journal<>(channel, format, List.copyOf(entries));
            if (channel.position(channel.size()).position() == 0) {
                journal.writeLine(format.identity());
                Directories.syncFolder(folder);
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

    /** Reads all complete lines and cuts off the rest. */
    private static <T> void read(FileChannel channel, Path file, JournalFormat<T> format, List<T> entries)
            throws IOException {
        byte[] bytes = new byte[Math.toIntExact(channel.size())];
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
            // until the buffer is full
        }
        int from = 0;
        for (int at = 0, line = 1; at < bytes.length; at++) {
            if (bytes[at] != '\n') continue;
            String where = file + ", line " + line;
            Map<String, Object> values = Json.parse(Arrays.copyOfRange(bytes, from, at), where);
            if (line == 1) requireSameRun(file, values, format);
            else entries.add(format.read(values, where));
            line++;
            from = at + 1;
        }
        channel.truncate(from);
    }

    private static void requireSameRun(Path file, Map<String, Object> found, JournalFormat<?> format) {
        Map<String, Object> now =
                Json.parse(Json.formatLine(format.identity()).getBytes(StandardCharsets.UTF_8), file.toString());
        Map<String, String> before = flatten(found);
        flatten(now).forEach((key, value) -> {
            // an older version did not write entries that it did not know; null means that they do not apply
            String was = before.getOrDefault(key, value.equals("null") ? value : "missing");
            Preconditions.require(
                    was.equals(value),
                    "%s belongs to another %s: %s was %s and is %s",
                    file,
                    format.kind(),
                    key,
                    was,
                    value);
        });
    }

    /** Moves the parameters of each method to the top level, under its name, so that a difference can be named. */
    private static Map<String, String> flatten(Map<String, Object> values) {
        Map<String, String> flat = new LinkedHashMap<>();
        values.forEach((key, value) -> {
            if (!(value instanceof List<?> methods)) {
                flat.put(key, String.valueOf(value));
                return;
            }
            List<String> names = new ArrayList<>();
            Map<String, String> parameters = new LinkedHashMap<>();
            for (Object entry : methods) {
                if (!(entry instanceof Map<?, ?> method)) continue;
                String name = String.valueOf(method.get("name"));
                names.add(name);
                method.forEach((k, v) -> parameters.put(k + " of '" + name + "'", String.valueOf(v)));
            }
            flat.put(key, String.join(", ", names));
            flat.putAll(parameters);
        });
        return flat;
    }

    /** Returns the entries that earlier runs wrote. */
    public List<T> entries() {
        return entries;
    }

    /** Adds an entry and returns when it is on disk. */
    public void add(T entry) throws IOException {
        writeLine(format.toMap().apply(entry));
    }

    private void writeLine(Map<String, ?> values) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap((Json.formatLine(values) + "\n").getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) channel.write(bytes);
        channel.force(false);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
