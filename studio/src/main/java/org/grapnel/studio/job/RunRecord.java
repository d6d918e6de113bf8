package org.grapnel.studio.job;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.runs.json.JsonObjectView;

/**
 * What the studio knows of a run. The words are those of the command line, given in the folder. Runs that the command line made have no
 * words.
 *
 * @param uses names of entries of the folder that the run reads
 */
public record RunRecord(
        String id,
        RunLabel label,
        Instant created,
        String command,
        String data,
        List<String> uses,
        List<String> words,
        RunStatus status) {
    public RunRecord {
        uses = List.copyOf(uses);
        words = List.copyOf(words);
    }

    /** The status of a run that waits for the first time. */
    public static RunStatus queued() {
        return RunStatus.queued();
    }

    /** Whether the studio started the run. */
    public boolean isJob() {
        return !words.isEmpty();
    }

    RunRecord withLabel(RunLabel other) {
        return new RunRecord(id, other, created, command, data, uses, words, status);
    }

    RunRecord withStatus(RunStatus other) {
        return new RunRecord(id, label, created, command, data, uses, words, other);
    }

    Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", id);
        json.put("title", label.title());
        json.put("tags", label.tags());
        json.put("pinned", label.pinned());
        json.put("created", created.toString());
        json.put("command", command);
        json.put("data", data);
        json.put("uses", uses);
        json.put("words", words);
        json.put("state", status.state().toString());
        json.put("code", status.code());
        json.put("message", status.message());
        json.put("option", status.option());
        json.put("seconds", status.seconds());
        status.started().ifPresent(when -> json.put("started", when.toString()));
        status.ended().ifPresent(when -> json.put("ended", when.toString()));
        json.put("pid", status.pid());
        status.began().ifPresent(when -> json.put("began", when.toString()));
        json.put("stop_requested", status.isStopRequested());
        json.put("warnings", status.warnings());
        return json;
    }

    static RunRecord parse(String file, Map<String, Object> values) {
        JsonObjectView json = JsonObjectView.of(file, values);
        RunStatus status = new RunStatus(
                RunState.parse(json.text("state")),
                (int) json.integer("code"),
                json.text("message"),
                json.text("option"),
                json.numberOrNaN("seconds"),
                instant(json, "started"),
                instant(json, "ended"),
                json.integer("pid"),
                instant(json, "began"),
                json.flag("stop_requested"),
                json.texts("warnings"));
        return new RunRecord(
                json.text("id"),
                new RunLabel(json.text("title"), json.texts("tags"), json.flag("pinned")),
                instant(json, "created").orElseThrow(() -> json.unexpected("created", "a time")),
                json.text("command"),
                json.text("data"),
                json.texts("uses"),
                json.texts("words"),
                status);
    }

    private static Optional<Instant> instant(JsonObjectView json, String key) {
        try {
            return json.findText(key).map(Instant::parse);
        } catch (DateTimeException e) {
            throw json.unexpected(key, "a time");
        }
    }
}
