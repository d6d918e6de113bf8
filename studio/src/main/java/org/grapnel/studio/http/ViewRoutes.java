package org.grapnel.studio.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.grapnel.studio.folder.RefusedException;
import org.grapnel.studio.folder.StudioFolder;
import org.grapnel.studio.view.CompareView;
import org.grapnel.studio.view.DataView;
import org.grapnel.studio.view.ExploreView;
import org.grapnel.studio.view.OptionForm;
import picocli.CommandLine.Model.CommandSpec;

/** The routes of what the pages show of data and runs. */
final class ViewRoutes {
    /** How many explored runs stay in memory. */
    private static final int MAX_OPEN = 3;

    private final StudioFolder folder;
    private final Supplier<Map<String, CommandSpec>> commands;
    private final Map<Path, OpenView> open = new LinkedHashMap<>(8, 0.75f, true);

    ViewRoutes(StudioFolder folder, Supplier<Map<String, CommandSpec>> commands) {
        this.folder = folder;
        this.commands = commands;
    }

    /** A run that is explored, and when its summary was written. */
    private record OpenView(long modified, ExploreView view) {}

    void addTo(Router router) {
        router.add("GET /api/options", this::options)
                .add("GET /api/runs/*/explore", call -> Answer.json(view(call).meta()))
                .add(
                        "GET /api/runs/*/explore/points",
                        call -> Answer.bytes(Answer.BYTES, view(call).points()))
                .add("GET /api/runs/*/explore/colour", this::colour)
                .add("GET /api/runs/*/explore/feature", this::feature)
                .add(
                        "GET /api/runs/*/explore/names",
                        call -> Answer.json(view(call).names()))
                .add("GET /api/compare", this::compare);
    }

    /** What the page shows of described data. */
    static Map<String, Object> describe(Map<String, Object> described) {
        return DataView.create(described);
    }

    private Answer options(Call call) {
        String name = call.query().one("command");
        CommandSpec spec = commands.get().get(name);
        if (spec == null || name.contains(" "))
            throw RefusedException.unknown(
                    "there is no command '" + name + "'; allowed are fit, select, tune, compare and transform");
        return Answer.json(OptionForm.create(name, spec));
    }

    private Answer colour(Call call) throws IOException {
        ExploreView view = view(call);
        return found(() -> view.colour(call.query().one("key")));
    }

    private Answer feature(Call call) throws IOException {
        ExploreView view = view(call);
        String index = call.query().one("index");
        if (!index.matches("[0-9]{1,9}"))
            throw RefusedException.wrong("the parameter 'index' must be a whole number, got '" + index + "'");
        return found(() -> view.feature(Integer.parseInt(index)));
    }

    private static Answer found(Supplier<byte[]> values) {
        try {
            return Answer.bytes(Answer.BYTES, values.get());
        } catch (IllegalArgumentException e) {
            throw RefusedException.unknown(String.valueOf(e.getMessage()));
        }
    }

    /** Reads a run once for all requests about it, and again when it has changed. */
    private synchronized ExploreView view(Call call) throws IOException {
        Path run = run(call.name(0));
        long modified = Files.getLastModifiedTime(run.resolve("summary.json")).toMillis();
        OpenView before = open.get(run);
        if (before != null && before.modified == modified) return before.view;
        ExploreView read = ExploreView.read(run);
        open.put(run, new OpenView(modified, read));
        if (open.size() > MAX_OPEN) open.remove(open.keySet().iterator().next());
        return read;
    }

    private Answer compare(Call call) throws IOException {
        List<String> ids = call.query().all("run");
        if (ids.size() < CompareView.FEWEST
                || ids.size() > CompareView.MOST
                || Set.copyOf(ids).size() < ids.size())
            throw RefusedException.wrong(CompareView.FEWEST + " to " + CompareView.MOST
                    + " different runs can be compared, got " + ids.size());
        Map<String, Path> runs = new LinkedHashMap<>();
        for (String id : ids) runs.put(id, run(id));
        try {
            return Answer.json(CompareView.create(runs));
        } catch (IllegalArgumentException e) {
            throw RefusedException.of(422, String.valueOf(e.getMessage()));
        }
    }

    private Path run(String id) {
        Path run = folder.existing(id);
        if (!Files.isRegularFile(run.resolve("summary.json"), LinkOption.NOFOLLOW_LINKS))
            throw RefusedException.unknown("there is no run '" + id + "' with a result");
        return run;
    }
}
