package org.grapnel.studio.job;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.grapnel.data.DataException;
import org.grapnel.runs.json.Json;
import org.grapnel.runs.read.ReproduceCommand;
import org.grapnel.runs.read.SavedRun;
import org.grapnel.runs.resume.Directories;
import org.grapnel.runs.resume.ResumeState;
import org.grapnel.runs.resume.RunManifest;
import org.grapnel.runs.table.SavedTable;
import org.grapnel.studio.folder.DataEntry;
import org.grapnel.studio.folder.EntryName;
import org.grapnel.studio.folder.RefusedException;
import org.grapnel.studio.folder.StudioFolder;
import org.jspecify.annotations.Nullable;

/** The runs of the folder: those of the studio and those that the command line made there. */
public final class RunList {
    private static final String PARTIAL = ".partial";
    private static final int MAX_POINTS = 2000;

    private final StudioFolder folder;
    private final RunRecords records;
    private final JobQueue queue;
    private final RunSummaries summaries = new RunSummaries();

    public RunList(StudioFolder folder, RunRecords records, JobQueue queue) {
        this.folder = folder;
        this.records = records;
        this.queue = queue;
    }

    /** All runs, the newest first. */
    public List<Map<String, Object>> all() throws IOException {
        Set<String> ids = new LinkedHashSet<>();
        records.all().forEach(record -> ids.add(record.id()));
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder.root())) {
            for (Path entry : entries) {
                String name = String.valueOf(entry.getFileName());
                if (name.endsWith(PARTIAL) && isUnfinished(entry))
                    name = name.substring(0, name.length() - PARTIAL.length());
                else if (!Files.isRegularFile(entry.resolve("summary.json"), LinkOption.NOFOLLOW_LINKS)) continue;
                if (EntryName.isAllowed(name) && !Files.isSymbolicLink(entry)) ids.add(name);
            }
        }
        List<Map<String, Object>> runs = new ArrayList<>();
        for (String id : ids) describe(id).ifPresent(runs::add);
        runs.sort(Comparator.comparing((Map<String, Object> run) -> String.valueOf(run.get("created")))
                .reversed()
                .thenComparing(run -> String.valueOf(run.get("id"))));
        return runs;
    }

    private static boolean isUnfinished(Path partial) {
        return Files.isRegularFile(partial.resolve(RunManifest.NAME), LinkOption.NOFOLLOW_LINKS);
    }

    /** Whether a name is that of a run, which an entry of the folder of this name would be. */
    public boolean isTaken(String id) {
        Path path = folder.entry(id);
        return records.find(id).isPresent()
                || StudioFolder.exists(path)
                || StudioFolder.exists(path.resolveSibling(id + PARTIAL));
    }

    /** The run as the list shows it. */
    public Map<String, Object> get(String id) {
        EntryName.require(id);
        return describe(id).orElseThrow(() -> RefusedException.unknown("there is no run '" + id + "'"));
    }

    private Optional<Map<String, Object>> describe(String id) {
        Path path = folder.root().resolve(id);
        Optional<RunRecord> record = records.find(id);
        Optional<RunSummaries.RunFigures> figures =
                Files.isSymbolicLink(path) ? Optional.empty() : summaries.find(path);
        Path partial = path.resolveSibling(id + PARTIAL);
        boolean isJob = record.isPresent() && record.orElseThrow().isJob();
        boolean isUnfinished = figures.isEmpty() && !isJob && !Files.isSymbolicLink(partial) && isUnfinished(partial);
        if (!isJob && figures.isEmpty() && !isUnfinished) return Optional.empty();
        RunLabel label = record.map(RunRecord::label).orElse(RunLabel.empty());
        Map<String, Object> run = new LinkedHashMap<>();
        run.put("id", id);
        run.put("title", label.title());
        run.put("tags", label.tags());
        run.put("pinned", label.pinned());
        if (isJob) putJob(run, record.orElseThrow());
        else putFolder(run, figures, isUnfinished ? partial : path);
        figures.ifPresent(found -> {
            if (!"running".equals(run.get("state"))) run.putAll(found.figures());
            if (found.seconds().isPresent() && !run.containsKey("seconds"))
                run.put("seconds", found.seconds().orElseThrow());
        });
        return Optional.of(run);
    }

    private void putJob(Map<String, Object> run, RunRecord record) {
        run.put("command", record.command());
        run.put("data", record.data());
        run.put("created", record.created().toString());
        run.putAll(queue.state(record.id()));
        run.put("resumable", isResumable(record.id(), record.status().state()));
        if (record.status().state() == RunState.DONE && !queue.isComplete(record.id())) {
            run.put("folder_gone", true);
            run.put("message", "its folder is gone: it was moved or removed outside of the studio");
        }
    }

    private boolean isResumable(String id, RunState state) {
        boolean hasEnded = state == RunState.STOPPED || state == RunState.FAILED;
        Path path = folder.root().resolve(id);
        return hasEnded
                && (isUnfinished(path.resolveSibling(id + PARTIAL))
                        || Files.isRegularFile(path.resolve(RunManifest.NAME), LinkOption.NOFOLLOW_LINKS));
    }

    private void putFolder(Map<String, Object> run, Optional<RunSummaries.RunFigures> figures, Path path) {
        boolean isDone = figures.isPresent() && !figures.orElseThrow().isResumable();
        run.put("state", (isDone ? RunState.DONE : RunState.STOPPED).toString());
        run.put("resumable", !isDone);
        run.put("command", figures.map(RunSummaries.RunFigures::command).orElse(""));
        run.put("data", figures.map(found -> entryName(found.data())).orElse(""));
        run.put(
                "created",
                figures.map(RunSummaries.RunFigures::modified)
                        .orElseGet(() -> modified(path))
                        .toString());
    }

    /** The name of the entry of the folder that the command line was given as data, from this folder or one above it. */
    private String entryName(String data) {
        try {
            Path given = Path.of(data);
            for (Path from = folder.root(); from != null; from = from.getParent()) {
                Path path = from.resolve(given).normalize();
                if (folder.root().equals(path.getParent()) && StudioFolder.exists(path))
                    return String.valueOf(path.getFileName());
            }
        } catch (InvalidPathException e) {
            return data; // it was written on another system
        }
        return data;
    }

    /** Whether the data of a run are among those of the folder. */
    private boolean isDataKnown(String data) throws IOException {
        if (!EntryName.isAllowed(data)) return false;
        Optional<DataEntry> entry = folder.describe(folder.root().resolve(data));
        return entry.isPresent() && entry.orElseThrow().isReadable();
    }

    private static Instant modified(Path path) {
        try {
            return Files.getLastModifiedTime(path).toInstant();
        } catch (IOException e) {
            return Instant.EPOCH; // removed meanwhile
        }
    }

    /** The run with its summary, files and words. */
    public Map<String, Object> details(String id) throws IOException {
        Map<String, Object> run = get(id);
        Path path = folder.root().resolve(id);
        Path summary = path.resolve("summary.json");
        boolean isFinished = Files.isRegularFile(summary, LinkOption.NOFOLLOW_LINKS) && !Files.isSymbolicLink(path);
        if (isFinished) {
            run.put("summary", Json.read(summary));
            run.put("files", files(path));
        } else {
            run.put("files", List.of());
        }
        Optional<RunRecord> record = records.find(id).filter(RunRecord::isJob);
        record.map(RunRecord::words)
                .or(() -> queue.manifest(id).map(RunManifest::words))
                .or(() -> isFinished ? repeated(path) : Optional.empty())
                .ifPresent(words -> {
                    run.put("words", words);
                    run.put("shell", CommandWords.shell(words));
                });
        run.put("data_known", isDataKnown(String.valueOf(run.get("data"))));
        run.put("warnings", record.map(known -> known.status().warnings()).orElse(List.of()));
        return run;
    }

    /** The words of the command that repeats a run of the command line; empty for a comparison, new samples, and Spark. */
    private static Optional<List<String>> repeated(Path path) {
        try {
            SavedRun saved = SavedRun.read(path);
            if (saved.isComparison() || saved.isOnSpark()) return Optional.empty();
            List<String> words = ReproduceCommand.build(saved);
            return Optional.of(words.subList(1, words.size())); // without the name of the program
        } catch (DataException e) {
            return Optional.empty();
        }
    }

    private static List<Map<String, Object>> files(Path path) throws IOException {
        List<Map<String, Object>> files = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(path)) {
            for (Path file : all) {
                String name = String.valueOf(file.getFileName());
                if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || !EntryName.isAllowed(name)) continue;
                Map<String, Object> entry = new LinkedHashMap<>();
                entry.put("name", name);
                entry.put("bytes", Files.size(file));
                files.add(entry);
            }
        }
        files.sort(Comparator.comparing(file -> String.valueOf(file.get("name"))));
        return files;
    }

    /** Changes what the user has written on a run. */
    public Map<String, Object> label(String id, Map<String, Object> changes) {
        Map<String, Object> run = get(id);
        RunLabel label =
                records.find(id).map(RunRecord::label).orElse(RunLabel.empty()).with(changes);
        if (records.find(id).isEmpty()) records.add(external(run, List.of()));
        records.update(id, record -> record.withLabel(label));
        return get(id);
    }

    /** The record of a run that the command line made. */
    private static RunRecord external(Map<String, Object> run, List<String> words) {
        return new RunRecord(
                String.valueOf(run.get("id")),
                RunLabel.empty(),
                Instant.parse(String.valueOf(run.get("created"))),
                String.valueOf(run.get("command")),
                String.valueOf(run.get("data")),
                List.of(),
                words,
                RunStatus.queued());
    }

    /** Continues a run, also one that the command line began in this folder. */
    public void resume(String id) {
        Map<String, Object> run = get(id);
        List<String> words = queue.manifest(id).map(RunManifest::words).orElse(List.of());
        Optional<RunRecord> known = records.find(id);
        if (known.isPresent() && !known.orElseThrow().isJob() && !words.isEmpty()) {
            RunRecord labelled = known.orElseThrow();
            records.update(
                    id,
                    record -> new RunRecord(
                            id,
                            labelled.label(),
                            labelled.created(),
                            words.get(0),
                            labelled.data(),
                            List.of(),
                            words,
                            RunStatus.queued()));
        }
        queue.resume(records.find(id).orElseGet(() -> external(run, words)));
    }

    /** Removes a run: first it disappears, then its bytes go. */
    public void remove(String id) throws IOException {
        get(id);
        if (queue.find(id).isPresent()) {
            if (records.find(id).orElseThrow().status().state() == RunState.RUNNING)
                throw RefusedException.conflict("the run '" + id + "' is running; stop it first");
            queue.stop(id);
        }
        if (queue.isUsed(id)) throw RefusedException.conflict("the run '" + id + "' is used by one that waits or runs");
        Path path = folder.root().resolve(id);
        int number = 0;
        for (Path part : List.of(path, path.resolveSibling(id + PARTIAL))) {
            boolean isRun = Files.isRegularFile(part.resolve("summary.json"), LinkOption.NOFOLLOW_LINKS)
                    || new ResumeState(part).isMarked()
                    || isUnfinished(part);
            if (!Files.isDirectory(part, LinkOption.NOFOLLOW_LINKS) || !isRun) continue;
            Path away = folder.state("uploads").resolve("removed-" + number++ + "-" + System.nanoTime());
            Files.move(part, away, StandardCopyOption.ATOMIC_MOVE);
            Directories.deleteTree(away);
        }
        records.remove(id);
    }

    /** The points of the objective of a run: those of its trace, and live ones that continue them. */
    public List<List<Number>> history(String id) {
        List<List<Number>> live = queue.history(id);
        List<List<Number>> points = new ArrayList<>(trace(id));
        boolean continues = !live.isEmpty()
                && !points.isEmpty()
                && live.get(0).get(0).longValue()
                        >= points.get(points.size() - 1).get(0).longValue();
        if (!live.isEmpty() && !continues) return live;
        points.addAll(live);
        return points;
    }

    private List<List<Number>> trace(String id) {
        Path trace = folder.root().resolve(id).resolve("trace.csv");
        if (!Files.isRegularFile(trace, LinkOption.NOFOLLOW_LINKS)) return List.of();
        try {
            SavedTable table = SavedTable.read(trace);
            List<String> iteration = table.texts("iteration");
            List<String> objective = table.texts("objective");
            List<String> seconds = table.texts("seconds");
            int every = iteration.size() / MAX_POINTS + 1;
            List<List<Number>> points = new ArrayList<>();
            for (int i = 0; i < iteration.size(); i++)
                if (i % every == 0 || i == iteration.size() - 1)
                    points.add(List.of(
                            Integer.parseInt(iteration.get(i)),
                            Double.parseDouble(objective.get(i)),
                            Double.parseDouble(seconds.get(i))));
            return points;
        } catch (DataException | NumberFormatException e) {
            return List.of(); // changed by hand
        }
    }

    /** The state of a run for its stream of events. */
    public Map<String, Object> state(String id) {
        Map<String, Object> run = get(id);
        Map<String, Object> state = new LinkedHashMap<>();
        for (String key :
                List.of("state", "position", "phase", "share", "seconds", "left", "message", "option", "code")) {
            @Nullable Object value = run.get(key);
            if (value != null) state.put(key, value);
        }
        return state;
    }
}
