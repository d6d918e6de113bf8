package org.grapnel.studio.job;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.grapnel.data.DataException;
import org.grapnel.runs.json.Json;
import org.grapnel.runs.resume.Directories;
import org.grapnel.studio.folder.EntryName;
import org.grapnel.studio.folder.RefusedException;
import org.grapnel.studio.folder.StudioFolder;

/** The records of runs, one file each, written before a change is answered. A file is whole or absent at any moment. */
public final class RunRecords {
    private static final String END = ".json";

    private final Path place;
    private final Map<String, RunRecord> records = new ConcurrentHashMap<>();

    private RunRecords(Path place) {
        this.place = place;
    }

    /** Reads all records. A damaged one is set aside, because the run itself is in its folder. */
    public static RunRecords read(StudioFolder folder) throws IOException {
        RunRecords all = new RunRecords(folder.state("runs"));
        try (DirectoryStream<Path> files = Files.newDirectoryStream(all.place)) {
            for (Path file : files) {
                String name = String.valueOf(file.getFileName());
                if (name.endsWith(".writing")) Files.delete(file);
                if (!name.endsWith(END)) continue;
                String id = name.substring(0, name.length() - END.length());
                try {
                    RunRecord record = RunRecord.parse(name, Json.read(file));
                    if (record.id().equals(id) && EntryName.isAllowed(id)) all.records.put(id, record);
                } catch (DataException e) {
                    Files.move(file, all.place.resolve(id + ".damaged"), StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
        return all;
    }

    public Optional<RunRecord> find(String id) {
        return Optional.ofNullable(records.get(id));
    }

    public Collection<RunRecord> all() {
        return List.copyOf(records.values());
    }

    /** Adds the record of a new run. */
    synchronized void add(RunRecord record) {
        if (records.containsKey(record.id()))
            throw RefusedException.conflict("the run '" + record.id() + "' exists already; choose another name");
        write(record);
    }

    /** Changes a record; returns the new one. */
    synchronized RunRecord update(String id, UnaryOperator<RunRecord> change) {
        RunRecord before = find(id).orElseThrow(() -> RefusedException.unknown("there is no run '" + id + "'"));
        RunRecord after = change.apply(before);
        write(after);
        return after;
    }

    synchronized void remove(String id) throws IOException {
        Files.deleteIfExists(place.resolve(id + END));
        records.remove(id);
    }

    private void write(RunRecord record) {
        Path file = place.resolve(record.id() + END);
        Path writing = place.resolve(record.id() + ".writing");
        try {
            try (FileChannel channel = FileChannel.open(
                    writing,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE)) {
                ByteBuffer text = ByteBuffer.wrap(Json.format(record.toJson()).getBytes(StandardCharsets.UTF_8));
                while (text.hasRemaining()) channel.write(text);
                channel.force(true);
            }
            Files.move(writing, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            Directories.syncFolder(place);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        records.put(record.id(), record);
    }
}
