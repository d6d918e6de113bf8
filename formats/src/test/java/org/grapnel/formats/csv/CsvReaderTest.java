package org.grapnel.formats.csv;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.grapnel.data.Dataset;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.TestFiles;
import org.grapnel.linalg.DenseMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvReaderTest {
    @TempDir
    Path dir;

    private static final ReadOptions PLAIN = ReadOptions.plain();

    private Dataset read(String text, ReadOptions options) {
        return new CsvReader().read(TestFiles.text(dir, "data.csv", text), options);
    }

    private static double[][] values(Dataset data) {
        return ((DenseMatrix) data.X()).toArray();
    }

    @Test
    void columnsOfTheFileAreRowsOfX() {
        try (Dataset data = read("a,b,c\n1,2,3\n4,5,6\n", PLAIN)) {
            assertThat(values(data)).isDeepEqualTo(new double[][] {{1, 4}, {2, 5}, {3, 6}});
            assertThat(data.features()).containsExactly("a", "b", "c");
            assertThat(data.samples()).containsExactly("0", "1");
            assertThat(data.labels()).isEmpty();
        }
    }

    @Test
    void writtenNumbersKeepTheirBits() throws IOException {
        try (DenseMatrix M = TestFiles.random(300, 7, 1)) {
            Path file = dir.resolve("written.csv.gz");
            try (CsvTableWriter out = CsvTableWriter.create(file, Dataset.numbered("f", 7))) {
                for (double[] row : M.toArray()) {
                    List<Object> cells = new ArrayList<>();
                    for (double v : row) cells.add(v);
                    out.row(cells);
                }
            }
            try (Dataset data = Datasets.read(file, PLAIN);
                    DenseMatrix Mt = M.transpose()) {
                assertThat(values(data)).isDeepEqualTo(Mt.toArray());
            }
        }
    }

    @Test
    void moreSamplesThanFitIntoABlockStayInOrder() {
        int n = 70_000;
        StringBuilder text = new StringBuilder("a,b\n");
        for (int j = 0; j < n; j++) text.append(j).append(',').append(-j).append('\n');
        try (Dataset data = read(text.toString(), PLAIN)) {
            assertThat(data.X().cols()).isEqualTo(n);
            for (int j = 0; j < n; j++) {
                assertThat(data.X().get(0, j)).isEqualTo(j);
                assertThat(data.X().get(1, j)).isEqualTo(-j);
            }
        }
    }

    @Test
    void labelColumnIsNoFeature() {
        try (Dataset data = read("a,kind,b\n1,cat,2\n3,dog,4\n", PLAIN.withLabels("kind"))) {
            assertThat(values(data)).isDeepEqualTo(new double[][] {{1, 3}, {2, 4}});
            assertThat(data.features()).containsExactly("a", "b");
            assertThat(data.labels()).contains(List.of("cat", "dog"));
        }
    }

    @Test
    void unnamedFirstColumnNamesTheSamplesEvenIfNumeric() {
        for (String name : List.of("", "Unnamed: 0")) {
            try (Dataset data = read(name + ",a\n10,1\n20,2\n", PLAIN)) {
                assertThat(data.samples()).containsExactly("10", "20");
                assertThat(data.features()).containsExactly("a");
            }
        }
    }

    @Test
    void firstTextColumnWithAUsualNameNamesTheSamples() {
        for (String name : List.of("sample", "ID", "Name")) {
            try (Dataset named = read(name + ",a\nx,1\ny,2\n", PLAIN);
                    Dataset numbers = read(name + ",a\n7,1\n8,2\n", PLAIN)) {
                assertThat(named.samples()).containsExactly("x", "y");
                assertThat(named.X().rows()).isEqualTo(1);
                assertThat(numbers.features()).containsExactly(name, "a");
            }
        }
    }

    @Test
    void namesMayContainCommasQuotesAndLineEnds() throws IOException {
        List<String> names = List.of("a,b", "say \"hi\"", "two\nlines", " blanks ", "µ°");
        Path file = dir.resolve("names.csv");
        try (CsvTableWriter out = CsvTableWriter.create(file, names)) {
            out.row(1, 2, 3, 4, 5);
        }
        try (Dataset data = Datasets.read(file, PLAIN)) {
            assertThat(data.features()).isEqualTo(names);
        }
    }

    @Test
    void nanAndInfinityAreNumbers() {
        try (Dataset data = read("a,b,c,d,e\nNaN,nan,inf,-inf,Infinity\n", PLAIN)) {
            assertThat(Arrays.stream(values(data)).mapToDouble(row -> row[0]).toArray())
                    .containsExactly(
                            Double.NaN,
                            Double.NaN,
                            Double.POSITIVE_INFINITY,
                            Double.NEGATIVE_INFINITY,
                            Double.POSITIVE_INFINITY);
        }
    }

    @Test
    void windowsLineEndsBlanksAByteOrderMarkAndEmptyLinesChangeNothing() {
        try (Dataset plain = read("a,b\n1,2\n3,4\n", PLAIN);
                Dataset odd = read("\uFEFFa, b\r\n1 , 2\r\n\r\n3,4", PLAIN)) {
            assertThat(values(odd)).isDeepEqualTo(values(plain));
            assertThat(odd.features()).isEqualTo(plain.features());
        }
    }

    @Test
    void gzipGivesTheSameData() {
        String text = "a,b\n1,2\n3,4\n";
        try (Dataset plain = read(text, PLAIN);
                Dataset packed = Datasets.read(TestFiles.text(dir, "data.csv.gz", text), PLAIN)) {
            assertThat(values(packed)).isDeepEqualTo(values(plain));
            assertThat(packed.features()).isEqualTo(plain.features());
        }
    }

    @Test
    void featuresInRowsIsTheTranspose() {
        try (Dataset rows = read(",a,b,kind\ns,1,2,cat\nt,3,4,dog\n", PLAIN.withLabels("kind"));
                Dataset columns = read(
                        ",s,t\na,1,3\nb,2,4\nkind,cat,dog\n",
                        PLAIN.withLabels("kind").withFeaturesInRows())) {
            assertThat(values(columns)).isDeepEqualTo(values(rows));
            assertThat(columns.features()).isEqualTo(rows.features());
            assertThat(columns.samples()).isEqualTo(rows.samples());
            assertThat(columns.labels()).isEqualTo(rows.labels()).isEqualTo(Optional.of(List.of("cat", "dog")));
        }
    }

    @Test
    void featuresInRowsWithoutNamesAreNumbered() {
        try (Dataset data = read("s,t\n1,2\n3,4\n", PLAIN.withFeaturesInRows())) {
            assertThat(values(data)).isDeepEqualTo(new double[][] {{1, 2}, {3, 4}});
            assertThat(data.features()).containsExactly("f0", "f1");
            assertThat(data.samples()).containsExactly("s", "t");
        }
    }

    @Test
    void numericFeatureNamesNeedAnEmptyCorner() {
        try (Dataset data = read(",s\n1007,1\n1053,2\n", PLAIN.withFeaturesInRows())) {
            assertThat(data.features()).containsExactly("1007", "1053");
        }
    }
}
