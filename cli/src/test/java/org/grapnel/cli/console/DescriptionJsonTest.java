package org.grapnel.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.grapnel.cli.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DescriptionJsonTest {
    private static final Path FIXTURES = Path.of("../formats/src/test/resources/fixtures");

    @TempDir
    Path home;

    private static JsonNode json(Cli cli) {
        return JsonMapper.shared().readTree(cli.out());
    }

    private static Cli describe(Object... words) {
        List<Object> all = new ArrayList<>(List.of("data", "describe"));
        all.addAll(List.of(words));
        all.add("--json");
        return Cli.run(all.toArray());
    }

    private static List<String> columns(JsonNode json, String... keys) {
        return StreamSupport.stream(json.get("columns").spliterator(), false)
                .map(column -> String.join(
                        " ",
                        List.of(keys).stream()
                                .map(key -> column.get(key).asString())
                                .toList()))
                .toList();
    }

    private Path messy() {
        return Cli.write(
                home.resolve("messy.csv"),
                "id,date,type,a,b,c",
                "s1,2023-01-01,red,1.5,0,n.a.",
                "s2,2023-01-02,blue,2.5,3,4",
                "s3,2023-01-03,red,1,3,4",
                "s4,2023-01-04,blue,2.25,7,4",
                "s5,2023-01-04,red,2.5,,4");
    }

    @Test
    void refusedTableShowsItsColumnsAndTheOptionsThatHelp() {
        Cli refused = describe(messy());
        assertThat(refused.code()).isEqualTo(2);
        JsonNode json = json(refused);
        assertThat(refused.err()).contains(json.get("problem").get("message").asString());
        assertThat(columns(json, "name", "kind", "role"))
                .containsExactly(
                        "id text id",
                        "date date text",
                        "type category text",
                        "a number feature",
                        "b whole feature",
                        "c mixed text");
        assertThat(json.get("preview").get("rows").get(0).toString())
                .isEqualTo("[\"s1\",\"2023-01-01\",\"red\",\"1.5\",\"0\",\"n.a.\"]");
        assertThat(json.get("remedies").get(0).get("options").toString())
                .isEqualTo(JsonMapper.shared()
                        .readTree("{\"drop\":[\"date\"],\"labels\":\"type\",\"missing-words\":[\"+n.a.\"]}")
                        .toString());
    }

    /** The law of remedies: with their options the table is read. */
    @Test
    void remedyMakesTheTableReadable() {
        Cli read = describe(messy(), "--drop", "date", "--labels", "type", "--missing-words", "+n.a.");
        assertThat(read.code()).isZero();
        JsonNode json = json(read);
        assertThat(columns(json, "name", "role"))
                .containsExactly("id id", "date dropped", "type label", "a feature", "b feature", "c feature");
        JsonNode b = json.get("columns").get(4);
        assertThat(b.get("missing").asInt()).isEqualTo(1);
        assertThat(b.get("min").asDouble()).isZero();
        assertThat(b.get("max").asDouble()).isEqualTo(7);
    }

    @Test
    void problemNamesTheOptionAndColumnsStay() {
        JsonNode json = json(describe(messy(), "--drop", "dat"));
        assertThat(json.get("problem").get("option").asString()).isEqualTo("--drop");
        assertThat(json.get("columns")).hasSize(6);
    }

    @Test
    void aColumnThatIsReadAsLabelsIsSuggested() {
        Path file = Cli.write(home.resolve("a.csv"), "a,b,type", "1,2,x", "3,4,y", "5,6,x", "7,9,y", "1,4,x", "3,2,y");
        JsonNode json = json(describe(file));
        assertThat(json.get("labels").asString()).isEqualTo("type");
        assertThat(json.get("remedies").get(0).get("options").toString()).isEqualTo("{\"labels\":\"type\"}");
        assertThat(columns(json, "name", "role")).contains("type label");
    }

    @Test
    void rangesAreThoseOfAllSamples() {
        List<String> lines = new ArrayList<>(List.of("a,b"));
        for (int j = 0; j < 2000; j++) lines.add(j + "," + (j % 7 + 0.5));
        JsonNode json = json(describe(Cli.write(home.resolve("long.csv"), lines.toArray(String[]::new))));
        assertThat(json.get("columns").get(0).get("max").asDouble()).isEqualTo(1999);
        assertThat(columns(json, "kind")).containsExactly("whole", "number");
        assertThat(json.get("preview").get("rows")).hasSize(8);
    }

    @Test
    void otherFormatsShowWhatTheyHave() {
        JsonNode cells = json(describe(FIXTURES.resolve("hdf5/cells.h5ad")));
        assertThat(columns(cells, "role")).isNotEmpty().containsOnly("unused");
        assertThat(cells.get("preview").get("rows").get(0).get(0).isNumber()).isTrue();
        JsonNode arff = json(describe(FIXTURES.resolve("same/same.arff")));
        assertThat(arff.get("columns")).isNotEmpty();
        Cli parquet = describe(FIXTURES.resolve("parquet/texts.parquet"));
        assertThat(json(parquet).get("columns")).isNotEmpty();
        assertThat(json(parquet).get("preview").get("columns")).isNotEmpty();
    }

    @Test
    void aDamagedOrMissingFileHasAProblemWithoutColumns() {
        Cli missing = describe(home.resolve("none.csv"));
        assertThat(missing.code()).isEqualTo(2);
        assertThat(json(missing).get("problem").get("message").asString()).contains("no such file");
        assertThat(json(missing).get("columns").isNull()).isTrue();
        Path damaged = Cli.write(home.resolve("not.parquet"), "PAR");
        assertThat(json(describe(damaged)).get("columns").isNull()).isTrue();
    }

    @Test
    void rowsOfFeaturesHaveColumnsOfSamples() {
        Path file = Cli.write(home.resolve("genes.csv"), "gene,s1,s2,s3", "A,1,2,3", "B,4,5,6", "C,0,1,0");
        JsonNode json = json(describe(file, "--features-in-rows"));
        assertThat(columns(json, "name", "role")).containsExactly("gene id", "s1 sample", "s2 sample", "s3 sample");
    }
}
