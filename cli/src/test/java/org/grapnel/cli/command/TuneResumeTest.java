package org.grapnel.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.grapnel.cli.Cli;
import org.grapnel.options.console.Text;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An unfinished tuning and the next command in the same folder. */
class TuneResumeTest extends TuneTestBase {
    private Path partial() {
        return home.resolve("again.partial");
    }

    private Path journal() {
        return partial().resolve("journal.jsonl");
    }

    /** The journal of a run that failed at its end, because a file could not be written. */
    private List<String> brokeOff(Object... options) throws IOException {
        Files.createDirectories(partial().resolve("labels.csv"));
        Files.writeString(partial().resolve(".grapnel-unfinished"), "");
        Files.writeString(journal(), "");
        assertThat(quick("again", options).code()).isNotZero();
        List<String> lines = Files.readAllLines(journal());
        assertThat(home.resolve("again")).doesNotExist();
        Files.delete(partial().resolve("labels.csv"));
        return lines;
    }

    /** Options that make the journal hold all kinds of fits: selection by the solver, subsamples and two other starts. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--select gain --keep 5",
                "--criterion silhouette --alpha 3",
                "--criterion held-out-entries --keep 6",
                "--solver best-support",
                "--solver best-support --select gain --keep 5",
                "--solver best-support --criterion silhouette --alpha 3"
            })
    void aContinuedRunEqualsAnUninterruptedOne(String words) throws IOException {
        Object[] options =
                Stream.of(words.split(" ")).filter(word -> !word.isEmpty()).toArray();
        Path whole = done(quick("whole", options), "whole");
        List<String> lines = brokeOff(options);
        assertThat(lines).hasSize(1 + Cli.rows(whole.resolve("tuning.csv")).size());
        for (int kept : new int[] {0, 1, 7, lines.size() / 2, lines.size() - 5, lines.size() - 2, lines.size() - 1}) {
            Files.createDirectories(partial());
            Files.writeString(partial().resolve(".grapnel-unfinished"), "");
            String torn = kept + 1 < lines.size() ? lines.get(kept + 1).substring(0, 25) : "";
            Files.writeString(journal(), String.join("\n", lines.subList(0, kept + 1)) + "\n" + torn);
            Cli cli = quick("again", options);
            Path again = done(cli, "again");
            if (kept > 0) assertThat(cli.err()).contains("continuing: " + Text.count(kept, "fit") + " done before");
            same(whole, again);
            delete(again);
        }
    }

    @Test
    void theOrderOfTheJournalAndTheThreadsDoNotMatter() throws IOException {
        Path whole = done(quick("whole"), "whole");
        List<String> lines = brokeOff();
        List<String> turned = new java.util.ArrayList<>(lines.subList(1, 11));
        java.util.Collections.reverse(turned);
        turned.add(0, lines.get(0));
        Files.write(journal(), turned);
        Path again = done(quick("again", "--threads", 3), "again");
        same(whole, again);
    }

    @Test
    void filesOfAKilledRunInAnotherFormatAreRemoved() throws IOException {
        brokeOff();
        Files.writeString(partial().resolve("W.csv"), "of --factors csv");
        Files.writeString(partial().resolve("embedding.csv"), "of a page");
        same(done(quick("whole"), "whole"), done(quick("again"), "again"));
    }

    @ParameterizedTest
    @CsvSource({
        "--seed 1, seed was 0 and is 1",
        "--keep 5, keep was null and is 5",
        "--alpha 5, alpha was null and is 5.0",
        "--neighbors 3, neighbors was null and is 3",
        "--weights gaussian, weights_given was false and is true",
        "--graph-pcs 5, graph_pcs_given was false and is true",
        "--criterion stability, criterion was modularity and is stability",
        "--model gnmf, model was gnmf-l20 and is gnmf",
        "--rank 4, rank was null and is 4",
        "--log1p, log1p was false and is true",
        "--tol 0.01, tol was 0.001 and is 0.01"
    })
    void anotherTuningIsRejectedWithTheDifference(String words, String message) throws IOException {
        unfinished();
        byte[] before = Cli.bytes(journal());
        Cli cli = quick("again", (Object[]) words.split(" "));
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err())
                .contains("belongs to another tuning: " + message, "repeat the same command to continue it", "--force")
                .hasLineCount(1);
        assertThat(Cli.bytes(journal())).isEqualTo(before);
    }

    /** Simulates a killed run: a journal with these first fits. */
    private void unfinished() throws IOException {
        List<String> lines = brokeOff();
        Files.write(journal(), lines.subList(0, 4));
    }

    @Test
    void aGraphOrLabelsMakeAnotherTuning() throws IOException {
        unfinished();
        Cli graph = quick("again", "--graph", Cli.ring(home.resolve("ring.csv"), N));
        assertThat(graph.code()).isEqualTo(2);
        assertThat(graph.err()).contains("graph_sha256 was null and is ").hasLineCount(1);
        Cli labels = tune(labelled, "again", "--clusters", 3, "--labels", "kind");
        assertThat(labels.code()).isEqualTo(2);
        assertThat(labels.err()).contains("data_sha256 was ").hasLineCount(1);
        Cli none = tune(data, "again");
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err()).contains("clusters was 3 and is null").hasLineCount(1);
    }

    @Test
    void aDamagedJournalIsRejectedAndForceStartsAgain() throws IOException {
        unfinished();
        List<String> lines = Files.readAllLines(journal());
        for (String damage : List.of("{\"stage\": \"grid\"}", "{", lines.get(1).replace("grid", "grit"), "", "null")) {
            Files.write(journal(), List.of(lines.get(0), lines.get(1), damage, lines.get(2)));
            Cli cli = quick("again");
            assertThat(cli.code()).as(damage).isEqualTo(2);
            assertThat(cli.err()).contains("journal.jsonl, line 3: ", "--force").hasLineCount(1);
        }
        Cli anew = quick("again", "--force");
        assertThat(anew.err()).doesNotContain("continuing");
        same(done(quick("whole"), "whole"), done(anew, "again"));
    }

    @Test
    void commandsDoNotReplaceEachOthersUnfinishedRuns() throws IOException {
        unfinished();
        byte[] before = Cli.bytes(journal());
        Path folder = home.resolve("again");
        Cli fit = Cli.run("fit", data, "--clusters", 3, "--keep", 4, "-o", folder);
        assertThat(fit.code()).isEqualTo(2);
        assertThat(fit.err()).contains("again.partial holds an unfinished run").hasLineCount(1);
        Object[] compare = {"compare", data, "--clusters", 3, "--models", "nmf", "--repeats", 1, "-o", folder};
        Cli other = Cli.run(compare);
        assertThat(other.code()).isEqualTo(2);
        assertThat(other.err())
                .contains("belongs to another comparison: command was tune and is compare")
                .hasLineCount(1);
        assertThat(Cli.bytes(journal())).isEqualTo(before);

        Files.writeString(journal(), "{\"command\":\"compare\",\"version\":\"0.0.1\"}\n");
        Cli tune = quick("again");
        assertThat(tune.code()).isEqualTo(2);
        assertThat(tune.err())
                .contains("belongs to another tuning: command was compare and is tune")
                .hasLineCount(1);
        assertThat(Cli.run(Stream.concat(Stream.of(compare), Stream.of("--force"))
                                .toArray())
                        .err())
                .isEmpty();
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(java.util.Comparator.reverseOrder()).toList()) Files.delete(path);
        }
    }
}
