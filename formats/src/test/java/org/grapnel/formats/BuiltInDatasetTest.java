package org.grapnel.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import org.grapnel.data.Dataset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuiltInDatasetTest {
    @TempDir
    Path home;

    @Test
    void digitsMatchTheirSource() {
        try (Dataset digits = BuiltInDataset.DIGITS.read()) {
            assertThat(digits.X().rows()).isEqualTo(64).isEqualTo(BuiltInDataset.DIGITS.features());
            assertThat(digits.X().cols()).isEqualTo(1797).isEqualTo(BuiltInDataset.DIGITS.samples());
            assertThat(digits.check()).containsExactly("3 features are all zero: y0x0, y4x0, y4x7");
            assertThat(digits.X().sum()).isEqualTo(561718);
            assertThat(digits.picture()).contains(new Dataset.ImageShape(8, 8));
            assertThat(digits.labels().orElseThrow().subList(0, 12))
                    .containsExactly("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "1");
            assertThat(Collections.frequency(digits.labels().orElseThrow(), "8"))
                    .isEqualTo(174);
            assertThat(digits.X().get(2, 0)).as("row 0, column 2 of the first").isEqualTo(5);
        }
    }

    @Test
    void writtenFileReadsBackEqual() throws IOException {
        for (BuiltInDataset data : BuiltInDataset.values()) {
            Path file = home.resolve(data.cliName() + ".csv");
            data.write(file);
            try (Dataset built = data.read();
                    Dataset read = Datasets.read(file, ReadOptions.plain().withLabels(data.label()))) {
                assertThat(read.features()).isEqualTo(built.features());
                assertThat(read.samples()).isEqualTo(built.samples());
                assertThat(read.labels()).isEqualTo(built.labels());
                assertThat(read.source().sha256()).isEqualTo(built.source().sha256());
                for (int i = 0; i < built.X().rows(); i++)
                    for (int j = 0; j < built.X().cols(); j++)
                        assertThat(read.X().get(i, j)).isEqualTo(built.X().get(i, j));
            }
        }
    }

    @Test
    void unknownNameIsRefusedWithTheKnownOnes() {
        assertThat(BuiltInDataset.named("digits")).isEqualTo(BuiltInDataset.DIGITS);
        assertThatThrownBy(() -> BuiltInDataset.named("letters"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'letters' is not built in; there is digits");
    }
}
