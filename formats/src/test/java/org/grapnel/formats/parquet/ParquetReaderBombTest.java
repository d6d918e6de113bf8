package org.grapnel.formats.parquet;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.grapnel.formats.TestFiles.assertRefused;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import org.grapnel.data.DataException;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.parquet.ParquetColumn.ParquetMeaning;
import org.grapnel.formats.parquet.ParquetFooter.ColumnChunk;
import org.grapnel.formats.parquet.ParquetFooter.RowGroup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Small Parquet files that would need much memory or time are refused at the beginning. */
class ParquetReaderBombTest {
    private static final ParquetColumn DECIMAL =
            new ParquetColumn("d", 0, ParquetColumn.BYTE_ARRAY, 0, false, ParquetMeaning.DECIMAL, 2);

    @TempDir
    Path dir;

    @Test
    void tableTooLargeForItsFileIsRefused() {
        Path bomb = ParquetReaderTest.table(dir, "bomb");
        assertRefused(() -> Datasets.read(bomb, ReadOptions.plain()))
                .hasMessage(bomb
                        + ": its 215 bytes hold 8388608 × 1 numbers, more than are allowed for a file of this size;"
                        + " if the content is right, write it without dictionaries and compression");
    }

    @Test
    void textsWithRepeatedPrefixesAreRefused() {
        Path echo = ParquetReaderTest.table(dir, "echo");
        assertRefused(() -> Datasets.read(echo, ReadOptions.plain().withLabels("y")))
                .hasMessage(echo + ": column 'y': texts that share prefixes too often");
    }

    @Test
    void tooLongDecimalIsRefused() {
        ByteBuffer digits = ByteBuffer.allocate(4 + 257).order(ByteOrder.LITTLE_ENDIAN);
        digits.putInt(0, 257);
        assertThatThrownBy(() -> new ParquetValueDecoder(DECIMAL).decode(digits, ParquetValueDecoder.PLAIN, 1))
                .isInstanceOf(DataException.class)
                .hasMessage("a decimal of 257 bytes; at most 256 are allowed");
    }

    @Test
    void overlappingColumnsAreRefused() {
        List<ColumnChunk> chunks = List.of(new ColumnChunk(6, 0, 1, 4, 60), new ColumnChunk(6, 0, 1, 4, 60));
        ParquetFooter footer = new ParquetFooter(1, List.of(DECIMAL, DECIMAL), List.of(new RowGroup(1, chunks)));
        footer.requireInside(120);
        assertThatThrownBy(() -> footer.requireInside(119))
                .isInstanceOf(DataException.class)
                .hasMessage("its columns announce more bytes than the 119 of the file");
    }

    @ParameterizedTest
    @CsvSource({"1, 64", "2, 1032", "6, 32768", "7, 255"})
    void impossibleCompressionRatioIsRefused(int codec, int ratio) throws IOException {
        byte[] body = new byte[10];
        ParquetPageHeader lie = page(1025 + 10 * ratio);
        assertThatThrownBy(() -> lie.decompress(codec, body))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("that claims to decompress to an impossible");
        ParquetPageHeader possible = page(1024 + 10 * ratio);
        assertThatThrownBy(() -> possible.decompress(codec, body)).hasMessageNotContaining("impossible");
    }

    private static ParquetPageHeader page(int unpacked) {
        return new ParquetPageHeader(ParquetPageHeader.DATA, unpacked, 10, false, 0, 1, 0, 0, false, false);
    }
}
