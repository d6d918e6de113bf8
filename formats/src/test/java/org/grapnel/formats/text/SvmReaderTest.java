package org.grapnel.formats.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.grapnel.formats.TestFiles.assertRefused;

import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.grapnel.data.Dataset;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.TestFiles;
import org.grapnel.formats.input.LineReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SvmReaderTest {
    @TempDir
    Path dir;

    private Dataset read(String text, ReadOptions options) {
        return Datasets.read(TestFiles.text(dir, "m.svm", text), options);
    }

    private AbstractThrowableAssert<?, ?> refused(String text) {
        return assertRefused(() -> read(text, ReadOptions.plain().withLabels("label")))
                .hasMessageStartingWith(dir.resolve("m.svm") + ": ");
    }

    @Test
    void commentsQueryIdsAndEmptySamplesAreRead() {
        String text = "# made by hand\n+1 qid:7 1:0.5 4:2e-1 # first\n\n-1\n1.0\t2:3\r\nother 4:nan";
        try (Dataset data = read(text, ReadOptions.plain().withLabels("label"))) {
            assertThat(data.X().rows()).isEqualTo(4);
            assertThat(data.X().cols()).isEqualTo(4);
            assertThat(data.X().get(3, 0)).isEqualTo(0.2);
            assertThat(data.X().get(1, 2)).isEqualTo(3);
            assertThat(data.X().get(3, 3)).isNaN();
            assertThat(data.labels()).contains(List.of("1", "-1", "1", "other"));
            assertThat(data.features()).containsExactly("f0", "f1", "f2", "f3");
        }
    }

    @Test
    void labelsAreKeptOnlyIfRequested() {
        try (Dataset data = read("1 1:2\n", ReadOptions.plain())) {
            assertThat(data.labels()).isEmpty();
            assertThat(data.X().rows()).isEqualTo(1);
        }
        assertRefused(() -> read("1 1:2\n", ReadOptions.plain().withLabels("labels")))
                .hasMessageEndingWith("did you mean label?");
    }

    @Test
    void faultsAreNamedWithTheirLine() {
        refused("").hasMessageEndingWith("the file has no samples");
        refused("# nothing\n").hasMessageEndingWith("the file has no samples");
        refused("1\n2\n").hasMessageEndingWith("none of the 2 samples has a feature");
        refused("1 1:1\n1:1 2:2\n").hasMessageEndingWith("line 2: begins with the feature '1:1'; a label is needed");
        refused("1,3 1:1\n").hasMessageEndingWith("line 1: has several labels ('1,3'); one is needed");
        refused("nan 1:1\n").hasMessageEndingWith("line 1: the label is missing ('nan')");
        refused("1 1:1 x\n").hasMessageEndingWith("line 1: 'x' is not a feature; index:value is needed");
        refused("1 1:1 2:x\n").hasMessageEndingWith("line 1: 'x' is not a number");
        refused("1 1:\n").hasMessageEndingWith("line 1: '' is not a number");
        refused("1 2:1 2:1\n").hasMessageContaining("line 1: index 2 follows 2; indices must ascend");
        refused("1 3:1 2:1\n").hasMessageContaining("line 1: index 2 follows 3; indices must ascend");
        refused("1 -1:1\n").hasMessageContaining("the index of '-1:1' is not a whole number from 0 to");
        refused("1 2147483648:1\n").hasMessageContaining("the index of '2147483648:1' is not a whole number");
        refused("1 99999999999999999999:1\n").hasMessageContaining("is not a whole number");
        refused("1 1:1 qid:3\n").hasMessageContaining("the index of 'qid:3'");
        refused("1 60000000:1\n").hasMessageContaining("announces 60000000 × 1 with 1 entries");
    }

    @Test
    void featuresCannotBeInRows() {
        assertRefused(() -> read("1 1:1\n", ReadOptions.plain().withFeaturesInRows()))
                .hasMessageEndingWith("one sample per line; features cannot be in rows");
    }

    @Test
    void endlessLineIsRefused() {
        refused("1 " + "1".repeat(LineReader.MAX_SAMPLE_LENGTH)).hasMessageContaining("line 1: is longer than");
    }
}
