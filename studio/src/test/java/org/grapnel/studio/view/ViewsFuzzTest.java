package org.grapnel.studio.view;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.grapnel.fuzz.FuzzHarness;
import org.grapnel.runs.json.Json;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** What the pages show of a run of which one file was replaced by arbitrary bytes, under the law of {@link FuzzHarness}. */
@Tag("once")
class ViewsFuzzTest {
    private static final long MB = 1 << 20;
    private static final long PER_BYTE = 1024;

    @TempDir
    static Path dir;

    private static final Map<String, byte[]> FILES = new TreeMap<>();

    private static Path run() {
        return dir.resolve("run");
    }

    @BeforeAll
    static void fit() throws IOException {
        SmallRuns.write(run(), SmallRuns.spec(4, 1).withRestarts(2), true);
        SmallRuns.write(dir.resolve("other"), SmallRuns.spec(3, 2), false);
        try (Stream<Path> all = Files.list(run())) {
            for (Path file : all.toList()) FILES.put(String.valueOf(file.getFileName()), Files.readAllBytes(file));
        }
    }

    /** A line with the name of the file, then its bytes. */
    @FuzzTest
    void studioViews(byte[] bytes) {
        int end = 0;
        while (end < bytes.length && bytes[end] != '\n') end++;
        String name = new String(bytes, 0, end, StandardCharsets.ISO_8859_1);
        byte[] before = FILES.get(name);
        if (before == null) return;
        byte[] content = Arrays.copyOfRange(bytes, Math.min(bytes.length, end + 1), bytes.length);
        FuzzHarness bounded = new FuzzHarness(dir, 64 * MB, PER_BYTE);
        try {
            FuzzHarness.write(run().resolve(name), content);
            bounded.readOrRefuse(run(), run(), content.length, ViewsFuzzTest::explore);
            bounded.readOrRefuse(run(), run(), content.length, ViewsFuzzTest::compare);
        } finally {
            FuzzHarness.write(run().resolve(name), before);
        }
    }

    private static void explore(Path folder) {
        try {
            ExploreView view = ExploreView.read(folder);
            Json.formatLine(view.meta());
            Json.formatLine(view.names());
            view.points();
            view.colour("group");
            view.feature(0);
        } catch (IllegalArgumentException e) {
            requireReason(e, "key 'group'", "index 0");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void compare(Path folder) {
        Map<String, Path> runs = new LinkedHashMap<>();
        runs.put("run", folder);
        runs.put("other", dir.resolve("other"));
        try {
            Json.formatLine(CompareView.create(runs));
        } catch (IllegalArgumentException e) {
            requireReason(e, "run", "'run'", "other", "'other'", "the runs");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Requires a refusal of what was asked for, and not of some argument inside. */
    private static void requireReason(IllegalArgumentException e, String... beginnings) {
        String message = String.valueOf(e.getMessage());
        if (message.contains("\n") || List.of(beginnings).stream().noneMatch(message::startsWith)) throw e;
    }
}
