package org.grapnel.studio.http;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.grapnel.runs.json.Json;
import org.grapnel.studio.folder.DataEntry;
import org.grapnel.studio.folder.RefusedException;
import org.grapnel.studio.folder.StudioFolder;
import org.grapnel.studio.folder.Uploads;
import org.grapnel.studio.job.CommandWords;
import org.grapnel.studio.job.HelperResult;
import org.grapnel.studio.job.HelperWorker;
import org.grapnel.studio.job.JobQueue;
import picocli.CommandLine.Model.CommandSpec;

/** The routes of data: list, upload, describe, remove. */
final class DataRoutes {
    /** The key of the command that describes data, among the commands that the studio is given. */
    private static final String DESCRIBE = "data describe";

    private static final List<String> COMPLETE = List.of("complete");

    private final StudioFolder folder;
    private final Uploads uploads;
    private final JobQueue queue;
    private final HelperWorker helper;
    private final Supplier<Map<String, CommandSpec>> commands;

    DataRoutes(
            StudioFolder folder,
            Uploads uploads,
            JobQueue queue,
            HelperWorker helper,
            Supplier<Map<String, CommandSpec>> commands) {
        this.folder = folder;
        this.uploads = uploads;
        this.queue = queue;
        this.helper = helper;
        this.commands = commands;
    }

    void addTo(Router router) {
        router.add("GET /api/data", call -> list())
                .add("PUT /api/data/*", this::upload)
                .add("DELETE /api/data/*", this::remove)
                .add("GET /api/data/*/describe", this::describe)
                .add("POST /api/data/*/begin", this::begin)
                .add("POST /api/data/*/complete", this::complete)
                .add("DELETE /api/data/*/parts", this::cancel)
                .add("PUT /api/data/*/**", this::uploadPart)
                .add("POST /api/examples/*", this::example);
    }

    private Answer list() throws Exception {
        return Answer.json(
                Map.of("data", folder.data().stream().map(DataEntry::toJson).toList()));
    }

    private Answer upload(Call call) throws Exception {
        String name = call.name(0);
        boolean replace = call.query().flag("replace");
        if (replace) requireUnused(name);
        return created(uploads.receive(name, call.upload(), replace));
    }

    private Answer begin(Call call) throws Exception {
        return Answer.json(201, Map.of("upload", uploads.begin(call.name(0))));
    }

    private Answer uploadPart(Call call) throws Exception {
        List<String> file = call.names().subList(1, call.names().size());
        if (file.equals(COMPLETE))
            throw RefusedException.of(405, "the method PUT is not allowed here; allowed is POST");
        String path = String.join("/", file);
        uploads.receivePart(
                call.name(0), id(call), path, call.upload(), call.query().flag("replace"));
        return Answer.json(201, Map.of("name", call.name(0)));
    }

    private Answer complete(Call call) throws Exception {
        String name = call.name(0);
        boolean replace = call.query().flag("replace");
        if (replace) requireUnused(name);
        return created(uploads.complete(name, id(call), replace));
    }

    private Answer cancel(Call call) throws Exception {
        uploads.cancel(call.name(0), id(call));
        return Answer.empty(204);
    }

    /** The upload of a folder that a request belongs to; empty if it does not say. */
    private static String id(Call call) {
        return call.query().all("upload").isEmpty() ? "" : call.query().one("upload");
    }

    private static Answer created(DataEntry entry) {
        return Answer.json(201, Map.of("name", entry.name(), "bytes", entry.bytes()));
    }

    private Answer remove(Call call) throws Exception {
        String name = call.name(0);
        if (folder.describe(folder.existing(name)).isEmpty())
            throw RefusedException.conflict("'" + name + "' is not data; a run is removed among the runs");
        requireUnused(name);
        uploads.remove(name);
        return Answer.empty(204);
    }

    private void requireUnused(String name) {
        if (queue.isUsed(name))
            throw RefusedException.conflict("'" + name + "' is used by a run that waits or runs; stop that first");
    }

    private Answer example(Call call) throws Exception {
        String file = call.name(0) + ".csv";
        List<String> words = switch (call.name(0)) {
            case "digits" -> List.of("data", "export", "digits", "-o", file);
            case "markers" -> List.of("data", "synthetic", "-o", file);
            default ->
                throw RefusedException.unknown(
                        "there is no example '" + call.name(0) + "'; allowed are digits and markers");
        };
        if (!StudioFolder.exists(folder.entry(file))) {
            helper.run(words, CommandSpec.create()).require(); // it replaces no file, so this graph is its own
            Files.deleteIfExists(folder.entry(call.name(0) + ".graph.mtx")); // it is built from the true classes
        }
        return Answer.json(201, Map.of("name", file));
    }

    private Answer describe(Call call) throws Exception {
        String name = call.name(0);
        folder.existing(name);
        CommandSpec describe = command(DESCRIBE);
        CommandSpec fit = command("fit");
        Map<String, Object> values = new LinkedHashMap<>();
        call.query().values().forEach((key, texts) -> {
            // options of the preparation do not change what a description says
            boolean isKnown = describe.findOption("--" + key) != null || describe.findOption(key) != null;
            if (isKnown) values.put(key, value(new CommandWords(describe, folder), key, texts));
            else new CommandWords(fit, folder).option(key);
        });
        List<String> words = new ArrayList<>(List.of("data", "describe", name, "--json"));
        values.remove("json");
        words.addAll(new CommandWords(describe, folder).options(values));
        HelperResult result = helper.run(words, describe);
        if (!result.isRefused()) return Answer.json(view(result.output()));
        // the columns of a table that cannot be read yet are printed, too
        Map<String, Object> columns = result.output().startsWith("{") ? view(result.output()) : Map.of();
        return Answer.error(result.refusal(), columns);
    }

    private static Map<String, Object> view(String printed) {
        return ViewRoutes.describe(Json.parse(printed.getBytes(StandardCharsets.UTF_8), "data describe"));
    }

    private static Object value(CommandWords words, String key, List<String> texts) {
        boolean isFlag = words.option(key).arity().max() == 0;
        if (isFlag) return !texts.get(0).equals("false");
        return texts.size() == 1 ? texts.get(0) : texts;
    }

    private CommandSpec command(String name) {
        CommandSpec known = commands.get().get(name);
        if (known == null) throw RefusedException.unknown("there is no command '" + name + "'");
        return known;
    }
}
