package org.grapnel.formats.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.grapnel.formats.TestFiles.assertRefused;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.grapnel.formats.TestFiles;
import org.grapnel.formats.input.InputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvRowReaderTest {
    @TempDir
    Path dir;

    private static List<String> read(Path file) {
        return InputFile.read(file, in -> {
            CsvRowReader rows = new CsvRowReader(in);
            List<String> texts = new ArrayList<>();
            while (rows.next()) for (int c = 0; c < rows.cells(); c++) texts.add(rows.line() + ":" + rows.text(c));
            return texts;
        });
    }

    private List<String> read(String text) {
        return read(TestFiles.text(dir, "rows.csv", text));
    }

    @Test
    void quotesProtectCommasLineEndsAndBlanks() {
        assertThat(read("a, b ,\" c \"\n\"x,y\",\"1\n2\",\"say \"\"no\"\"\"\r\n\n,,\n"))
                .containsExactly("1:a", "1:b", "1: c ", "2:x,y", "2:1\n2", "2:say \"no\"", "5:", "5:", "5:");
    }

    @Test
    void aFileLongerThanABlockKeepsItsLineNumbers() {
        StringBuilder text = new StringBuilder();
        for (int i = 1; i <= 30_000; i++) text.append("row ").append(i).append('\n');
        List<String> rows = read(text.toString());
        assertThat(rows).hasSize(30_000);
        for (int i = 1; i <= 30_000; i++) assertThat(rows.get(i - 1)).isEqualTo(i + ":row " + i);
    }

    @Test
    void faultsAreRefusedWithTheirPlace() {
        assertRefused(() -> read("a,b\nc,\"d\n")).hasMessageContaining("row 2, column 2: the quote");
        assertRefused(() -> read("a,b\n\"c\"d,e\n")).hasMessageContaining("row 2, column 1: text follows");
        byte[] latin = "name\nm\u00fcll\n".getBytes(StandardCharsets.ISO_8859_1);
        assertRefused(() -> read(TestFiles.bytes(dir, "latin.csv", latin))).hasMessageContaining("UTF-8");
        assertThat(read("\ufffd\n")).containsExactly("1:\ufffd");
    }
}
