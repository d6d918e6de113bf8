package org.grapnel.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.grapnel.cli.Cli;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --missing} and {@code --missing-words} of {@code grapnel fit}. */
@Tag("once")
class FitMissingTest {
    @TempDir
    Path home = Path.of("");

    /** Two groups; each fifth number of the first two features is missing. */
    private Path table(String name, String gap) {
        List<String> lines = new ArrayList<>(List.of("a,b,c,d"));
        for (int j = 0; j < 30; j++) {
            double high = 5 + j % 7 * 0.1;
            double low = 1 + j % 5 * 0.1;
            String a = j % 5 == 3 ? gap : String.valueOf(j % 2 == 0 ? high : low);
            String b = j % 5 == 1 ? gap : String.valueOf(j % 2 == 0 ? low : high);
            lines.add(a + "," + b + "," + (j % 2 == 0 ? high : low) + "," + (1 + j % 3 * 0.1));
        }
        return Cli.write(home.resolve(name), lines.toArray(String[]::new));
    }

    private Cli fit(Path table, Object... more) {
        List<Object> words = new ArrayList<>(List.of("fit", table, "-o", home.resolve("run"), "--force"));
        words.addAll(List.of("--clusters", 2, "--keep", 2, "--neighbors", 3, "--no-report"));
        words.addAll(List.of(more));
        return Cli.run(words.toArray());
    }

    @Test
    void missingNumbersAreCompletedAndCounted() {
        assertThat(fit(table("gaps.csv", ""), "--missing", "model").code()).isZero();
        var summary = Cli.summary(home.resolve("run"));
        assertThat(summary.get("missing").asString()).isEqualTo("model");
        assertThat(summary.get("impute").asString()).isEqualTo("none");
        assertThat(summary.get("missing_entries").asInt()).isEqualTo(12);
        assertThat(summary.get("missing_share").asDouble()).isEqualTo(0.1);
        assertThat(summary.get("completion").asString()).isIn("shrunk-components", "feature-means");
        assertThat(summary.get("notes").toString()).contains("12 missing entries (10.0 %) were completed by ");
    }

    @Test
    void refusalSaysWhatCompletesThem() {
        Cli said = fit(table("gaps.csv", ""));
        assertThat(said.code()).isEqualTo(2);
        assertThat(said.err()).contains("12 missing values", "--missing model completes them");
    }

    @Test
    void otherWordsArePointedToTheirOption() {
        Cli said = fit(table("gaps.csv", "999"), "--missing", "999");
        assertThat(said.code()).isEqualTo(2);
        assertThat(said.err())
                .contains("--missing '999' is not among refuse, model", "are given by --missing-words 999");
        assertThat(fit(table("gaps.csv", "999"), "--missing-words", "999", "--missing", "model")
                        .code())
                .isZero();
        assertThat(Cli.summary(home.resolve("run")).get("missing_words").asString())
                .isEqualTo("999");
    }

    @Test
    void completionAndImputationContradict() {
        Cli said = fit(table("gaps.csv", ""), "--missing", "model", "--impute", "mean");
        assertThat(said.code()).isEqualTo(2);
        assertThat(said.err()).contains("--impute mean contradicts it");
        assertThat(fit(table("gaps.csv", ""), "--impute", "model").err()).contains("--missing model does this");
    }

    @Test
    void sampleWithoutAnyNumberIsNamed() {
        Path table = Cli.write(home.resolve("empty.csv"), "a,b,c", "1,2,3", "NA,NA,NA", "3,2,1", "2,2,2", "1,3,3");
        Cli said = fit(table, "--missing", "model");
        assertThat(said.code()).isEqualTo(2);
        assertThat(said.err()).contains("empty.csv: a sample without any entry: 1 ");
    }
}
