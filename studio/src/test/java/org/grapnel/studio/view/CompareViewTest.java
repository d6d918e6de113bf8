package org.grapnel.studio.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.grapnel.data.DataException;
import org.grapnel.formats.csv.CsvTableWriter;
import org.grapnel.runs.json.Json;
import org.grapnel.runs.json.JsonObjectView;
import org.grapnel.runs.table.SavedTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareViewTest {
    @TempDir
    Path home;

    /** The comparison of runs that are named 0, 1, … */
    private static Map<String, Object> compare(Path... runs) throws IOException {
        Map<String, Path> named = new LinkedHashMap<>();
        for (Path run : runs) named.put(String.valueOf(named.size()), run);
        return CompareView.create(named);
    }

    private static List<JsonObjectView> objects(Map<String, Object> view, String key) {
        return JsonObjectView.of("compare", view).objects(key);
    }

    private static JsonObjectView features(Map<String, Object> view) {
        return JsonObjectView.of("compare", view).object("features");
    }

    private Path run(String name, int keep, long seed) throws IOException {
        return SmallRuns.write(home.resolve(name), SmallRuns.spec(keep, seed), false);
    }

    private static Object jaccard(Map<String, Object> view) {
        return view.get("features") instanceof Map<?, ?> features ? features.get("jaccard") : "none";
    }

    /** Replaces the groups of a run; the order of the samples follows the names. */
    private static void writeLabels(Path run, List<String> names, List<Integer> groups) throws IOException {
        Files.delete(run.resolve("labels.csv"));
        try (CsvTableWriter out = CsvTableWriter.create(run.resolve("labels.csv"), "sample", "cluster", "confidence")) {
            for (int j = 0; j < names.size(); j++) out.row(names.get(j), groups.get(j), "");
        }
    }

    @Test
    void runAgreesWithItself() throws IOException {
        Path run = run("a", 6, 0);
        Map<String, Object> view = compare(run, run);
        assertThat(view.get("runs")).isEqualTo(List.of("0", "1"));
        assertThat(objects(view, "parameters")).isEmpty();
        assertThat(objects(view, "agreement")).singleElement().satisfies(pair -> {
            assertThat(pair.number("ari")).isEqualTo(1);
            assertThat(pair.number("nmi")).isEqualTo(1);
        });
        assertThat(features(view).texts("common")).hasSize(6);
        assertThat(jaccard(view)).isEqualTo(List.of(List.of(1.0, 1.0), List.of(1.0, 1.0)));
    }

    @Test
    void onlyParametersThatDifferAreListed() throws IOException {
        Map<String, Object> view = compare(run("a", 6, 0), run("b", 9, 7));
        assertThat(objects(view, "parameters"))
                .extracting(row -> row.text("key") + " " + row.counts("values"))
                .containsExactly("keep [6, 9]", "seed [0, 7]");
        assertThat(objects(view, "scores"))
                .extracting(row -> row.text("key"))
                .contains("nmi", "objective", "kept")
                .doesNotContain("keep");
    }

    private Path changed(String name, Map<String, ?> entries) throws IOException {
        Path run = run(name, 6, 0);
        Map<String, Object> summary = new LinkedHashMap<>(Json.read(run.resolve("summary.json")));
        summary.putAll(entries);
        Files.writeString(run.resolve("summary.json"), Json.format(summary));
        return run;
    }

    @Test
    void otherContentOfTheSameDataIsTold() throws IOException {
        Path a = changed("a", Map.of("data", "x.csv", "data_sha256", "0123456789abcdef"));
        Path b = changed("b", Map.of("data", "x.csv", "data_sha256", "fedcba9876543210"));
        Path other = changed("other", Map.of("data", "y.csv", "data_sha256", "00000000ffffffff"));
        assertThat(objects(compare(a, b), "parameters")).singleElement().satisfies(row -> {
            assertThat(row.text("name")).isEqualTo("data: same name, other content");
            assertThat(row.texts("values")).containsExactly("01234567", "fedcba98");
        });
        assertThat(objects(compare(a, other), "parameters"))
                .extracting(row -> row.text("key"))
                .containsExactly("data");
        assertThat(objects(compare(a, other, b), "parameters"))
                .extracting(row -> row.text("key"))
                .containsExactly("data", "data_sha256");
        assertThat(objects(compare(a, a), "parameters")).isEmpty();
    }

    @Test
    void rowsAreInPlainWords() throws IOException {
        Path a = changed("a", Map.of("color", List.of("batch", "age"), "loss_kind", "kl"));
        Path b = changed("b", Map.of("loss_kind", "squared"));
        assertThat(compare(a, b).get("parameters"))
                .asString()
                .contains("name=colour columns, values=[batch, age, null]", "name=loss, values=[kl, squared]");
        assertThat(objects(compare(a, b), "scores"))
                .extracting(row -> row.text("name"))
                .contains("NMI", "features kept")
                .allSatisfy(name -> assertThat(name).doesNotContain("_"));
    }

    @Test
    void everyEntryOfTheSummaryHasAPlace() throws IOException {
        Set<String> entries = Json.read(run("a", 6, 0).resolve("summary.json")).keySet();
        List<String> known = new ArrayList<>(SummaryKeys.PARAMETERS);
        known.addAll(SummaryKeys.SCORES);
        known.addAll(SummaryKeys.OTHERS);
        assertThat(known).doesNotHaveDuplicates().containsAll(entries);
    }

    @Test
    void comparisonIsSymmetric() throws IOException {
        Path a = run("a", 6, 0);
        Path b = run("b", 9, 7);
        List<Integer> groups =
                IntStream.range(0, SmallRuns.N).mapToObj(j -> j * j / 40 % 3).toList();
        writeLabels(b, SmallRuns.names(), groups);
        JsonObjectView one = objects(compare(a, b), "agreement").get(0);
        JsonObjectView other = objects(compare(b, a), "agreement").get(0);
        assertThat(one.number("ari"))
                .isCloseTo(other.number("ari"), within(1e-12))
                .isLessThan(1);
        assertThat(one.number("nmi")).isCloseTo(other.number("nmi"), within(1e-12));
        assertThat(jaccard(compare(a, b))).isEqualTo(jaccard(compare(b, a)));
        assertThat(objects(compare(a, b, a), "agreement"))
                .extracting(pair -> pair.text("a") + pair.text("b"))
                .containsExactly("01", "02", "12");
    }

    @Test
    void tableCountsTheSamples() throws IOException {
        Path a = run("a", 6, 0);
        Path b = run("b", 6, 1);
        writeLabels(a, SmallRuns.names(), Collections.nCopies(SmallRuns.N, 0));
        List<Integer> halves =
                IntStream.range(0, SmallRuns.N).mapToObj(j -> j < 10 ? 0 : 2).toList();
        writeLabels(b, SmallRuns.names(), halves);
        assertThat(compare(a, b).get("agreement"))
                .asString()
                .contains("table={rows=[0], columns=[0, 2], counts=[[10, 20]]}");
    }

    @Test
    void samplesInAnotherOrderAreMatchedByName() throws IOException {
        Path a = run("a", 6, 0);
        List<Integer> groups = SavedTable.read(a.resolve("labels.csv")).indices("cluster", 3);
        List<String> names = new ArrayList<>(SmallRuns.names());
        Collections.reverse(names);
        Path b = run("b", 6, 0);
        List<Integer> reversed = new ArrayList<>(groups);
        Collections.reverse(reversed);
        writeLabels(b, names, reversed);
        Map<String, Object> view = compare(a, b);
        assertThat(objects(view, "agreement").get(0).number("ari")).isEqualTo(1);
        assertThat(Json.formatLine(view)).contains("\"orders\":[null,[29,28,27,");
    }

    @Test
    void otherSamplesGiveAReasonAndTheRestStays() throws IOException {
        Path a = run("a", 6, 0);
        Path b = run("b", 9, 0);
        List<String> names = new ArrayList<>(SmallRuns.names());
        names.set(4, "other");
        List<Integer> groups = SavedTable.read(b.resolve("labels.csv")).indices("cluster", 3);
        writeLabels(b, names, groups);
        Map<String, Object> view = compare(a, b);
        JsonObjectView pair = objects(view, "agreement").get(0);
        assertThat(pair.text("reason")).contains("sample 'sample4' of 0 is not in 1");
        assertThat(pair.has("ari")).isFalse();
        assertThat(objects(view, "parameters")).hasSize(1);
        Files.delete(b.resolve("labels.csv"));
        assertThat(objects(compare(a, b), "agreement").get(0).text("reason")).isEqualTo("1 has no groups");
    }

    @Test
    void featuresAreCommonOrOfOneRun() throws IOException {
        Path a = run("a", 6, 0);
        Path b = run("b", 9, 0);
        Set<String> ofA =
                new HashSet<>(SavedTable.read(a.resolve("features.csv")).texts("name"));
        Set<String> ofB =
                new HashSet<>(SavedTable.read(b.resolve("features.csv")).texts("name"));
        Map<String, Object> view = compare(a, b);
        Set<String> both = ofA.stream().filter(ofB::contains).collect(Collectors.toSet());
        assertThat(features(view).texts("common")).containsExactlyInAnyOrderElementsOf(both);
        assertThat(jaccard(view).toString())
                .contains(String.valueOf((double) both.size() / (ofA.size() + ofB.size() - both.size())));
    }

    @Test
    void curvesKeepTheirEnds() throws IOException {
        Path a = run("a", 6, 0);
        Files.delete(a.resolve("trace.csv"));
        try (CsvTableWriter out = CsvTableWriter.create(a.resolve("trace.csv"), "iteration", "objective")) {
            for (int i = 0; i <= 1234; i++) out.row(i, 2000.5 - i);
        }
        JsonObjectView curve = objects(compare(a, run("b", 6, 0)), "curves").get(0);
        assertThat(curve.text("id")).isEqualTo("0");
        List<?> points = (List<?>) compare(a, a).get("curves");
        assertThat(points.get(0)).asString().contains("[0, 2000.5]", "[1234, 766.5]");
        assertThat(points.get(0).toString().split("\\], \\[")).hasSize(500);
    }

    @Test
    void numberOfRunsIsChecked() throws IOException {
        Path a = run("a", 6, 0);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> compare(a))
                .withMessage("run names 1 runs; 2 to 6 can be compared");
        assertThatThrownBy(() -> compare(a, home.resolve("none")))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("is not a folder");
    }
}
