package org.grapnel.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.grapnel.cli.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code grapnel fit} on the formats of single cells. The files are fixtures of the module formats. */
class FitCellsTest {
    private static final Path FILES = Path.of("..", "formats", "src", "test", "resources", "fixtures");
    private static final Path CELLS = FILES.resolve("hdf5/cells.h5ad");

    @TempDir
    Path home;

    private Cli fit(Path data, Object... more) {
        Object[] words = {
            "fit", data, "--rank", 2, "--keep", 3, "--no-controls", "--no-report", "-o", home.resolve("run")
        };
        Object[] all = new Object[words.length + more.length];
        System.arraycopy(words, 0, all, 0, words.length);
        System.arraycopy(more, 0, all, words.length, more.length);
        return Cli.run(all);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hdf5/cells.h5ad", "hdf5/tenx3.h5", "tenx"})
    void cellsGetAnAnnDataFile(String name) {
        Cli cli = fit(FILES.resolve(name));
        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(home.resolve("run/result.h5ad")).isNotEmptyFile();
    }

    @Test
    void optionDecidesAboutTheAnnDataFile() throws IOException {
        assertThat(fit(CELLS, "--no-h5ad", "--h5ad").err())
                .contains("--h5ad and --no-h5ad contradict each other; leave one out");
        Cli without = fit(CELLS, "--no-h5ad");
        assertThat(without.code()).as(without.err()).isZero();
        assertThat(home.resolve("run/result.h5ad")).doesNotExist();
        Path table = Files.writeString(
                home.resolve("t.csv"), "a,b,c\n1,0,2\n0,3,1\n2,1,0\n1,1,4\n5,0,1\n0,4,2\n3,0,1\n2,2,5\n");
        assertThat(fit(table, "--force").code()).isZero();
        assertThat(home.resolve("run/result.h5ad")).doesNotExist();
        assertThat(fit(table, "--force", "--h5ad").code()).isZero();
        assertThat(home.resolve("run/result.h5ad")).isNotEmptyFile();
        assertThat(Cli.summary(home.resolve("run")).get("h5ad").asBoolean()).isTrue();
    }

    @Test
    void colorsAreComparedWithTheGroups() {
        Cli cli = fit(CELLS, "--color", "batch,age");
        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(cli.out()).contains("color      batch: 2 values, NMI with the groups ");
        assertThat(Cli.rows(home.resolve("run/colors.csv")).get(0)).containsExactly("AAA-0", "a", "1.5");
        assertThat(Cli.summary(home.resolve("run")).get("colors").size()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "hdf5/cells.h5ad | --color=bacth | 'obs' has no column 'bacth' for --color; there are age, batch, donor, doublet, passed, plate, type; did you mean batch?",
                "hdf5/cells.h5ad | --layer=count | has no layer 'count'; there are X, counts; did you mean counts?",
                "hdf5/cells.h5ad | --labels=passed | 'obs/passed': the label of sample 1 is missing",
                "hdf5/tenx3.h5 | --color=batch | has no columns about the samples, so there is no 'batch' for --color",
                "hdf5/tenx3.h5 | --layer=Peaks | has no features of type 'Peaks'; choose one with --layer: 'Gene Expression', 'Antibody Capture'",
                "hdf5/tenx2.h5 | --seed=1 | has 2 genomes; choose a genome with --layer: hg19, mm10",
                "tenx | --color=batch | has no columns about the samples, so there is no 'batch' for --color"
            })
    void badRequestsAreRefusedInOneLine(String file, String option, String message) {
        Cli cli = fit(FILES.resolve(file), option);
        assertThat(cli.code()).isEqualTo(2);
        List<String> errors =
                cli.err().lines().filter(line -> line.startsWith("grapnel: ")).toList();
        assertThat(errors).hasSize(1);
        assertThat(errors.get(0)).endsWith(message);
        assertThat(home.resolve("run")).doesNotExist();
    }
}
