package org.grapnel.formats.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reading some rows of a large table. */
class CsvPartTest {
    private static final int ROWS = 20_000;

    @TempDir
    Path home;

    /** Row j holds j and 2j. */
    private Path table(String cell) throws IOException {
        List<String> lines = new ArrayList<>(List.of("a,b,note"));
        for (int j = 0; j < ROWS; j++) lines.add(j + "," + 2 * j + "," + cell);
        return Files.write(home.resolve("table.csv"), lines);
    }

    @Test
    void aPartIsWholeRowsSpreadOverTheFile() throws IOException {
        Path file = table("7");
        long part = Files.size(file) / 4;
        try (Dataset some = Datasets.read(file, ReadOptions.plain().withPart(part))) {
            int n = some.X().cols();
            assertThat(some.features()).containsExactly("a", "b", "note");
            assertThat(n).isBetween(ROWS / 5, ROWS / 3);
            double last = -1;
            for (int j = 0; j < n; j++) {
                assertThat(some.X().get(1, j)).isEqualTo(2 * some.X().get(0, j));
                assertThat(some.X().get(2, j)).isEqualTo(7);
                assertThat(some.X().get(0, j)).isGreaterThan(last);
                last = some.X().get(0, j);
            }
            assertThat(some.X().get(0, 0)).isZero();
            assertThat(last).isGreaterThan(0.9 * ROWS);
            assertThat(some.source().sha256()).isEmpty();
            assertThat(some.source().bytes()).isEqualTo(Files.size(file));
        }
    }

    @Test
    void aFileThatIsNotLargerIsReadWhole() throws IOException {
        Path file = table("7");
        try (Dataset all = Datasets.read(file, ReadOptions.plain().withPart(Files.size(file)))) {
            assertThat(all.X().cols()).isEqualTo(ROWS);
            assertThat(all.source().sha256()).hasSize(64);
        }
    }

    @Test
    void aCellThatAPartCutsIsAnError() throws IOException {
        Path file = table("\"x\ny\"");
        ReadOptions part = ReadOptions.plain().withLabels("note").withPart(Files.size(file) / 4);
        assertThatExceptionOfType(DataException.class).isThrownBy(() -> Datasets.read(file, part));
    }
}
