package org.grapnel.formats.xlsx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.grapnel.formats.TestFiles.assertRefused;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.dhatim.fastexcel.Worksheet;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.TableOptions;
import org.grapnel.formats.TestFiles;
import org.grapnel.linalg.DenseMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class XlsxReaderTest {
    private static final ReadOptions PLAIN = ReadOptions.plain();
    private static final TableOptions TABLE = TableOptions.plain();

    @TempDir
    Path dir;

    private final List<String> notices = new ArrayList<>();

    private Path workbook(Consumer<Worksheet> content) {
        return workbook(List.of("Data"), content);
    }

    /** Writes a workbook; the last sheet gets the content. */
    private Path workbook(List<String> sheets, Consumer<Worksheet> content) {
        Path file = dir.resolve("book.xlsx");
        try (OutputStream out = Files.newOutputStream(file);
                org.dhatim.fastexcel.Workbook book = new org.dhatim.fastexcel.Workbook(out, "test", "1.0")) {
            for (int i = 0; i < sheets.size(); i++) {
                Worksheet sheet = book.newWorksheet(sheets.get(i));
                if (i == sheets.size() - 1) content.accept(sheet);
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return file;
    }

    /** Fills rows: text, numbers, truth, or null for an empty cell. */
    private static void fill(Worksheet sheet, int first, Object[]... rows) {
        for (int r = 0; r < rows.length; r++) {
            for (int c = 0; c < rows[r].length; c++) {
                Object value = rows[r][c];
                if (value instanceof String text) sheet.value(first + r, c, text);
                else if (value instanceof Number number) sheet.value(first + r, c, number);
                else if (value instanceof Boolean truth) sheet.value(first + r, c, truth);
            }
        }
    }

    private static Object[] row(Object... cells) {
        return cells;
    }

    private Dataset read(Path file, ReadOptions options) {
        notices.clear();
        return Datasets.read(file, options, notices::add);
    }

    private static String text(Dataset data) {
        return Arrays.deepToString(((DenseMatrix) data.X()).toArray());
    }

    @Test
    void sheetIsReadLikeATextTable() {
        Path file = workbook(sheet ->
                fill(sheet, 0, row("id", "x", "ok"), row("p", 1.5, true), row("q", null, false), row("r", 3, true)));
        try (Dataset data = read(file, PLAIN)) {
            assertThat(text(data)).isEqualTo("[[1.5, NaN, 3.0], [1.0, 0.0, 1.0]]");
            assertThat(data.samples()).containsExactly("p", "q", "r");
            assertThat(data.features()).containsExactly("x", "ok");
            assertThat(notices)
                    .anyMatch(line -> line.endsWith("column 'ok': words for true and false are 1 and 0"))
                    .anyMatch(line -> line.endsWith("1 number is missing: 1 empty cell"));
            assertThat(data.source().sha256()).hasSize(64);
        }
        assertThat(Datasets.locate(file, PLAIN, 0, 2)).contains("row 4, column 2 ('x')");
    }

    /** A random table gives the same bits as a workbook and as text. */
    @Test
    void workbookEqualsText() {
        SplittableRandom random = new SplittableRandom(3);
        double[][] values = new double[150][7];
        StringBuilder csv = new StringBuilder("a,b,c,d,e,f,g\n");
        for (double[] sample : values) {
            for (int c = 0; c < sample.length; c++) {
                sample[c] = random.nextInt(3) == 0 ? random.nextInt(100) : random.nextDouble() * 1e3;
                csv.append(c == 0 ? "" : ",").append(sample[c]);
            }
            csv.append('\n');
        }
        Path book = workbook(sheet -> {
            fill(sheet, 0, row("a", "b", "c", "d", "e", "f", "g"));
            for (int r = 0; r < values.length; r++) for (int c = 0; c < 7; c++) sheet.value(r + 1, c, values[r][c]);
        });
        try (Dataset sheet = read(book, PLAIN);
                Dataset plain = read(TestFiles.text(dir, "t.csv", csv.toString()), PLAIN)) {
            assertThat(text(sheet)).isEqualTo(text(plain));
            assertThat(sheet.features()).isEqualTo(plain.features());
        }
    }

    @Test
    void titlesEmptyRowsAndColumnsAreSkipped() {
        Path file = workbook(sheet -> {
            sheet.value(0, 1, "Table 1: everything");
            sheet.range(0, 1, 0, 3).merge();
            fill(sheet, 3, row(null, "id", "x", "y"), row(null, "p", 1, 2), row(), row(null, "q", 3, 4), row(null, ""));
        });
        try (Dataset data = read(file, PLAIN.withTable(TABLE.withId("id")))) {
            assertThat(text(data)).isEqualTo("[[1.0, 3.0], [2.0, 4.0]]");
            assertThat(data.samples()).containsExactly("p", "q");
        }
    }

    @Test
    void datesAndTextAreRefusedWithTheOptionsThatSolveIt() {
        Path file = workbook(sheet -> {
            fill(sheet, 0, row("x", "day", "kind"), row(1, null, "a"), row(2, null, "b"), row(3, null, "a"));
            for (int r = 1; r <= 3; r++) {
                sheet.value(r, 1, LocalDate.of(2023, 1, 30 + r % 2));
                sheet.style(r, 1).format("dd/mm/yyyy").set();
            }
        });
        assertRefused(() -> read(file, PLAIN))
                .hasMessageEndingWith("'day' (dates such as '2023-01-31'), 'kind' (2 categories such as 'a');"
                        + " add --drop day --labels kind");
        try (Dataset data = read(file, PLAIN.withLabels("kind").withTable(TABLE.withDrop(List.of("day"))))) {
            assertThat(text(data)).isEqualTo("[[1.0, 2.0, 3.0]]");
            assertThat(data.labels()).contains(List.of("a", "b", "a"));
        }
        assertThat(Datasets.labelCandidates(file, PLAIN)).containsExactly("kind");
    }

    @Test
    void numbersThatAreTextAreRead() {
        Path file = workbook(sheet -> fill(sheet, 0, row("x", "y"), row("1,5", 0.25), row("2,5", 1234.5)));
        try (Dataset data = read(file, PLAIN)) {
            assertThat(text(data)).isEqualTo("[[1.5, 2.5], [0.25, 1234.5]]");
        }
    }

    @Test
    void errorsOfFormulasAreMissingOrRefused() {
        Path missing = workbook(sheet -> fill(sheet, 0, row("x", "y"), row(1, "#N/A"), row(2, 3)));
        try (Dataset data = read(missing, PLAIN)) {
            assertThat(text(data)).isEqualTo("[[1.0, 2.0], [NaN, 3.0]]");
        }
        Path error = workbook(sheet -> fill(sheet, 0, row("x", "y"), row(1, "#DIV/0!"), row(2, 3)));
        assertRefused(() -> read(error, PLAIN))
                .hasMessageContaining("row 2, column 2 ('y'): '#DIV/0!' is the error of a formula");
    }

    @Test
    void sheetIsChosenByName() {
        Path file = workbook(List.of("Notes", "More", "Data"), sheet -> fill(sheet, 0, row("x", "y"), row(1, 2)));
        try (Dataset data = read(file, PLAIN.withTable(TABLE.withSheet("Data")))) {
            assertThat(text(data)).isEqualTo("[[1.0], [2.0]]");
        }
        assertRefused(() -> read(file, PLAIN.withTable(TABLE.withSheet("data1"))))
                .hasMessageEndingWith(
                        "--sheet: there is no sheet 'data1'; the sheets are Notes, More, Data; did you mean Data?");
        assertRefused(() -> read(file, PLAIN)).hasMessageEndingWith("sheet 'Notes' is empty; a table is needed");
        assertThat(notices)
                .singleElement()
                .asString()
                .endsWith("'Notes' is read, of Notes, More, Data; --sheet chooses another");
    }

    @Test
    void sheetWithoutNumbersIsRefused() {
        Path file = workbook(sheet -> fill(sheet, 0, row("who", "what"), row("a", "b c"), row("d", "e f")));
        assertRefused(() -> read(file, PLAIN)).hasMessageContaining("a column cannot be read as numbers: 'what'");
    }

    @Test
    void otherOfficeFilesAreNamed() throws IOException {
        byte[] old = new byte[600];
        old[0] = (byte) 0xd0;
        old[1] = (byte) 0xcf;
        old[2] = 0x11;
        old[3] = (byte) 0xe0;
        assertRefused(() -> read(TestFiles.bytes(dir, "old.xlsx", old), PLAIN))
                .hasMessageEndingWith("is an old Excel workbook; save it as .xlsx or .csv");
        byte[] name = "EncryptedPackage".getBytes(StandardCharsets.UTF_16LE);
        System.arraycopy(name, 0, old, 512, name.length);
        assertRefused(() -> read(TestFiles.bytes(dir, "secret.xlsx", old), PLAIN))
                .hasMessageEndingWith("is protected by a password; save it without one");
        assertRefused(() -> read(TestFiles.text(dir, "text.xlsx", "a,b\n1,2\n"), PLAIN))
                .hasMessageEndingWith("is not an Excel workbook; if it is a text table, rename it to .csv");
        assertRefused(() -> read(zip("open.xlsx", "mimetype", new byte[10]), PLAIN))
                .hasMessageEndingWith("is an OpenDocument sheet; save it as .xlsx or .csv");
        assertRefused(() -> read(zip("other.xlsx", "readme.txt", new byte[10]), PLAIN))
                .hasMessageEndingWith("is a zip file, but not an Excel workbook");
        assertRefused(() -> read(zip("odd.xlsx", "xl/workbook.xml", new byte[10]), PLAIN))
                .hasMessageContaining("is damaged or of an unsupported kind");
        assertRefused(() -> read(TestFiles.bytes(dir, "a.xlsx.gz", old), PLAIN))
                .hasMessageContaining("decompress the workbook first");
    }

    @Test
    void bombIsRefusedBeforeItIsParsed() throws IOException {
        byte[] zeros = new byte[300 << 20];
        assertRefused(() -> read(zip("bomb.xlsx", "xl/worksheets/sheet1.xml", zeros), PLAIN))
                .hasMessageContaining("decompress to more than the 268435456 bytes allowed")
                .hasMessageEndingWith("if the content is right, save the sheet as .csv");
        assertRefused(() -> read(zip("hidden.xlsx", "xl/s.bin", zeros), PLAIN))
                .hasMessageContaining("decompress to more than the 268435456 bytes allowed");
    }

    @Test
    void endlessNumbersAndColumnsAreRefused() throws IOException {
        String sheet = "xl/worksheets/sheet1.xml";
        byte[] number = ("<c r=\"A1\"><v>" + "1".repeat(10_001) + "</v></c>").getBytes(StandardCharsets.UTF_8);
        assertRefused(() -> read(zip("number.xlsx", sheet, number), PLAIN))
                .hasMessageEndingWith("holds a number of more than 10000 digits");
        for (String address : List.of(
                " r=\"ZZZZZZ1\"",
                " r=\"XFE1\"",
                "\n r = 'xfe1'",
                "\tr=\"$XFE$1\"",
                " r=\"ZZZZZZZZZZZZ1\"",
                " x:r='XFE1'"))
            for (Charset charset : List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16LE))
                assertRefused(() -> read(zip("column.xlsx", sheet, cell(address, charset)), PLAIN))
                        .hasMessageEndingWith("a cell lies right of column XFD");
        assertRefused(() -> read(zip("entity.xlsx", sheet, cell(" r='&#90;ZZZ1'", StandardCharsets.UTF_8)), PLAIN))
                .hasMessageEndingWith("an address of a cell holds an entity");
    }

    private static byte[] cell(String address, Charset charset) {
        return ("<c" + address + "><v>1</v></c>").getBytes(charset);
    }

    @Test
    void lastColumnOfASheetIsAllowed() {
        Path file = workbook(sheet -> {
            sheet.value(0, 16_383, "x");
            sheet.value(1, 16_383, 7);
        });
        try (Dataset data = read(file, PLAIN)) {
            assertThat(data.features()).containsExactly("x");
            assertThat(text(data)).isEqualTo("[[7.0]]");
        }
    }

    private Path zip(String file, String entry, byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry(entry));
            zip.write(content);
        }
        return TestFiles.bytes(dir, file.replace(".gz", ""), bytes.toByteArray());
    }

    /** The library that reads workbooks parses XML: entities lead to no file and are not multiplied. */
    @Test
    void entitiesAreNotExpanded() throws IOException {
        String secret = "7351.25"; // a point: no name of a temporary folder has one
        Path hidden = Files.writeString(dir.resolve("secret.txt"), secret);
        Path good = workbook(sheet -> fill(sheet, 0, row("x", "y"), row(1, 2), row(3, 4)));
        String many = IntStream.range(1, 9)
                .mapToObj(i -> "<!ENTITY e" + i + " \"" + ("&e" + (i - 1) + ";").repeat(50) + "\">")
                .collect(Collectors.joining());
        for (String entities :
                List.of("<!ENTITY e0 SYSTEM \"" + hidden.toUri() + "\">", "<!ENTITY e0 \"" + secret + "\">" + many)) {
            String name = entities.contains("SYSTEM") ? "&e0;" : "&e8;";
            Path file = withSheet(
                    good,
                    sheet -> "<!DOCTYPE worksheet [" + entities + "]>"
                            + sheet.replace("<v>3</v>", "<v>" + name + "</v>"));
            String read;
            try (Dataset data = read(file, PLAIN)) {
                read = String.valueOf(data.X().get(0, 1));
            } catch (DataException e) {
                read = String.valueOf(e.getMessage());
            }
            assertThat(read).doesNotContain(secret);
        }
    }

    /** Changes the sheet of a workbook. */
    private Path withSheet(Path workbook, UnaryOperator<String> change) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipFile from = new ZipFile(workbook.toFile());
                ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (ZipEntry entry : Collections.list(from.entries())) {
                zip.putNextEntry(new ZipEntry(entry.getName()));
                String text = new String(from.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
                if (entry.getName().endsWith("sheet1.xml")) {
                    int root = text.indexOf("<worksheet");
                    String changed = change.apply(text.substring(root));
                    assertThat(changed).contains("<v>&e");
                    text = text.substring(0, root) + changed;
                }
                zip.write(text.getBytes(StandardCharsets.UTF_8));
            }
        }
        return TestFiles.bytes(dir, "changed.xlsx", bytes.toByteArray());
    }

    /** Every byte of a workbook is changed: it is read, or refused with its name. */
    @Test
    void damageIsReadOrRefused() throws IOException {
        byte[] good = Files.readAllBytes(workbook(sheet -> fill(sheet, 0, row("x", "y"), row(1, "a"), row(2, 3))));
        for (int at = 0; at < good.length; at += 5) {
            byte[] hit = good.clone();
            hit[at] ^= 0x11;
            Path file = TestFiles.bytes(dir, "hit.xlsx", hit);
            try (Dataset data = read(file, PLAIN)) {
                assertThat(data.X().rows()).isPositive();
            } catch (org.grapnel.data.DataException e) {
                assertThat(e).hasMessageStartingWith(file.toString());
            }
        }
    }
}
