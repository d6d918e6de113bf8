package org.grapnel.formats;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.grapnel.data.Dataset;
import org.grapnel.formats.csv.CsvReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Candidates for labels, and the places of entries in the file. */
class LabelCandidatesTest {
    @TempDir
    Path home;

    @ParameterizedTest
    @CsvSource({
        "plain.npz, y words ascii",
        "packed.npz, ''",
        "csr.npz, ''",
        "one.svm, label",
        "coordinate.mtx, ''",
        "tenx, ''",
        "hdf5/new.h5ad, flag kind word",
        "hdf5/dense.mat, gnd kinds letters",
        "hdf5/sparse5.mat, Y",
        "parquet/snappy.parquet, kind"
    })
    void vectorsAndTextColumnsAreCandidates(String name, String expected) {
        Path file = TestFiles.fixture(name);
        assertThat(String.join(" ", Datasets.labelCandidates(file, ReadOptions.plain())))
                .isEqualTo(expected);
    }

    @Test
    void firstTextColumnIsACandidateOnlyIfItRepeats() {
        Path names = TestFiles.text(
                home, "names.csv", "who,a,kind,day\np,1,x,2020-01-01\nq,2,y,2020-01-02\nr,3,x,2020-01-01\n");
        assertThat(Datasets.labelCandidates(names, ReadOptions.plain())).containsExactly("kind");
        Path labels = TestFiles.text(home, "labels.csv", "kind,a\nx,1\ny,2\nx,3\n");
        assertThat(Datasets.labelCandidates(labels, ReadOptions.plain())).containsExactly("kind");
        Path numbers = TestFiles.text(home, "numbers.csv", "a,b\n1,2\n3,NA\n");
        assertThat(Datasets.labelCandidates(numbers, ReadOptions.plain())).isEmpty();
        assertThat(Datasets.labelCandidates(names, ReadOptions.plain().withFeaturesInRows()))
                .isEmpty();
    }

    @Test
    void nominalAttributesAreCandidatesLastFirst() {
        Path file = TestFiles.text(
                home,
                "a.arff",
                "@relation r\n@attribute g {m,f}\n@attribute x numeric\n@attribute class {a,b}\n@data\nm,1,a\n");
        assertThat(Datasets.labelCandidates(file, ReadOptions.plain())).containsExactly("class", "g");
    }

    /** Every entry is found at the line and column of its number. */
    @Test
    void entriesAreLocatedInTheFile() {
        String[] lines = {"", "s,a,type,\"b\nb\",c", "p,1,x,2,3", "", "\"q\nq\",4,y,5,6", "", "r,7,x,8,9"};
        Path file = TestFiles.text(home, "d.csv", String.join("\n", lines));
        ReadOptions options = ReadOptions.plain().withLabels("type");
        int[] rows = {4, 6, 9};
        int[] columns = {2, 4, 5};
        CsvReader small = new CsvReader(1, 8); // many blocks
        try (Dataset data = Datasets.read(file, options)) {
            for (int i = 0; i < 3; i++) {
                for (int j = 0; j < 3; j++) {
                    assertThat(data.X().get(i, j)).isEqualTo(3 * j + i + 1);
                    String start = "row " + rows[j] + ", column " + columns[i] + " ('";
                    assertThat(Datasets.locate(file, options, i, j).orElseThrow())
                            .startsWith(start);
                    assertThat(small.locate(file, options, i, j).orElseThrow()).startsWith(start);
                }
            }
        }
        Path turned = TestFiles.text(home, "t.csv", "g,p,q\na,1,2\ntype,x,y\nb,3,4\n");
        assertThat(Datasets.locate(turned, options.withFeaturesInRows(), 1, 0)).contains("row 4, column 2 ('p')");
        assertThat(Datasets.locate(TestFiles.text(home, "one.svm", "1 1:2\n"), ReadOptions.plain(), 0, 0))
                .isEmpty();
    }
}
