package org.grapnel.formats.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvTableWriterTest {
    @TempDir
    Path dir;

    @Test
    void cellsAreQuotedOnlyWhereTheyMustBe() throws IOException {
        Path file = dir.resolve("table.csv");
        try (CsvTableWriter out = CsvTableWriter.create(file, "rank", "name", "score")) {
            out.row(1, "a,b", 0.1)
                    .row(2, "say \"hi\"", 1e-300)
                    .row(3, "two\nlines", "")
                    .row(4, " x", -0.0);
        }
        assertThat(Files.readString(file))
                .isEqualTo(
                        "rank,name,score\n1,\"a,b\",0.1\n2,\"say \"\"hi\"\"\",1.0E-300\n3,\"two\nlines\",\n4,\" x\",-0.0\n");
    }

    @Test
    void rowMustHaveOneCellPerColumn() throws IOException {
        try (CsvTableWriter out = CsvTableWriter.create(dir.resolve("table.csv"), "a", "b")) {
            assertThatThrownBy(() -> out.row(1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("a row has 1 cells, the table has 2 columns");
        }
    }
}
