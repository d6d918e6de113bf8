package org.grapnel.formats.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.grapnel.formats.input.NumberParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CellFormatTest {
    private static ColumnSample sample(String... cells) {
        ColumnSample sample = new ColumnSample();
        for (String cell : cells) sample.add(cell, 1);
        return sample;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                ".| 1.5| 1.5",
                ".| 1,234.5| 1234.5",
                ".| 1 234| 1234",
                ".| 1'234'567.25| 1234567.25",
                ",| 1,5| 1.5",
                ",| 1.234,5| 1234.5",
                ",| 1.234| 1234",
                ",| 1 234,5| 1234.5",
                ",| -0,5e3| -500",
                ".| $12| 12",
                ".| 12 %| 12",
                ".| EUR 7| 7",
                ",| 3,50 €| 3.5",
                ".| yes| 1",
                ".| FALSE| 0"
            })
    void formatOfASingleCellReadsIt(char mark, String cell, double expected) {
        assertThat(sample(cell).format(mark).orElseThrow().parse(cell)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1,5", "12,34.5", "0,123", "1,2345", "1.234,5", "12%", "x", "1 2", "ABC 12", "T"})
    void otherCellsAreNoNumbersWithAPoint(String cell) {
        CellFormat grouped = new CellFormat('.', "", true, false);
        assertThatThrownBy(() -> grouped.parse(cell)).isInstanceOf(NumberFormatException.class);
    }

    /** The decimal mark of the other language never passes silently. */
    @Test
    void decimalPointIsRefusedWhereCommasAreUsed() {
        CellFormat plain = CellFormat.plain(',');
        assertThatThrownBy(() -> plain.parse("1.5")).isInstanceOf(NumberFormatException.class);
        for (String cell : List.of("1", "1,5", "-2,25e-3", "inf"))
            assertThat(plain.parse(cell)).isEqualTo(NumberParser.parse(cell.replace(',', '.')));
    }

    @Test
    void kindsOfColumns() {
        assertThat(sample("a", "b", "a", "b").textKind()).isEqualTo(ColumnKind.CATEGORIES);
        assertThat(sample("a", "b", "c").textKind()).isEqualTo(ColumnKind.DIFFERENT);
        assertThat(sample("a", "b", "c", "c").textKind()).isEqualTo(ColumnKind.TEXT);
        assertThat(sample("2023-01-31", "2023-02-01 12:30").textKind()).isEqualTo(ColumnKind.DATES);
        assertThat(sample("31.1.2023", "1.2.23").textKind()).isEqualTo(ColumnKind.DATES);
        assertThat(sample("3 Jan 2023", "Jan 3, 2023", "04-Feb-2023").textKind())
                .isEqualTo(ColumnKind.DATES);
        assertThat(sample("1", "2", "x").kind('.', true)).isEqualTo(ColumnKind.MOSTLY_NUMBERS);
        assertThat(sample("1", "x", "y").kind('.', true)).isEqualTo(ColumnKind.TEXT);
        assertThat(sample("1,234").kind('.', false)).isEqualTo(ColumnKind.AMBIGUOUS);
        assertThat(sample("1,234").kind('.', true)).isEqualTo(ColumnKind.NUMBERS);
        assertThat(sample("12 %", "13").kind('.', true)).isEqualTo(ColumnKind.SIGNS);
        assertThat(sample("F", "F").isTruth()).isFalse();
        assertThat(sample("F", "t").isTruth()).isTrue();
        assertThat(sample("yes", "false").isTruth()).isFalse();
        assertThat(sample().kind('.', true)).isEqualTo(ColumnKind.EMPTY);
    }

    @Test
    void optionsAreWrittenForAShell() {
        assertThat(ShellWord.option("--id", "a b")).isEqualTo("--id 'a b'");
        assertThat(ShellWord.option("--id", "-a")).isEqualTo("--id=-a");
        assertThat(ShellWord.columns("--drop", List.of("it's", "a,b", "c"))).isEqualTo("--drop 'it'\\''s,a*b,c'");
        assertThat(ShellWord.columns("--drop", List.of("größe", "x$"))).isEqualTo("--drop 'größe,x$'");
    }
}
