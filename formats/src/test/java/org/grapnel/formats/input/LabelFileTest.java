package org.grapnel.formats.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.grapnel.formats.TestFiles.assertRefused;

import java.nio.file.Path;
import java.util.List;
import org.grapnel.data.Dataset;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.TestFiles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LabelFileTest {
    @TempDir
    Path dir;

    private Path data;

    @BeforeEach
    void twoSamples() {
        data = TestFiles.text(dir, "data.csv", "height,label\n1,5\n2,6\n");
    }

    private Dataset read(Path labels) {
        return Datasets.read(data, ReadOptions.plain().withLabels(labels.toString()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"cat\ndog\n", "kind\ncat\ndog", "\"cat\"\r\n\"dog\"\r\n", "cat\ndog\n\n\n"})
    void fileHasOneLabelPerLineWithOrWithoutHeader(String text) {
        for (String name : List.of("truth.txt", "truth.csv.gz")) {
            try (Dataset labelled = read(TestFiles.text(dir, name, text))) {
                assertThat(labelled.labels()).contains(List.of("cat", "dog"));
                assertThat(labelled.features()).containsExactly("height", "label");
            }
        }
    }

    @Test
    void labelsMayContainQuotesAndCommas() {
        try (Dataset labelled = read(TestFiles.text(dir, "truth.txt", "\"a \"\"big\"\" cat\"\ndog, small\n"))) {
            assertThat(labelled.labels()).contains(List.of("a \"big\" cat", "dog, small"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"sample,kind\na,cat\nb,dog\n", "a;cat\nb;dog", "\"\",\"x\"\n\"1\",\"cat\"\n\"2\",\"dog\"\n"})
    void tableIsRefused(String text) {
        Path truth = TestFiles.text(dir, "truth.csv", text);
        assertRefused(() -> read(truth))
                .hasMessageStartingWith(truth + ": a file of labels has one label per line, this one has 2 columns")
                .hasMessageContaining("dog");
    }

    @Test
    void commasInATextFileBelongToTheLabels() {
        try (Dataset labelled = read(TestFiles.text(dir, "truth.txt", "T cell, CD4\nT cell, CD8\n"))) {
            assertThat(labelled.labels()).contains(List.of("T cell, CD4", "T cell, CD8"));
        }
    }

    @Test
    void wrongNumberOfLabelsIsRefusedWithBothCounts() {
        Path truth = TestFiles.text(dir, "truth.txt", "a\nb\nc\nd\n");
        assertRefused(() -> read(truth)).hasMessage(truth + ": has 4 labels, but " + data + " has 2 samples");
    }

    @Test
    void missingLabelIsNamed() {
        Path truth = TestFiles.text(dir, "truth.txt", "cat\n\ndog\n");
        assertRefused(() -> read(truth)).hasMessage(truth + ": line 2: the label is missing");
    }

    @Test
    void unknownNameGetsSuggestions() {
        assertRefused(() -> Datasets.read(data, ReadOptions.plain().withLabels("Labels")))
                .hasMessage(data + ": has no column 'Labels' for the labels, and no file has that name;"
                        + " did you mean label?");
        assertRefused(() -> Datasets.read(data, ReadOptions.plain().withLabels("nothing-like-it")))
                .hasMessageEndingWith("no file has that name");
        assertRefused(() -> Datasets.read(
                        TestFiles.text(dir, "genes.csv", ",s\nkind,1\n"),
                        ReadOptions.plain().withLabels("kin").withFeaturesInRows()))
                .hasMessageEndingWith("did you mean kind?");
    }

    @Test
    void columnWinsOverAFileOfTheSameName() {
        String file = TestFiles.text(dir, "truth.txt", "cat\ndog\n").toString();
        data = TestFiles.text(dir, "data.csv", "height," + file + "\n1,5\n2,6\n");
        try (Dataset labelled = read(Path.of(file))) {
            assertThat(labelled.labels()).contains(List.of("5", "6"));
        }
    }

    @Test
    void distanceIsTheNumberOfEdits() {
        assertThat(NameValidator.distance("kitten", "sitting")).isEqualTo(3);
        assertThat(NameValidator.distance("", "abc")).isEqualTo(3);
        assertThat(NameValidator.distance("same", "same")).isZero();
        assertThat(NameValidator.suggest("lable", List.of("other", "label", "table")))
                .containsExactly("table", "label");
    }
}
