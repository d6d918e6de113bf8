package org.grapnel.report.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.data.DataException;
import org.grapnel.model.Model;
import org.grapnel.report.RunReport;
import org.grapnel.runs.json.Json;
import org.grapnel.runs.read.SavedRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The columns of {@code --color}, in the picture of the samples and compared with the groups. */
class ColorSectionTest {
    /** More than 30, so that a column can have as many different numbers. */
    private static final int SAMPLES = 40;

    @TempDir
    Path home;

    @BeforeEach
    void writeRun() throws IOException {
        MarkedRun.page(folder(), Model.GNMF_L20, 4, Optional.empty(), i -> "gene " + i);
        Map<String, Object> summary =
                new LinkedHashMap<>(SavedRun.read(folder()).summary());
        summary.put("colors", List.of(column("batch", 3, 0.93, true), column("age, in years", 39, 0.04, false)));
        Json.write(folder().resolve("summary.json"), summary);
    }

    private Path folder() {
        return home.resolve("run");
    }

    private static Map<String, Object> column(String name, int values, double nmi, boolean follows) {
        return Map.of("name", name, "values", values, "nmi", nmi, "follows_groups", follows);
    }

    /** @param different how many different ages there are; the first is missing */
    private void writeColors(int samples, int different) throws IOException {
        StringBuilder lines = new StringBuilder("sample,batch,\"age, in years\"\n");
        for (int j = 0; j < samples; j++)
            lines.append("s,plate <")
                    .append(j % 3)
                    .append(">,")
                    .append(j == 0 ? "" : j % different + ".5")
                    .append('\n');
        Files.writeString(folder().resolve(ColorSection.FILE), lines);
    }

    @Test
    void columnsAreComparedWithTheGroups() throws IOException {
        writeColors(SAMPLES, SAMPLES);
        assertThat(MarkedRun.draw(folder()))
                .contains(">Groups and other columns</h2>")
                .contains("batch</th><td>3</td><td>0.93</td><td class=\"best\">yes</td>")
                .contains("age, in years</th><td>39</td><td>0.04</td><td>no</td>");
    }

    @Test
    void manyDifferentNumbersAreAScale() throws IOException {
        writeColors(SAMPLES, SAMPLES);
        assertThat(MarkedRun.draw(folder()))
                .contains(
                        "{\"name\":\"batch\",\"classes\":[\"plate \\u003c0>\",\"plate \\u003c1>\",\"plate \\u003c2>\"],\"codes\":[0,1,2,")
                .contains("{\"name\":\"age, in years\",\"values\":[null,1.5,2.5,");
    }

    @Test
    void fewDifferentNumbersAreClasses() throws IOException {
        writeColors(SAMPLES, 30);
        assertThat(MarkedRun.draw(folder()))
                .contains("{\"name\":\"age, in years\",\"classes\":[\"0.5\",\"1.5\",\"2.5\",")
                .contains("\"29.5\",\"no value\"]");
    }

    @Test
    void folderWithoutTheFileHasNoSuchColours() throws IOException {
        assertThat(MarkedRun.draw(folder())).contains("{\"name\":\"group\",").doesNotContain("{\"name\":\"batch\"");
    }

    @Test
    void folderWithoutTheKeyHasNoSection() throws IOException {
        writeColors(SAMPLES, SAMPLES);
        Map<String, Object> summary =
                new LinkedHashMap<>(SavedRun.read(folder()).summary());
        summary.remove("colors");
        Json.write(folder().resolve("summary.json"), summary);
        assertThat(MarkedRun.draw(folder())).doesNotContain("Groups and other columns", "\"batch\"");
    }

    @Test
    void fileOfOtherSamplesIsRefused() throws IOException {
        writeColors(SAMPLES - 1, SAMPLES);
        assertThatThrownBy(() -> RunReport.write(folder()))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("colors.csv has 39 samples, but summary.json says 40");
    }

    @Test
    void featuresColourTheSamplesAndHaveARow() throws IOException {
        String page = MarkedRun.draw(folder());
        assertThat(page)
                .contains("\"features\":{\"names\":[\"gene ", "\"levels\":\"")
                .contains("<tr id=\"feature-0\"><th scope=\"row\">gene 0</th>")
                .contains("<span data-group=\"0\">group 0</span>", "<span data-group=\"3\">group 3</span>")
                .doesNotContain("The page has the values of the best");
    }
}
