package org.grapnel.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.grapnel.cli.Cli;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code grapnel paper} on small data instead of the paper's. */
class PaperCommandTest {
    @TempDir
    Path home;

    private Path libras() {
        List<String> lines = new ArrayList<>(List.of("a,b,c,d,e,f,label"));
        for (int j = 0; j < 30; j++) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < 6; i++)
                line.append(CounterRandom.uniform(3, i, j) + (i % 2 == j % 2 ? 1 : 0))
                        .append(',');
            lines.add(line + "class" + j % 2);
        }
        return Cli.write(home.resolve("libras.csv"), lines.toArray(String[]::new));
    }

    @Test
    void tablesAreWrittenAndMissingDataAreNoted() {
        libras();
        Path out = home.resolve("out");
        Cli cli = Cli.run("paper", "table3", "--data", home, "-o", out, "--repeats", 1);
        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(cli.out())
                .contains("Table 3, LIBRAS: relative error of accPALM 0.741")
                .contains("UMIST is skipped: there is no umist_2576.*, umist.*")
                .contains("JAFFE is skipped: there is no jaffe/ (a folder of pictures)")
                .doesNotContain("Table 1", "Figure");
        assertThat(Cli.lines(out.resolve("table3.csv"))).hasSize(5);
        assertThat(out.resolve("report.html")).isNotEmptyFile();
        assertThat(out.resolve("reproduction.md")).content().contains("accPALM | 0.741 |");
    }

    @Test
    void noReportWritesNoPage() {
        Path out = home.resolve("out");
        libras();
        assertThat(Cli.run("paper", "figure3", "--data", home, "-o", out, "--no-report")
                        .code())
                .isZero();
        assertThat(out.resolve("report.html")).doesNotExist();
        assertThat(out.resolve("figure3.csv")).isNotEmptyFile();
    }

    @Test
    void withoutDataNothingIsWritten() throws IOException {
        Path empty = Files.createDirectory(home.resolve("empty"));
        Path out = home.resolve("out");
        Cli cli = Cli.run("paper", "all", "--data", empty, "-o", out);
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err().lines()).hasSize(1);
        assertThat(cli.err()).contains("libras.*", "umist_2576.*", "jaffe/");
        assertThat(out).doesNotExist();
    }

    @Test
    void anUnknownPartIsRejected() {
        Cli cli = Cli.run("paper", "table9", "--data", home, "-o", home.resolve("out"));
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains("'table9' is not in the paper; allowed are all, table1");
        Cli none = Cli.run("paper", "table1", "-o", home.resolve("out"));
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err()).contains("--data is missing: give the folder of the paper's data sets");
        Cli never = Cli.run("paper", "figure2", "--repeats", 0, "-o", home.resolve("out"));
        assertThat(never.err()).contains("--repeats must be at least 1, got 0");
    }

    @Test
    void theDataFolderIsNotOverwritten() {
        libras();
        Cli cli = Cli.run("paper", "table3", "--data", home, "-o", home, "--force");
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains("holds the input");
    }
}
