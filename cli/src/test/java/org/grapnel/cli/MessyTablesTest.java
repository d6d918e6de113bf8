package org.grapnel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.dhatim.fastexcel.Workbook;
import org.dhatim.fastexcel.Worksheet;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.formats.Datasets;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.options.DataOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/**
 * Tables as people have them: each is read, or refused with options that, typed as the message says, make it readable.
 */
@Tag("once")
class MessyTablesTest {
    private static final Pattern PROPOSAL = Pattern.compile("; (?:[^;]*, )?add (--.*?)(?: \\(or .*)?$");

    @TempDir
    Path dir;

    private final List<String> notices = new ArrayList<>();

    private Path file(String name, String text, Charset charset) {
        try {
            return Files.write(dir.resolve(name), text.getBytes(charset));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads a file with options as they are typed on the command line. */
    private Dataset read(Path file, String typed) {
        notices.clear();
        DataOptions options =
                CommandLine.populateCommand(new DataOptions(), words(typed).toArray(String[]::new));
        return Datasets.read(file, options.readOptions(), notices::add);
    }

    /** Splits a line as a shell does. */
    private static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '\'') quoted = !quoted;
            else if (c == '\\' && !quoted) word.append(line.charAt(++i));
            else if (c == ' ' && !quoted) {
                if (!word.isEmpty()) words.add(word.toString());
                word.setLength(0);
            } else word.append(c);
        }
        if (!word.isEmpty()) words.add(word.toString());
        return words;
    }

    private static String samples(Dataset data) {
        double[][] X = ((DenseMatrix) data.X()).toArray();
        StringBuilder text = new StringBuilder();
        for (int j = 0; j < data.X().cols(); j++) {
            for (int i = 0; i < X.length; i++)
                text.append(i == 0 ? "" : " ").append(Double.toString(X[i][j]).replaceAll("\\.0$", ""));
            text.append(j + 1 < data.X().cols() ? " / " : "");
        }
        return text.toString();
    }

    /** File name, content, what is typed, X sample by sample, features, and a part of a notice. */
    static Stream<Arguments> readable() {
        return Stream.of(
                Arguments.of(
                        "decimal comma", "a.csv", "x;y\n1,5;2\n2,5;3\n", "", "1.5 2 / 2.5 3", "x,y", "decimal comma"),
                Arguments.of(
                        "decimal comma, tabs",
                        "a.tsv",
                        "x\ty\n0,25\t2\n3\t4\n",
                        "",
                        "0.25 2 / 3 4",
                        "x,y",
                        "decimal comma"),
                Arguments.of(
                        "decimal comma, no header",
                        "a.csv",
                        "1,5;2,5\n3,5;4,5\n",
                        "",
                        "1.5 2.5 / 3.5 4.5",
                        "f0,f1",
                        "semicolons"),
                Arguments.of(
                        "quoted decimal comma",
                        "a.csv",
                        "x,y\n\"1,5\",2\n\"2,5\",3\n",
                        "--decimal ,",
                        "1.5 2 / 2.5 3",
                        "x,y",
                        ""),
                Arguments.of(
                        "decimal point on demand",
                        "a.csv",
                        "x;y\n1,234;2\n5;3\n",
                        "--decimal .",
                        "1234 2 / 5 3",
                        "x,y",
                        "thousands"),
                Arguments.of(
                        "German thousands",
                        "a.csv",
                        "x;y\n1.234,5;2\n9,5;3\n",
                        "",
                        "1234.5 2 / 9.5 3",
                        "x,y",
                        "thousands"),
                Arguments.of(
                        "lone German thousands",
                        "a.csv",
                        "x;y\n1.234;2,5\n2.500;3,5\n",
                        "",
                        "1234 2.5 / 2500 3.5",
                        "x,y",
                        "'x': separators of thousands"),
                Arguments.of(
                        "English thousands",
                        "a.csv",
                        "x,y\n\"1,234.5\",2\n\"2,000\",3\n",
                        "",
                        "1234.5 2 / 2000 3",
                        "x,y",
                        "thousands"),
                Arguments.of(
                        "blank thousands", "a.csv", "x,y\n1 234,2\n22,3\n", "", "1234 2 / 22 3", "x,y", "thousands"),
                Arguments.of(
                        "currency", "a.csv", "x;y\n€ 3,50;2\n€ 4;3\n", "", "3.5 2 / 4 3", "x,y", "'x': the sign €"),
                Arguments.of("dollars", "a.csv", "x,y\n$12,2\n$0.5,3\n", "", "12 2 / 0.5 3", "x,y", "sign $"),
                Arguments.of("per cent", "a.csv", "x,y\n12 %,2\n7.5%,3\n", "", "12 2 / 7.5 3", "x,y", "12 % is 12"),
                Arguments.of(
                        "truth",
                        "a.csv",
                        "x,y,z\nTRUE,yes,1\nfalse,No,2\nTrue,no,3\n",
                        "",
                        "1 1 1 / 0 0 2 / 1 0 3",
                        "x,y,z",
                        "'x', 'y': words for true"),
                Arguments.of(
                        "comments",
                        "a.csv",
                        "# made by us\n#\nx,y\n1,2\n# half\n3,4\n",
                        "",
                        "1 2 / 3 4",
                        "x,y",
                        "3 comments are skipped"),
                Arguments.of(
                        "commented header",
                        "a.tsv",
                        "##v1\n#chrom\tstart\tend\nchr1\t1\t2\nchr2\t3\t4\n",
                        "",
                        "1 2 / 3 4",
                        "start,end",
                        "1 comment is"),
                Arguments.of("names with #", "a.csv", "who,x\n#1,5\n#2,6\n#3,7\n", "", "5 / 6 / 7", "x", ""),
                Arguments.of(
                        "empty lines",
                        "a.csv",
                        "x,y\n\n1,2\n,\n3,4\n\n",
                        "",
                        "1 2 / 3 4",
                        "x,y",
                        "3 empty lines are skipped"),
                Arguments.of(
                        "title",
                        "a.csv",
                        "Results of March,,\n,,\nid,x,y\na,1,2\nb,3,4\n",
                        "",
                        "1 2 / 3 4",
                        "x,y",
                        "1 title line is skipped"),
                Arguments.of(
                        "short title",
                        "a.csv",
                        "Results\nx;y;z\n1;2;3\n",
                        "",
                        "1 2 3",
                        "x,y,z",
                        "1 title line is skipped"),
                Arguments.of("sep line", "a.csv", "sep=;\r\nx;y\r\n1;2\r\n", "", "1 2", "x,y", ""),
                Arguments.of(
                        "last delimiter",
                        "a.csv",
                        "x,y,\n1,2,\n3,4,\n",
                        "",
                        "1 2 / 3 4",
                        "x,y",
                        "'column3': empty, left out"),
                Arguments.of(
                        "last delimiter in rows",
                        "a.csv",
                        "id,x,y\na,1,2,\nb,3,4,\n",
                        "",
                        "1 2 / 3 4",
                        "x,y",
                        "empty, left out"),
                Arguments.of(
                        "repeated names", "a.csv", "x,x,x\n1,2,3\n", "", "1 2 3", "x,x-1,x-2", "'x' (2) is now 'x-1'"),
                Arguments.of("unnamed columns", "a.csv", "x,,y\n1,2,3\n", "", "1 2 3", "x,column2,y", ""),
                Arguments.of("quoted numbers", "a.csv", "\"x\",\" y \"\n\"1\",\"2.5\"\n", "", "1 2.5", "x, y ", ""),
                Arguments.of(
                        "one-hot",
                        "a.csv",
                        "x,kind\n1,b\n2,a\n3,b\n",
                        "--one-hot kind",
                        "1 0 1 / 2 1 0 / 3 0 1",
                        "x,kind=a,kind=b",
                        ""),
                Arguments.of(
                        "pattern and range",
                        "a.csv",
                        "x,m1,m2,y,z,w\n1,p,q,2,3,4\n",
                        "--drop 'm*',z:w",
                        "1 2",
                        "x,y",
                        ""),
                Arguments.of(
                        "only some columns",
                        "a.csv",
                        "id,x,m,y\na,1,q,2\nb,3,r,4\n",
                        "--columns y,x",
                        "1 2 / 3 4",
                        "x,y",
                        ""),
                Arguments.of("empty first column", "a.csv", ",x,y\n,1,2\n,3,4\n", "", "1 2 / 3 4", "x,y", ""),
                Arguments.of(
                        "more missing words",
                        "a.csv",
                        "x,y\n1,n.d.\n,2\n",
                        "--missing-words +n.d.",
                        "1 NaN / NaN 2",
                        "x,y",
                        "2 numbers are missing"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void readable(String what, String name, String text, String typed, String expected, String features, String said) {
        try (Dataset data = read(file(name, text, StandardCharsets.UTF_8), typed)) {
            assertThat(samples(data)).isEqualTo(expected);
            assertThat(String.join(",", data.features())).isEqualTo(features);
            assertThat(String.join("\n", notices)).contains(said);
        }
    }

    /** File name, content, what is typed first, the proposal, X sample by sample with it, and a part of the message. */
    static Stream<Arguments> proposed() {
        return Stream.of(
                Arguments.of(
                        "dates and text",
                        "a.csv",
                        "x,day,note,type\n1,2023-01-01,ab,u\n2,2023-01-02,cd,v\n3,2023-01-02,cd,u\n4,2023-01-09,ef,v\n",
                        "",
                        "--drop day,note --labels type",
                        "1 / 2 / 3 / 4",
                        "'day' (dates such as '2023-01-01')"),
                Arguments.of(
                        "German dates",
                        "a.csv",
                        "x;day\n1;1.2.2023\n2;13.02.2023\n",
                        "",
                        "--drop day",
                        "1 / 2",
                        "dates"),
                Arguments.of(
                        "times",
                        "a.csv",
                        "x,t\n1,12:30\n2,14:05:10\n",
                        "",
                        "--drop t",
                        "1 / 2",
                        "dates such as '12:30'"),
                Arguments.of(
                        "ids not first",
                        "a.csv",
                        "x,who\n1,a7\n2,a8\n",
                        "",
                        "--id who",
                        "1 / 2",
                        "a different text in each row"),
                Arguments.of(
                        "two texts",
                        "a.csv",
                        "x,who,what\n1,a7,k1\n2,a8,k2\n",
                        "",
                        "--drop who,what",
                        "1 / 2",
                        "2 columns"),
                Arguments.of(
                        "names with blanks",
                        "a.csv",
                        "x,my note,it's\n1,a b,u\n2,c d,v\n",
                        "",
                        "--drop 'my note,it'\\''s'",
                        "1 / 2",
                        "2 columns"),
                Arguments.of(
                        "names with commas",
                        "a.csv",
                        "x,\"size, cm\",y\n1,big,u\n2,small,v\n",
                        "",
                        "--drop 'size* cm,y'",
                        "1 / 2",
                        "2 columns"),
                Arguments.of(
                        "names with a dash",
                        "a.csv",
                        "x,-y,-z\n1,big,u\n2,small,v\n",
                        "",
                        "--drop=-y,-z",
                        "1 / 2",
                        "2 columns"),
                Arguments.of(
                        "many texts",
                        "a.csv",
                        "x,n1,n2,n3,n4,n5,n6,n7,n8,n9\n1,a,b,c,d,e,f,g,h,i\n2,j,k,l,m,n,o,p,q,r\n",
                        "",
                        "--drop n1:n9",
                        "1 / 2",
                        "and 1 more"),
                Arguments.of(
                        "categories first",
                        "a.csv",
                        "kind,x\nu,1\nv,2\nu,3\n",
                        "",
                        "--labels kind",
                        "1 / 2 / 3",
                        "2 categories"),
                Arguments.of(
                        "two categories",
                        "a.csv",
                        "k,l,x\nu,p,1\nv,p,2\nu,q,3\n",
                        "",
                        "--drop k,l",
                        "1 / 2 / 3",
                        "categories"),
                Arguments.of(
                        "only categories",
                        "a.csv",
                        "k,l\nu,p\nv,p\nu,q\n",
                        "",
                        "--one-hot k,l",
                        "1 0 1 0 / 0 1 1 0 / 1 0 0 1",
                        "categories"),
                Arguments.of(
                        "missing words",
                        "a.csv",
                        "x,y\n1,2\nn.a.,3\n4,none\n5,6\n",
                        "",
                        "--missing-words +n.a.,none",
                        "1 2 / NaN 3 / 4 NaN / 5 6",
                        "'n.a.' in row 3"),
                Arguments.of(
                        "a missing word",
                        "a.csv",
                        "x,y\n1,2\n.,3\n4,5\n",
                        "",
                        "--missing-words +.",
                        "1 2 / NaN 3 / 4 5",
                        "row 3, column 1 ('x'): '.' is not a number"),
                Arguments.of(
                        "a footer",
                        "a.csv",
                        "x,y\n1,2\n3,4\nTotal,6\n",
                        "",
                        "--drop x",
                        "2 / 4 / 6",
                        "row 4, column 1 ('x'): 'Total' is not a number"),
                Arguments.of(
                        "quoted decimal commas",
                        "a.csv",
                        "x,y\n\"1,5\",2\n\"2,5\",3\n",
                        "",
                        "--decimal ,",
                        "1.5 2 / 2.5 3",
                        "decimal comma such as '1,5'"),
                Arguments.of(
                        "thousands or decimals",
                        "a.csv",
                        "x;y\n1,234;2\n5,678;3\n",
                        "",
                        "--decimal .",
                        "1234 2 / 5678 3",
                        "or --decimal , if they have decimals"),
                Arguments.of("mixed signs", "a.csv", "x,y\n12 %,2\n13,3\n", "", "--drop x", "2 / 3", "different signs"),
                Arguments.of(
                        "mixed currencies",
                        "a.csv",
                        "x,y\n$12,2\n€ 13,3\n",
                        "",
                        "--drop x",
                        "2 / 3",
                        "different signs"),
                Arguments.of(
                        "annotated genes",
                        "a.tsv",
                        "gene\tsymbol\tchrom\tp\tq\nE1\tA\tchr1\t1\t2\nE2\tB\tchr1\t3\t4\nE3\tC\tchr2\t5\t6\n",
                        "--features-in-rows",
                        "--drop symbol,chrom",
                        "1 3 5 / 2 4 6",
                        "'symbol'"),
                Arguments.of(
                        "genes named later",
                        "a.tsv",
                        "len\tsymbol\tp\n5\tA\t1\n6\tB\t2\n",
                        "--features-in-rows --drop len",
                        "--id symbol",
                        "1 2",
                        "'symbol'"),
                Arguments.of(
                        "labels in a row",
                        "a.csv",
                        "gene,p,q\ntype,u,v\nA,1,2\nB,3,4\n",
                        "--features-in-rows",
                        "--labels type",
                        "1 3 / 2 4",
                        "row 2 ('type') holds text"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void proposed(String what, String name, String text, String typed, String proposal, String expected, String said) {
        Path file = file(name, text, StandardCharsets.UTF_8);
        assertThatThrownBy(() -> read(file, typed))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith(file.toString())
                .hasMessageContaining(said)
                .satisfies(e -> assertThat(proposal(e)).isEqualTo(proposal));
        try (Dataset data = read(file, typed + " " + proposal)) {
            assertThat(samples(data)).isEqualTo(expected);
        }
    }

    private static String proposal(Throwable e) {
        Matcher matcher = PROPOSAL.matcher(e.getMessage());
        assertThat(matcher.find()).as(e.getMessage()).isTrue();
        return matcher.group(1);
    }

    /** File name, content, what is typed, and the message. */
    static Stream<Arguments> refused() {
        return Stream.of(
                Arguments.of(
                        "a.csv",
                        "x,note\n1,a\n",
                        "--drop nota",
                        "--drop: there is no column 'nota'; did you mean note?"),
                Arguments.of("a.csv", "x,note\n1,a\n", "--columns 'g*'", "--columns: no column matches 'g*'"),
                Arguments.of(
                        "a.csv", "x,y,z\n1,2,3\n", "--drop z:x", "--drop z:x: 'z' comes after 'x'; the range is x:z"),
                Arguments.of(
                        "a.csv", "x,note\n1,a\n", "--id noto", "--id: there is no column 'noto'; did you mean note?"),
                Arguments.of(
                        "a.csv",
                        "x,note\n1,a\n",
                        "--one-hot noto",
                        "--one-hot: there is no column 'noto'; did you mean note?"),
                Arguments.of(
                        "a.csv",
                        "x,note\n1,a\n",
                        "--color noto",
                        "--color: there is no column 'noto'; did you mean note?"),
                Arguments.of(
                        "a.csv",
                        "x,k\n1,a\n",
                        "--drop k --labels k",
                        "column 'k' is named by --labels and by --drop; name it once"),
                Arguments.of("a.csv", "x,k\n1,a\n", "--drop x,k", "the file has no column of features"),
                Arguments.of(
                        "a.csv",
                        "x,k\n1,a\n2,a\n",
                        "--id k",
                        "--id: column 'k' cannot name the samples: rows 2 and 3 both have 'a'"),
                Arguments.of(
                        "a.csv",
                        "x,y\nmg,ml\n1,2\n3,4\n",
                        "",
                        "row 2 holds text in all columns, such as 'mg'; if it is a second header or a row of units, delete it from the file"),
                Arguments.of(
                        "a.csv",
                        "x,y\nfoo bar,p\nbaz,q\n",
                        "--header yes",
                        "a column cannot be read as numbers: 'y' (a different text in each row, such as 'p'); is the table transposed, or is the header in another row?"),
                Arguments.of("a.csv", "x,y\n1,2\n", "--sheet S", "--sheet has no meaning for a .csv file"),
                Arguments.of(
                        "a.csv",
                        ",p\nA,1\n",
                        "--features-in-rows --one-hot p",
                        "--one-hot needs categories in columns; with --features-in-rows the columns are samples"),
                Arguments.of("a.svm", "1 1:2\n", "--id a", "--id has no meaning for a .svm file"),
                Arguments.of(
                        "a.svm",
                        "1 1:2\n",
                        "--color a",
                        "has no columns about the samples, so there is no 'a' for --color"));
    }

    @ParameterizedTest(name = "{1} {2}")
    @MethodSource
    void refused(String name, String text, String typed, String message) {
        Path file = file(name, text, StandardCharsets.UTF_8);
        assertThatThrownBy(() -> read(file, typed).close())
                .isInstanceOf(DataException.class)
                .hasMessage(file + ": " + message);
    }

    @Test
    void encodingsAreReadOrNamed() {
        String text = "größe;x\n1,5;2\n";
        for (Charset charset : List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
            try (Dataset data = read(file("a.csv", "\uFEFF" + text, charset), "")) {
                assertThat(data.features()).containsExactly("größe", "x");
                assertThat(samples(data)).isEqualTo("1.5 2");
            }
        }
        Path latin = file("a.csv", text, StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> read(latin, ""))
                .hasMessage(latin + ": is not UTF-8 text; save it as UTF-8 (in Excel: CSV UTF-8)");
    }

    @Test
    void colorsAndIdsAreNoFeatures() {
        Path file = file("a.csv", "x,who,batch,age\n1,p,b1,30\n2,q,,41\n", StandardCharsets.UTF_8);
        try (Dataset data = read(file, "--id who --color age,batch")) {
            assertThat(data.features()).containsExactly("x");
            assertThat(data.samples()).containsExactly("p", "q");
            assertThat(data.columns().get(0).values()).containsExactly("30", "41");
            assertThat(data.columns().get(1).values()).containsExactly("b1", "");
        }
        Path turned = file("t.csv", "f,s,t\nx,1,2\nbatch,u,v\ny,3,4\n", StandardCharsets.UTF_8);
        try (Dataset data = read(turned, "--features-in-rows --color batch")) {
            assertThat(samples(data)).isEqualTo("1 3 / 2 4");
            assertThat(data.features()).containsExactly("x", "y");
            assertThat(data.columns().get(0).values()).containsExactly("u", "v");
        }
    }

    /** A text cell far below the rows that are looked at first. */
    @Test
    void lateTextIsNamedWithItsPlaceAndTheOption() {
        StringBuilder text = new StringBuilder("x,y\n");
        for (int i = 0; i < 5000; i++) text.append(i).append(",1\n");
        Path word = file("a.csv", text + "oops,2\n", StandardCharsets.UTF_8);
        assertThatThrownBy(() -> read(word, ""))
                .hasMessage(word
                        + ": row 5002, column 1 ('x'): 'oops' is not a number; to leave the column out, add --drop x");
        read(word, "--drop x").close();
        Path comma = file("c.csv", text.toString().replace(',', ';') + "1,5;2\n", StandardCharsets.UTF_8);
        assertThatThrownBy(() -> read(comma, ""))
                .hasMessageEndingWith(
                        "'1,5' is not a number with a decimal point; if the table has decimal commas, add --decimal ,"
                                + " (or --drop x)")
                .satisfies(e -> assertThat(proposal(e)).isEqualTo("--decimal ,"));
        try (Dataset data = read(comma, "--decimal ,")) {
            assertThat(data.X().get(0, 5000)).isEqualTo(1.5);
        }
        Path missing = file("a.csv", text + "missing,2\n", StandardCharsets.UTF_8);
        assertThatThrownBy(() -> read(missing, ""))
                .satisfies(e -> assertThat(proposal(e)).isEqualTo("--missing-words +missing"));
        try (Dataset data = read(missing, "--missing-words +missing")) {
            assertThat(data.X().get(0, 5000)).isNaN();
        }
    }

    @Test
    void workbookIsReadWithTheProposal() throws IOException {
        Path file = dir.resolve("a.xlsx");
        try (OutputStream out = Files.newOutputStream(file);
                Workbook book = new Workbook(out, "test", "1.0")) {
            Worksheet sheet = book.newWorksheet("Patients");
            String[] names = {"Study 7", "", "who", "seen", "weight", "kind"};
            sheet.value(0, 0, names[0]);
            for (int c = 0; c < 4; c++) sheet.value(2, c, names[c + 2]);
            for (int r = 0; r < 6; r++) {
                sheet.value(3 + r, 0, "p" + r);
                sheet.value(3 + r, 1, LocalDate.of(2023, 5, 1 + r));
                sheet.style(3 + r, 1).format("d.m.yy").set();
                sheet.value(3 + r, 2, 60.5 + r);
                sheet.value(3 + r, 3, r % 2 == 0 ? "case" : "control");
            }
        }
        assertThatThrownBy(() -> read(file, ""))
                .hasMessageContaining("'seen' (dates such as '2023-05-01'), 'kind' (2 categories such as 'case')")
                .satisfies(e -> assertThat(proposal(e)).isEqualTo("--drop seen --labels kind"));
        try (Dataset data = read(file, "--drop seen --labels kind")) {
            assertThat(samples(data)).isEqualTo("60.5 / 61.5 / 62.5 / 63.5 / 64.5 / 65.5");
            assertThat(data.samples()).startsWith("p0", "p1");
        }
    }

    @Test
    void fitTypesTheProposal() throws IOException {
        Path file = file(
                "a.csv",
                "day,x,y,kind\n2023-01-01,1,2,u\n2023-01-01,3,1,v\n2023-01-02,5,3,u\n2023-01-03,2,2,v\n",
                StandardCharsets.UTF_8);
        Object[] fit = {"fit", file, "--model", "nmf", "--rank", 1, "--no-report", "-o", dir.resolve("run")};
        Cli refused = Cli.run(fit);
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err().strip()).endsWith("; add --drop day --labels kind");
        Object[] more = {"--drop", "day", "--labels", "kind"};
        Cli done =
                Cli.run(Stream.concat(Arrays.stream(fit), Arrays.stream(more)).toArray());
        assertThat(done.err()).isEmpty();
        assertThat(done.code()).isZero();
        assertThat(Files.readString(dir.resolve("run/summary.json"))).contains("\"drop\"", "\"day\"");
    }
}
