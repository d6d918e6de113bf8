package org.grapnel.spark.app;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.grapnel.runs.resume.RunManifest;
import org.grapnel.runtime.Preconditions;
import org.jspecify.annotations.Nullable;

/** The file {@code run.json} of an unfinished run, in any file system that Hadoop supports. */
record ManifestFile(FileSystem files, Path folder) {
    private static final int LARGEST = 1 << 20;

    private Path file() {
        return new Path(folder, RunManifest.NAME);
    }

    Optional<RunManifest> read() throws IOException {
        if (!files.exists(file())) return Optional.empty();
        try (InputStream in = files.open(file())) {
            return Optional.of(RunManifest.parse(in.readNBytes(LARGEST), file().toString()));
        }
    }

    void write(RunManifest run) throws IOException {
        Path partial = file().suffix(".writing");
        try (OutputStream out = files.create(partial, true)) {
            out.write(run.format().getBytes(StandardCharsets.UTF_8));
        }
        if (files.exists(file())) files.delete(file(), false);
        if (!files.rename(partial, file())) throw new IOException("cannot rename " + partial + " to " + file());
    }

    void delete() throws IOException {
        if (files.exists(file())) files.delete(file(), false);
    }

    /**
     * Records what identifies an input.
     *
     * @param check whether another identity than the recorded one is refused
     */
    void record(String input, String identity, boolean check) throws IOException {
        Optional<RunManifest> run = read();
        if (run.isEmpty()) return;
        Map<String, String> inputs = new LinkedHashMap<>(run.get().inputs());
        String before = inputs.put(input, identity);
        Preconditions.require(
                !check || before == null || before.equals(identity),
                "%s has changed since the run began: it was %s and is %s; --force starts again",
                input,
                before,
                identity);
        write(new RunManifest(
                run.get().version(), run.get().directory(), run.get().words(), inputs));
    }

    /** Describes the files of an input by number, size and time of the last change, which is cheap. */
    static String describe(FileSystem files, Path input) throws IOException {
        long count = 0;
        long bytes = 0;
        long changed = 0;
        FileStatus @Nullable [] found = files.globStatus(input);
        if (found != null)
            for (FileStatus one : found) {
                RemoteIterator<LocatedFileStatus> all = files.listFiles(one.getPath(), true);
                while (all.hasNext()) {
                    LocatedFileStatus file = all.next();
                    count++;
                    bytes += file.getLen();
                    changed = Math.max(changed, file.getModificationTime());
                }
            }
        return count + (count == 1 ? " file of " : " files of ") + bytes + " bytes, changed at "
                + java.time.Instant.ofEpochMilli(changed);
    }
}
