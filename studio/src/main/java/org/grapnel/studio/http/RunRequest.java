package org.grapnel.studio.http;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.grapnel.studio.folder.EntryName;
import org.grapnel.studio.folder.RefusedException;
import org.grapnel.studio.folder.StudioFolder;
import org.grapnel.studio.job.CommandWords;
import org.grapnel.studio.job.RunLabel;
import org.grapnel.studio.job.RunList;
import org.grapnel.studio.job.RunRecord;
import picocli.CommandLine.Model.CommandSpec;

/** The request for a new run: data, a command and its options. */
final class RunRequest {
    private static final Set<String> KEYS = Set.of("data", "command", "options", "name", "title", "run");
    private static final String TRANSFORM = "transform";

    private final StudioFolder folder;
    private final RunList runs;
    private final Map<String, CommandSpec> commands;
    private final Map<String, Object> body;

    RunRequest(StudioFolder folder, RunList runs, Map<String, CommandSpec> commands, Map<String, Object> body) {
        this.folder = folder;
        this.runs = runs;
        this.commands = commands;
        this.body = body;
        body.keySet().stream().filter(key -> !KEYS.contains(key)).findFirst().ifPresent(key -> {
            throw RefusedException.wrong("the request has the unknown entry '" + key + "'");
        });
    }

    /** The record of the run, whose name is free. */
    RunRecord record() {
        String data = text("data");
        folder.existing(data);
        String command = command();
        CommandWords words = new CommandWords(spec(command), folder);
        Map<String, Object> options = new LinkedHashMap<>();
        Object given = body.getOrDefault("options", Map.of());
        if (!(given instanceof Map<?, ?> map)) throw RefusedException.wrong("options must be an object");
        map.forEach((key, value) -> options.put(String.valueOf(key), value));
        List<String> all = new ArrayList<>(List.of(command));
        List<String> uses = new ArrayList<>();
        if (command.equals(TRANSFORM)) {
            String run = text("run");
            runs.get(run);
            all.add(run);
            uses.add(run);
        }
        all.add(data);
        all.addAll(words.options(options));
        String id = id(data, command);
        all.addAll(List.of("-o", id));
        uses.addAll(words.uses());
        RunLabel label = RunLabel.empty();
        if (body.get("title") != null) label = label.with(Map.of("title", body.get("title")));
        return new RunRecord(id, label, Instant.now(), command, data, uses, all, RunRecord.queued());
    }

    private String command() {
        Object given = body.getOrDefault("command", "fit");
        String command = String.valueOf(given);
        spec(command);
        return command;
    }

    private CommandSpec spec(String command) {
        CommandSpec spec = commands.get(command);
        if (spec == null || command.contains(" "))
            throw RefusedException.wrong(
                    "the command '" + command + "' is unknown; allowed are fit, select, tune, compare and transform");
        return spec;
    }

    private String id(String data, String command) {
        Object name = body.get("name");
        if (name != null && !"".equals(name)) {
            String id = EntryName.require(String.valueOf(name));
            if (runs.isTaken(id))
                throw RefusedException.conflict(
                        "'" + id + "' exists already in the folder; choose another name for the run");
            return id;
        }
        String stem = data.replaceFirst("\\.gz$", "").replaceFirst("(?<=.)\\.[A-Za-z0-9]+$", "");
        if (stem.length() > 60) stem = stem.substring(0, 60).strip();
        String base = stem + "-" + command;
        if (!EntryName.isAllowed(base + "-1")) base = command;
        String id = base;
        for (int i = 2; runs.isTaken(id); i++) id = base + "-" + i;
        return id;
    }

    private String text(String key) {
        Object value = body.get(key);
        if (value instanceof String text && !text.isEmpty()) return text;
        throw RefusedException.wrong("the request needs the text '" + key + "'");
    }
}
