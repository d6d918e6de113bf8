package org.grapnel.studio.job;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.grapnel.runs.resume.RunManifest;
import org.grapnel.studio.folder.RefusedException;
import org.grapnel.studio.folder.StudioFolder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Runs jobs one after another, each in a process of its own. What happens is in the records first, so that a studio that is killed can be
 * continued by the next one.
 */
public final class JobQueue implements AutoCloseable {
    private static final long ENDING_SECONDS = 4;
    private static final int INTERRUPTED = 130;
    private static final int REQUEST = 1;

    private final StudioFolder folder;
    private final RunRecords records;
    private final Supplier<List<String>> workerCommand;
    private final Supplier<Map<String, CommandSpec>> commands;
    private final Map<String, Job> jobs = new ConcurrentHashMap<>();
    private final Deque<Job> waiting = new ArrayDeque<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean isEnding;

    /** @param workerCommand the command that starts a worker */
    public JobQueue(
            StudioFolder folder,
            RunRecords records,
            Supplier<List<String>> workerCommand,
            Supplier<Map<String, CommandSpec>> commands) {
        this.folder = folder;
        this.records = records;
        this.workerCommand = workerCommand;
        this.commands = commands;
    }

    /** Starts the threads, and queues what an earlier studio has left. */
    public void start(int parallel) {
        records.all().stream()
                .filter(record -> record.isJob() && !record.status().state().isFinal())
                .sorted(Comparator.comparing(
                                (RunRecord record) -> record.status().state() == RunState.QUEUED)
                        .thenComparing(RunRecord::created))
                .forEach(record -> {
                    Job job = job(record.id(), true, record.status().pid() != 0);
                    if (record.status().isStopRequested()) job.setStopped();
                    enqueue(job);
                });
        for (int i = 0; i < parallel; i++) {
            Thread thread = new Thread(this::work, "grapnel-job-" + i);
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
    }

    private Job job(String id, boolean isResumed, boolean isInherited) {
        Job job = new Job(id, isResumed, isInherited, () -> records.find(id).orElseThrow());
        jobs.put(id, job);
        return job;
    }

    /** Queues a new run. Its record is on disk when this returns. */
    public void submit(RunRecord record) {
        records.add(record);
        enqueue(job(record.id(), false, false));
    }

    private void enqueue(Job job) {
        synchronized (waiting) {
            waiting.addLast(job);
            waiting.notifyAll();
        }
    }

    /** The place of a waiting run, from 1 on; 0 if it does not wait. */
    int position(String id) {
        synchronized (waiting) {
            int place = 1;
            for (Job job : waiting) {
                if (job.id.equals(id)) return place;
                place++;
            }
            return 0;
        }
    }

    /** Whether a run that waits or runs reads an entry of the folder. */
    public boolean isUsed(String name) {
        return jobs.keySet().stream()
                .flatMap(id -> records.find(id).stream())
                .anyMatch(record -> record.data().equals(name)
                        || record.uses().contains(name)
                        || record.id().equals(name));
    }

    Optional<Job> find(String id) {
        return Optional.ofNullable(jobs.get(id));
    }

    /** Stops a run; it ends with the point reached. */
    public void stop(String id) {
        Job job = find(id).orElseThrow(() -> RefusedException.conflict("the run '" + id + "' is not running"));
        boolean waited;
        synchronized (waiting) {
            waited = waiting.remove(job);
        }
        if (waited) {
            end(job, RunState.STOPPED, INTERRUPTED, RunMessage.of("stopped before it began"), 0);
            return;
        }
        records.update(id, record -> record.withStatus(record.status().stopRequested()));
        job.setStopped();
        WorkerProcess worker = job.worker();
        if (worker != null) sendStop(worker);
    }

    private static void sendStop(WorkerProcess worker) {
        try {
            worker.send(Map.of("op", "stop", "id", REQUEST));
        } catch (IOException e) {
            // the process has just ended
        }
    }

    /** Continues a run that was stopped or has failed after a checkpoint. */
    public synchronized void resume(RunRecord record) {
        if (find(record.id()).isPresent())
            throw RefusedException.conflict("the run '" + record.id() + "' is not stopped");
        if (manifest(record.id()).isEmpty())
            throw RefusedException.conflict(
                    "the run '" + record.id() + "' has no state to continue from; start it again");
        if (records.find(record.id()).isEmpty()) records.add(record);
        records.update(record.id(), known -> known.withStatus(known.status().requeued()));
        enqueue(job(record.id(), true, false));
    }

    Optional<RunManifest> manifest(String id) {
        try {
            return RunManifest.find(folder.root().resolve(id));
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    private void work() {
        while (!isEnding) {
            Job job;
            synchronized (waiting) {
                while (waiting.isEmpty() && !isEnding) {
                    try {
                        waiting.wait();
                    } catch (InterruptedException e) {
                        return;
                    }
                }
                if (isEnding) return;
                job = waiting.removeFirst();
                tellPositions();
            }
            try {
                run(job);
            } catch (InterruptedException e) {
                return;
            } catch (IOException | RuntimeException e) {
                if (!isEnding)
                    end(job, RunState.FAILED, 1, RunMessage.of("the run could not be started: " + e.getMessage()), 0);
            }
        }
    }

    private void tellPositions() {
        for (Job other : waiting) other.tell(state(other.id), false);
    }

    private void run(Job job) throws IOException, InterruptedException {
        if (job.isInherited) awaitEarlierProcess(job.record().status());
        Optional<RunManifest> unfinished = job.isResumed ? manifest(job.id) : Optional.empty();
        if (job.isStopped()) {
            endEarlier(job, unfinished);
            return;
        }
        if (job.isResumed && unfinished.isEmpty() && isComplete(job.id)) {
            end(job, RunState.DONE, 0, RunMessage.of(""), 0);
            return;
        }
        List<String> words = unfinished.isPresent()
                ? List.of("resume", job.id)
                : new RecordedWords(job.record(), folder).require(commands.get());
        long before = System.nanoTime();
        WorkerProcess worker = WorkerProcess.start(workerCommand.get(), folder.root());
        try {
            Optional<Instant> began = worker.began();
            records.update(job.id, record -> record.withStatus(record.status().running(worker.pid(), began)));
            job.tell(state(job.id), false);
            Map<String, Object> done = converse(job, worker, words);
            if (!isEnding) conclude(job, worker, done, (System.nanoTime() - before) * 1e-9);
        } finally {
            job.setWorker(null);
            if (!isEnding) worker.close();
        }
    }

    /** Runs the words and passes progress on; returns the last message, which is empty if the process ended without one. */
    private Map<String, Object> converse(Job job, WorkerProcess worker, List<String> words) {
        try {
            worker.run(REQUEST, words);
            if (job.setWorker(worker)) sendStop(worker);
            if (isEnding) worker.endRequests();
            while (true) {
                Optional<Map<String, Object>> next = worker.read();
                if (next.isEmpty()) return Map.of();
                Map<String, Object> message = next.orElseThrow();
                String event = String.valueOf(message.get("event"));
                if (event.equals("progress")) job.onProgress(message);
                if (event.equals("done") || event.equals("refused")) return message;
            }
        } catch (IOException e) {
            return Map.of();
        }
    }

    private void conclude(Job job, WorkerProcess worker, Map<String, Object> done, double seconds)
            throws InterruptedException {
        if (done.isEmpty()) {
            worker.endRequests();
            int code = worker.code();
            if (!isEnding) end(job, RunState.FAILED, code, RunMessage.of(lost(job.id, code)), seconds);
            return;
        }
        if ("refused".equals(done.get("event"))) {
            end(job, RunState.FAILED, 1, RunMessage.of(String.valueOf(done.get("message"))), seconds);
            return;
        }
        int code = done.get("code") instanceof Number number ? number.intValue() : 1;
        boolean isCancelled = Boolean.TRUE.equals(done.get("cancelled"));
        if (isCancelled && !job.isStopped() && isEndingSoon()) return; // Ctrl-C reached the worker first
        RunMessage said = RunMessage.parse(String.valueOf(done.get("errors")), options(job.record()));
        if (code == INTERRUPTED) {
            if (manifest(job.id).isPresent()) end(job, RunState.STOPPED, code, quiet(said), seconds);
            else if (isComplete(job.id)) end(job, RunState.DONE, 0, quiet(said), seconds);
            else end(job, RunState.STOPPED, code, RunMessage.of("stopped before there was a result to keep"), seconds);
        } else if (code == 0 || (code == 3 && isComplete(job.id))) {
            end(job, RunState.DONE, code, quiet(said), seconds);
        } else {
            String text = said.text().isEmpty() ? "the command ended with code " + code : said.text();
            end(job, RunState.FAILED, code, new RunMessage(text, said.option(), said.warnings()), seconds);
        }
    }

    private static RunMessage quiet(RunMessage said) {
        return new RunMessage("", "", said.warnings());
    }

    /** A Ctrl-C at a terminal reaches the studio and its workers at the same time, in any order. */
    private boolean isEndingSoon() throws InterruptedException {
        for (int i = 0; i < 20 && !isEnding; i++) Thread.sleep(50);
        return isEnding;
    }

    private CommandSpec options(RunRecord record) {
        CommandSpec known = commands.get().get(record.command());
        return known == null ? CommandSpec.create() : known;
    }

    private String lost(String id, int code) {
        String how = code > 128 ? "was ended by signal " + (code - 128) : "ended with code " + code;
        return "the process of this run " + how + " before it had a result; "
                + (manifest(id).isPresent()
                        ? "it can continue from its last checkpoint"
                        : "there was no checkpoint yet, so start it again");
    }

    private void endEarlier(Job job, Optional<RunManifest> unfinished) {
        if (unfinished.isPresent()) end(job, RunState.STOPPED, INTERRUPTED, RunMessage.of(""), 0);
        else if (isComplete(job.id)) end(job, RunState.DONE, 0, RunMessage.of(""), 0);
        else end(job, RunState.STOPPED, INTERRUPTED, RunMessage.of("stopped before there was a result to keep"), 0);
    }

    boolean isComplete(String id) {
        return Files.isRegularFile(folder.root().resolve(id).resolve("summary.json"));
    }

    /** Waits for the worker of an earlier studio, which writes the point it has reached. */
    private void awaitEarlierProcess(RunStatus status) throws InterruptedException {
        Optional<ProcessHandle> earlier = ProcessHandle.of(status.pid());
        if (earlier.isEmpty() || !earlier.orElseThrow().info().startInstant().equals(status.began())) return;
        while (earlier.orElseThrow().isAlive() && !isEnding) Thread.sleep(50);
        if (isEnding) throw new InterruptedException("the studio is ending");
    }

    private void end(Job job, RunState how, int code, RunMessage said, double seconds) {
        synchronized (this) {
            jobs.remove(job.id);
            records.update(job.id, record -> record.withStatus(record.status().ended(how, code, said, seconds)));
        }
        job.tell(state(job.id), true);
    }

    /** The state of a run with its progress. */
    Map<String, Object> state(String id) {
        Map<String, Object> json = new LinkedHashMap<>();
        RunRecord record = records.find(id).orElseThrow();
        RunStatus status = record.status();
        json.put("state", status.state().toString());
        int position = position(id);
        if (position > 0) json.put("position", position);
        Job job = jobs.get(id);
        if (status.state() == RunState.RUNNING && job != null) {
            Map<String, Object> progress = job.progress();
            for (String key : List.of("phase", "share", "seconds", "left"))
                if (progress.containsKey(key)) json.put(key, progress.get(key));
            if (job.isStopped()) json.put("phase", "stopping");
        } else {
            json.put("seconds", status.seconds());
        }
        if (!status.message().isEmpty()) json.put("message", status.message());
        if (!status.option().isEmpty()) json.put("option", status.option());
        if (status.code() >= 0) json.put("code", status.code());
        return json;
    }

    /** Listens to a run that waits or runs; returns false if it has ended. */
    public boolean subscribe(String id, JobListener listener) {
        synchronized (this) {
            Job job = jobs.get(id);
            if (job == null) return false;
            job.subscribe(listener, state(id));
            return true;
        }
    }

    public void unsubscribe(String id, JobListener listener) {
        Job job = jobs.get(id);
        if (job != null) job.unsubscribe(listener);
    }

    /** The points of a run that waits or runs. */
    public List<List<Number>> history(String id) {
        Job job = jobs.get(id);
        return job == null ? List.of() : job.history();
    }

    /** Ends the running jobs with the point reached. Their records stay, so that the next studio continues them. */
    @Override
    public void close() {
        isEnding = true;
        synchronized (waiting) {
            waiting.notifyAll();
        }
        List<WorkerProcess> workers = new ArrayList<>();
        for (Job job : jobs.values()) {
            @Nullable WorkerProcess worker = job.worker();
            if (worker != null) workers.add(worker);
        }
        workers.forEach(WorkerProcess::endRequests);
        long until = System.nanoTime() + ENDING_SECONDS * 1_000_000_000;
        try {
            for (WorkerProcess worker : workers)
                worker.endsWithin(Math.max(0, (until - System.nanoTime()) / 1_000_000_000 + 1));
            for (Thread thread : threads) {
                thread.interrupt();
                thread.join(200);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
