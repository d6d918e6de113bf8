package org.grapnel.studio.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.grapnel.data.DataException;
import org.grapnel.runs.json.Json;
import org.jspecify.annotations.Nullable;

/** The figures of complete run folders, each read once and again when its summary has changed. */
final class RunSummaries {
    private static final List<String> KEYS = List.of(
            "rank",
            "clusters",
            "keep",
            "model",
            "solver",
            "samples",
            "features",
            "trust",
            "objective",
            "nmi",
            "acc",
            "ari",
            "stop");

    private final Map<Path, RunFigures> known = new ConcurrentHashMap<>();

    /**
     * What the list of runs shows of a folder.
     *
     * @param figures entries of the summary
     * @param isResumable whether the folder holds the state of an unfinished run
     */
    record RunFigures(
            Instant modified,
            long bytes,
            Map<String, Object> figures,
            String command,
            String data,
            Optional<Double> seconds,
            boolean isResumable) {
        RunFigures {
            figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
        }

        private boolean isOf(BasicFileAttributes file) {
            return bytes == file.size()
                    && modified.equals(file.lastModifiedTime().toInstant());
        }
    }

    /** Returns the figures of a folder; empty if it is not a complete run. */
    Optional<RunFigures> find(Path folder) {
        Path file = folder.resolve("summary.json");
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!attributes.isRegularFile()) return Optional.empty();
            boolean isResumable = Files.exists(folder.resolve("run.json"));
            RunFigures before = known.get(folder);
            if (before != null && before.isOf(attributes) && before.isResumable == isResumable)
                return Optional.of(before);
            RunFigures now = read(file, attributes, isResumable);
            known.put(folder, now);
            return Optional.of(now);
        } catch (IOException | DataException e) {
            known.remove(folder);
            return Optional.empty();
        }
    }

    private static RunFigures read(Path file, BasicFileAttributes attributes, boolean isResumable) {
        Map<String, Object> summary = Json.read(file);
        Map<String, Object> figures = new LinkedHashMap<>();
        for (String key : KEYS) {
            @Nullable Object value = summary.get(key);
            if (value instanceof String || value instanceof Number || value instanceof Boolean) figures.put(key, value);
        }
        @Nullable Object model = summary.get("model");
        String command = summary.get("command") instanceof String word
                ? word
                : summary.containsKey("fit") ? "transform" : model == null ? "" : "fit";
        String data = summary.get("data") instanceof String name ? name : "";
        Optional<Double> seconds =
                summary.get("seconds") instanceof Number number ? Optional.of(number.doubleValue()) : seconds(summary);
        return new RunFigures(
                attributes.lastModifiedTime().toInstant(),
                attributes.size(),
                figures,
                command,
                data,
                seconds,
                isResumable);
    }

    private static Optional<Double> seconds(Map<String, Object> summary) {
        if (!(summary.get("timing") instanceof Map<?, ?> parts)) return Optional.empty();
        return parts.get("total") instanceof Number total ? Optional.of(total.doubleValue()) : Optional.empty();
    }
}
