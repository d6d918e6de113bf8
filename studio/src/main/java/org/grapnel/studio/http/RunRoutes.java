package org.grapnel.studio.http;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.grapnel.studio.folder.RefusedException;
import org.grapnel.studio.folder.StudioFolder;
import org.grapnel.studio.job.CommandWords;
import org.grapnel.studio.job.JobQueue;
import org.grapnel.studio.job.RunList;
import org.grapnel.studio.job.RunRecord;
import picocli.CommandLine.Model.CommandSpec;

/** The routes of runs: start, list, watch, stop, resume, label, remove, read files. */
final class RunRoutes {
    private static final int MAX_STREAMS = 200;

    private final StudioFolder folder;
    private final RunList runs;
    private final JobQueue queue;
    private final Supplier<Map<String, CommandSpec>> commands;
    private final Tickets tickets;
    private final Set<EventStream> streams = ConcurrentHashMap.newKeySet();

    RunRoutes(
            StudioFolder folder,
            RunList runs,
            JobQueue queue,
            Supplier<Map<String, CommandSpec>> commands,
            Tickets tickets) {
        this.folder = folder;
        this.runs = runs;
        this.queue = queue;
        this.commands = commands;
        this.tickets = tickets;
    }

    void addTo(Router router) {
        router.add("GET /api/runs", call -> Answer.json(Map.of("runs", runs.all())))
                .add("POST /api/runs", this::start)
                .add(
                        "POST /api/command",
                        call -> Answer.json(Map.of(
                                "command",
                                CommandWords.shell(request(call.json()).words()))))
                .add("GET /api/runs/*", call -> Answer.json(runs.details(call.name(0))))
                .add("PATCH /api/runs/*", call -> Answer.json(runs.label(call.name(0), call.json())))
                .add("DELETE /api/runs/*", this::remove)
                .add("GET /api/runs/*/events", this::watch)
                .add("POST /api/runs/*/stop", this::stop)
                .add("POST /api/runs/*/resume", this::resume)
                .add("GET /api/runs/*/files/*", this::file)
                .add("POST /api/tickets", this::ticket);
    }

    /** Sends a sign of life to all clients that watch. */
    void ping() {
        streams.forEach(EventStream::ping);
    }

    private RunRecord request(Map<String, Object> body) {
        return new RunRequest(folder, runs, commands.get(), body).record();
    }

    private Answer start(Call call) throws Exception {
        Map<String, Object> body = call.json(); // before the lock, because a client may be slow
        synchronized (this) { // of two requests at the same time, the second sees the name of the first
            RunRecord record = request(body);
            queue.submit(record);
            return Answer.json(201, Map.of("id", record.id()));
        }
    }

    private Answer remove(Call call) throws Exception {
        runs.remove(call.name(0));
        return Answer.empty(204);
    }

    private Answer stop(Call call) {
        runs.get(call.name(0));
        queue.stop(call.name(0));
        return Answer.json(202, Map.of("id", call.name(0)));
    }

    private Answer resume(Call call) {
        runs.resume(call.name(0));
        return Answer.json(202, Map.of("id", call.name(0)));
    }

    private Answer file(Call call) {
        return download(folder.runFile(call.name(0), call.name(1)));
    }

    /** Sends a file as an attachment. */
    static Answer download(Path file) {
        return (response, callback) -> {
            String name = String.valueOf(file.getFileName());
            String ascii = name.replaceAll("[^A-Za-z0-9._-]", "_");
            response.getHeaders().put(HttpHeader.CONTENT_DISPOSITION, "attachment; filename=\"" + ascii + "\"");
            send(file, name.endsWith(".json") ? Answer.JSON : Answer.BYTES, response, callback);
        };
    }

    static void send(Path file, String type, Response response, Callback callback) throws Exception {
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, Files.size(file));
        try (OutputStream out = Content.Sink.asOutputStream(response)) {
            Files.copy(file, out);
        }
        callback.succeeded();
    }

    private Answer ticket(Call call) throws Exception {
        Map<String, Object> body = call.json();
        if (!(body.get("run") instanceof String run) || !(body.get("name") instanceof String name))
            throw RefusedException.wrong("the request needs the texts 'run' and 'name'");
        String ticket = tickets.create(folder.runFile(run, name));
        return Answer.json(Map.of(
                "url",
                "/view/" + ticket + "/"
                        + name.replace("%", "%25").replace(" ", "%20").replace("#", "%23")));
    }

    private Answer watch(Call call) {
        String id = call.name(0);
        Map<String, Object> state = runs.state(id);
        if (streams.size() >= MAX_STREAMS)
            throw RefusedException.of(503, "more than " + MAX_STREAMS + " pages watch runs; close some");
        return (response, callback) -> {
            EventStream stream = new EventStream(call.request(), response, callback, ended -> forget(id, ended));
            streams.add(stream);
            stream.begin();
            boolean isLive = queue.subscribe(id, stream);
            if (!isLive) stream.onState(state(id, state), false);
            stream.sendHistory(runs.history(id), !isLive);
        };
    }

    private Map<String, Object> state(String id, Map<String, Object> before) {
        try {
            return runs.state(id);
        } catch (RefusedException e) {
            return before; // removed meanwhile
        }
    }

    private void forget(String id, EventStream stream) {
        streams.remove(stream);
        queue.unsubscribe(id, stream);
    }
}
