package org.grapnel.studio.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.grapnel.data.DataException;
import org.grapnel.fuzz.FuzzHarness;
import org.grapnel.runs.json.Json;
import org.grapnel.studio.TestCommands;
import org.grapnel.studio.folder.RefusedException;
import org.grapnel.studio.folder.StudioFolder;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/**
 * A folder from elsewhere may hold any bytes as the record, the manifest, the summary or the trace of a run. The list of runs is drawn, and
 * only words that a request could give are run: no plugin, no replaced result, and no file outside of the folder.
 */
@Tag("once")
class RecordsFuzzTest {
    private static final long MB = 1 << 20;
    private static final long PER_BYTE = 4096;
    private static final String ID = "run";

    @TempDir
    static Path above;

    private static Path folder() {
        return above.resolve("folder");
    }

    @BeforeAll
    static void fill() {
        FuzzHarness.write(above.resolve("secret.csv"), new byte[] {'1'});
        FuzzHarness.write(folder().resolve("x.csv"), new byte[] {'1'});
    }

    /** A line with the name of the file, then its bytes. */
    @FuzzTest
    void studioRecords(byte[] bytes) throws IOException {
        int end = 0;
        while (end < bytes.length && bytes[end] != '\n') end++;
        byte[] content = Arrays.copyOfRange(bytes, Math.min(bytes.length, end + 1), bytes.length);
        Path place = switch (new String(bytes, 0, end, StandardCharsets.ISO_8859_1)) {
            case "record" -> Path.of(".studio", "runs", ID + ".json");
            case "manifest" -> Path.of(ID, "run.json");
            case "unfinished" -> Path.of(ID + ".partial", "run.json");
            case "summary" -> Path.of(ID, "summary.json");
            case "trace" -> Path.of(ID, "trace.csv");
            default -> Path.of("");
        };
        if (place.equals(Path.of(""))) return;
        Path file = folder().resolve(place);
        FuzzHarness.write(file, content);
        new FuzzHarness(above, 64 * MB, PER_BYTE).requireBounded(content.length, RecordsFuzzTest::draw);
        Files.deleteIfExists(file);
        Files.deleteIfExists(folder().resolve(Path.of(".studio", "runs", ID + ".json")));
        Files.deleteIfExists(folder().resolve(Path.of(".studio", "runs", ID + ".damaged")));
    }

    private static void draw() {
        try {
            StudioFolder folder = StudioFolder.open(folder());
            RunRecords records = RunRecords.read(folder);
            JobQueue queue = new JobQueue(folder, records, List::of, TestCommands::all);
            RunList runs = new RunList(folder, records, queue);
            Json.formatLine(Map.of("runs", runs.all()));
            for (RunRecord record : records.all()) if (record.isJob()) requireHarmless(record, folder);
            try {
                Json.formatLine(runs.details(ID));
                Json.formatLine(Map.of("points", runs.history(ID)));
                Json.formatLine(runs.state(ID));
                runs.label(ID, Map.of("title", "a"));
            } catch (RefusedException e) {
                assertThat(e.text()).doesNotContain("\n");
            } catch (DataException e) {
                assertThat(e).hasMessageContaining(".json");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void requireHarmless(RunRecord record, StudioFolder folder) {
        List<String> words;
        try {
            words = new RecordedWords(record, folder).require(TestCommands.all());
        } catch (RefusedException e) {
            assertThat(e.text()).doesNotContain("\n");
            return;
        }
        assertThat(words).endsWith("-o", record.id()).doesNotContain("--plugin", "--force", "data");
        for (String word : words) {
            assertThat(word).doesNotStartWith("--plugin=").doesNotStartWith("--force=");
            assertThat(word.substring(word.indexOf('=') + 1)).isNotEqualTo("../secret.csv");
        }
    }
}
