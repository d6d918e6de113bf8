package org.grapnel.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.grapnel.Grapnel;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.formats.csv.CsvTableWriter;
import org.grapnel.formats.npy.NpyFile;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.report.page.PixelGrid;
import org.grapnel.runs.json.Json;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of folders that are large, old or incomplete. The folders are made by hand, because a fit of 200,000 samples would take too long. */
class RunReportTest {
    private static final int P = 20;
    private static final int K = 5;
    private static final int GROUPS = 4;
    private static final int DRAWN = 10_000;
    private static final long MOST = 3_000_000;

    @TempDir
    Path folder;

    private Map<String, Object> summary(int samples, int groups) {
        Map<String, Object> summary = new LinkedHashMap<>();
        summary.put("model", "gnmf-l20");
        summary.put("solver", "accpalm");
        summary.put("rank", 3);
        summary.put("clusters", groups);
        summary.put("keep", K);
        summary.put("features", P);
        summary.put("samples", samples);
        summary.put("stop", "tolerance");
        summary.put("converged", true);
        summary.put("data", "/somewhere/data.csv");
        summary.put("version", Grapnel.version());
        return summary;
    }

    /** Writes a folder with the files that every run has. */
    private void writeFolder(int samples, int groups, IntFunction<String> nameOf) throws IOException {
        Json.write(folder.resolve("summary.json"), summary(samples, groups));
        try (CsvTableWriter out =
                CsvTableWriter.create(folder.resolve("features.csv"), "rank", "index", "name", "score")) {
            for (int i = 0; i < K; i++) out.row(i + 1, 3 * i, nameOf.apply(3 * i), K - i);
        }
        try (CsvTableWriter out = CsvTableWriter.create(folder.resolve("labels.csv"), "sample", "cluster")) {
            for (int j = 0; j < samples; j++) out.row(nameOf.apply(j), groups == 0 ? "" : j * 7 % groups);
        }
        try (CsvTableWriter out = CsvTableWriter.create(
                folder.resolve("trace.csv"), "iteration", "objective", "loss", "graph_term", "beta", "accepted")) {
            out.row(0, 10.0, 9.0, 1.0, "", "");
            for (int i = 1; i <= 5000; i++) out.row(i, 5.0 + 5.0 / i, 4.0 + 5.0 / i, 1.0, 0.5, i % 9 == 0 ? 0 : 1);
        }
        try (DenseMatrix W = DenseMatrix.zeros(P, 3);
                DenseMatrix kept = DenseMatrix.zeros(samples, K)) {
            for (int i = 0; i < K; i++) W.set(3 * i, i % 3, 1 + i);
            for (int j = 0; j < samples; j++)
                for (int i = 0; i < K; i++) kept.set(j, i, CounterRandom.uniform(5, i, j));
            NpyFile.write(folder.resolve("W.npy"), W);
            NpyFile.write(folder.resolve("kept.npy"), kept);
        }
    }

    private void writeEmbedding(int samples, IntFunction<String> nameOf) throws IOException {
        int drawn = Math.min(DRAWN, samples);
        try (CsvTableWriter out = CsvTableWriter.create(
                folder.resolve("embedding.csv"), "sample", "index", "data_x", "data_y", "h_x", "h_y")) {
            for (int q = 0; q < drawn; q++) {
                int j = (int) ((long) q * samples / drawn);
                out.row(
                        nameOf.apply(j),
                        j,
                        CounterRandom.gaussian(1, q, 0),
                        CounterRandom.gaussian(1, q, 1),
                        CounterRandom.gaussian(1, q, 2),
                        CounterRandom.gaussian(1, q, 3));
            }
        }
        try (CsvTableWriter out = CsvTableWriter.create(folder.resolve("truth.csv"), "sample", "label")) {
            for (int j = 0; j < samples; j++) out.row(nameOf.apply(j), "type " + j % 300);
        }
    }

    private String page() throws IOException {
        Path file = RunReport.write(folder);
        assertThat(Files.size(file)).isLessThan(MOST);
        String page = Files.readString(file);
        return page.substring(0, page.indexOf("/*! d3")); // without the scripts, which would hide a failure
    }

    @Test
    void linksInTheFolderDoNotLeadTheReportElsewhere(@TempDir Path elsewhere) throws IOException {
        writeFolder(30, 2, j -> "s" + j);
        Path mine = Files.writeString(elsewhere.resolve("mine.txt"), "mine");
        for (String name : List.of("report.html", ".partial-report.html"))
            Files.createSymbolicLink(folder.resolve(name), mine);
        Path page = RunReport.write(folder);
        assertThat(mine).hasContent("mine");
        assertThat(Files.isSymbolicLink(page)).isFalse();
        assertThat(page).content().startsWith("<!DOCTYPE html>");
        assertThat(folder.resolve(".partial-report.html")).doesNotExist();
    }

    @Test
    void pageOfTenThousandNamedSamplesIsBelowThreeMegabytes() throws IOException {
        IntFunction<String> nameOf = j -> "a sample with a longish name, number " + j;
        writeFolder(DRAWN, GROUPS, nameOf);
        writeEmbedding(DRAWN, nameOf);
        assertThat(page()).contains("Scatter plot of 10,000 samples").contains("number 9999");
    }

    /** Features of many samples would make the page too large, so only the best can colour the samples. */
    @Test
    void valuesOfFeaturesAreCapped() throws IOException {
        int features = 150;
        writeFolder(DRAWN, GROUPS, j -> "s" + j);
        writeEmbedding(DRAWN, j -> "s" + j);
        Map<String, Object> wide = summary(DRAWN, GROUPS);
        wide.put("features", features);
        Json.write(folder.resolve("summary.json"), wide);
        try (CsvTableWriter out =
                CsvTableWriter.create(folder.resolve("features.csv"), "rank", "index", "name", "score")) {
            for (int i = 0; i < features; i++) out.row(i + 1, i, "f" + i, features - i);
        }
        try (DenseMatrix W = DenseMatrix.zeros(features, 3);
                DenseMatrix kept = DenseMatrix.zeros(DRAWN, features)) {
            NpyFile.write(folder.resolve("W.npy"), W);
            NpyFile.write(folder.resolve("kept.npy"), kept);
        }
        assertThat(page())
                .contains("The page has the values of the best 100 of 150 kept features; kept.npy has all.")
                .contains("\"f99\"],\"indices\":[0,1,2,");
    }

    @Test
    void namesThatWouldMakeThePageTooLargeAreShortened() throws IOException {
        IntFunction<String> nameOf = j -> j + "x".repeat(10_000);
        writeFolder(DRAWN, GROUPS, nameOf);
        writeEmbedding(DRAWN, nameOf);
        assertThat(page()).contains("9999xxx").contains("0" + "x".repeat(10_000));
    }

    @Test
    void pageSaysWhichPartOfManySamplesIsShown() throws IOException {
        int samples = 200_000;
        writeFolder(samples, GROUPS, j -> "s" + j);
        writeEmbedding(samples, j -> "s" + j);
        assertThat(page())
                .contains("10,000 of 200,000 samples, drawn at random")
                .contains("Shown: 600 of 200,000 samples, evenly from every group")
                .contains("Shown: the 40 largest of 300 labels")
                .contains("Shown: 2,000 of 5,001 iterations");
    }

    @Test
    void smallestGroupIsStillShown() throws IOException {
        writeFolder(5000, GROUPS, j -> "s" + j);
        StringBuilder labels = new StringBuilder("sample,cluster\n");
        for (int j = 0; j < 5000; j++)
            labels.append('s').append(j).append(',').append(j == 77 ? 3 : 0).append('\n');
        Files.writeString(folder.resolve("labels.csv"), labels);
        assertThat(page())
                .contains("\"name\":\"group 3\",\"short\":\"3\",\"note\":\"1 sample\",\"count\":1,\"color\":3")
                .contains("1 group has a single sample, which may be an outlier.");
    }

    @Test
    void runWithoutGroupsSaysSo() throws IOException {
        writeFolder(50, 0, j -> "s" + j);
        assertThat(page()).contains("This run has no groups.").doesNotContain("Number of samples per group");
    }

    @Test
    void folderOfAnEarlierVersionIsShownAsFarAsPossible() throws IOException {
        writeFolder(50, GROUPS, j -> "s" + j);
        Map<String, Object> old = summary(50, GROUPS);
        old.put("version", "0.0.1");
        Json.write(folder.resolve("summary.json"), old);
        assertThat(page())
                .contains("The run was made by Grapnel 0.0.1, this page by Grapnel " + Grapnel.version())
                .contains("There is no t-SNE embedding: the folder has no embedding.csv")
                .contains("Stopped by the rule tolerance.")
                .contains("data-figure=\"values\"");
    }

    @Test
    void reducedPicturesKeepEverySinglePixel() {
        int side = 256;
        List<Integer> all = IntStream.range(0, side * side).boxed().toList();
        PixelGrid pixels = new PixelGrid(new Dataset.ImageShape(side, side, true), all, 3);
        assertThat(pixels.height()).isEqualTo(86);
        Double[] values = new Double[side * side];
        Arrays.fill(values, 0.0);
        int dot = 255 * side + 100; // column 255, line 100
        values[dot] = 7.0;
        assertThat(pixels.positionOf(dot)).isEqualTo(33 * 86 + 85);
        List<Double> drawn = pixels.draw(Arrays.asList(values));
        assertThat(drawn).hasSize(86 * 86);
        assertThat(drawn.get(33 * 86 + 85)).isEqualTo(7);
        assertThat(drawn.stream().filter(v -> v > 0)).hasSize(1);
    }

    /** Faces of the size of the paper's third data set, with a dense W. */
    @Test
    void manyLargePicturesKeepThePageSmall() throws IOException {
        int side = 256;
        writeFolder(30, GROUPS, j -> "s" + j);
        Map<String, Object> large = summary(30, GROUPS);
        large.put("features", side * side);
        large.put("rank", 20);
        large.put("picture_height", side);
        large.put("picture_width", side);
        Json.write(folder.resolve("summary.json"), large);
        try (CsvTableWriter out = CsvTableWriter.create(folder.resolve("preparation.csv"), "index", "name")) {
            for (int i = 0; i < side * side; i++) out.row(i, "f" + i);
        }
        try (DenseMatrix W = DenseMatrix.zeros(side * side, 20)) {
            for (int i = 0; i < W.rows(); i++) for (int j = 0; j < 20; j++) W.set(i, j, CounterRandom.uniform(9, i, j));
            NpyFile.write(folder.resolve("W.npy"), W);
        }
        assertThat(page()).contains("each pixel shows the brightest of 3 × 3 pixels of the original 256 × 256.");
    }

    /** An infeasible start can have a lower objective than the end; the difference from the final value is then negative. */
    @Test
    void infeasibleStartDoesNotFlattenTheCurve() throws IOException {
        writeFolder(50, GROUPS, j -> "s" + j);
        Files.writeString(
                folder.resolve("trace.csv"),
                "iteration,objective,loss,graph_term,beta,accepted\n0,1,1,0,,\n1,20,20,0,0.5,1\n2,12,12,0,0.5,1\n");
        assertThat(page()).contains("\"name\":\"objective − final value\",\"x\":[0,1,2],\"y\":[-11,8,0]");
    }

    /** Four starts, of which the last moves every tenth sample and keeps another feature. */
    private void writeStarts(int samples, boolean pairs) throws IOException {
        writeFolder(samples, GROUPS, j -> "s" + j);
        Map<String, Object> several = summary(samples, GROUPS);
        several.put("restarts", 5);
        several.put("restarts_finished", 4);
        several.put("consensus_agreement", 0.875);
        Json.write(folder.resolve("summary.json"), several);
        try (CsvTableWriter out = CsvTableWriter.create(
                folder.resolve("consensus.csv"), "sample", "cluster", "certainty", "next_cluster", "next_certainty")) {
            for (int j = 0; j < samples; j++)
                out.row("s" + j, j * 7 % GROUPS, j % 10 == 0 ? 0.25 : 1, j % 10 == 0 ? (j * 7 + 1) % GROUPS : "", 0.5);
        }
        writeFrequency(4);
        try (DenseMatrix groups = DenseMatrix.zeros(GROUPS, GROUPS)) {
            for (int g = 0; g < GROUPS; g++) groups.set(g, g, 0.925);
            NpyFile.write(folder.resolve("coassociation_groups.npy"), groups);
        }
        if (!pairs) return;
        try (DenseMatrix together = DenseMatrix.zeros(samples, samples)) {
            for (int i = 0; i < samples; i++)
                for (int j = 0; j < samples; j++) together.set(i, j, i * 7 % GROUPS == j * 7 % GROUPS ? 1.0 / 3 : 0);
            NpyFile.write(folder.resolve("coassociation.npy"), together);
        }
    }

    private void writeFrequency(int always) throws IOException {
        try (CsvTableWriter out =
                CsvTableWriter.create(folder.resolve("frequency.csv"), "index", "name", "times", "frequency")) {
            for (int i = 0; i < always; i++) out.row(3 * i, "f" + 3 * i, 4, 1.0);
            if (always < K) out.row(12, "f12", 3, 0.75).row(7, "f7", 1, 0.25);
        }
    }

    @Test
    void agreementOfSeveralStartsIsASection() throws IOException {
        writeStarts(500, true);
        assertThat(page())
                .contains(">Agreement of 4 starts</h2>")
                .contains("they mostly form the same groups. The mean ARI of two starts is 0.88")
                .contains("50 of 500 samples are together with the other members of their group")
                .contains("data-figure=\"together\"", "Shown: 120 of 500 samples, evenly from every group.")
                .contains("\"value_title\":\"share of starts\",\"values\":[[0.333,")
                .contains("The 20 least certain samples; consensus.csv lists all")
                .contains(
                        "4 features are kept by every start. 2 are kept by some starts only, 1 of them in this result")
                .contains("\"values\":[0.75,0.25]");
    }

    @Test
    void samplesAreOrderedByGroupAndThenByCertainty() throws IOException {
        writeStarts(40, true);
        assertThat(page())
                .contains(
                        "\"column_names\":[\"s4\",\"s8\",\"s12\",\"s16\",\"s24\",\"s28\",\"s32\",\"s36\",\"s0\",\"s20\",")
                .contains("Samples that change their group between starts")
                .doesNotContain("evenly from every group");
    }

    @Test
    void withoutPairsOfSamplesTheGroupsAreShown() throws IOException {
        writeStarts(500, false);
        assertThat(page())
                .contains("How often samples of two groups are in the same group")
                .contains("[[0.925,0,0,0],");
    }

    @Test
    void startsThatKeepTheSameFeaturesNeedNoBars() throws IOException {
        writeStarts(50, true);
        writeFrequency(K);
        assertThat(page()).contains("All starts keep the same features.").doesNotContain("data-figure=\"frequency\"");
    }

    @Test
    void inconsistentFilesOfSeveralStartsAreNamed() throws IOException {
        writeStarts(50, true);
        try (DenseMatrix other = DenseMatrix.zeros(50, 3)) {
            NpyFile.write(folder.resolve("coassociation.npy"), other);
        }
        assertRefused("coassociation.npy is for 3 samples, but summary.json says 50");
        Files.delete(folder.resolve("coassociation.npy"));
        try (DenseMatrix other = DenseMatrix.zeros(3, 3)) {
            NpyFile.write(folder.resolve("coassociation_groups.npy"), other);
        }
        assertRefused("coassociation_groups.npy is for 3 groups, but summary.json says 4");
        Files.writeString(
                folder.resolve("consensus.csv"), "sample,cluster,certainty,next_cluster,next_certainty\ns0,1,1,,0\n");
        assertRefused("consensus.csv has 1 sample, but summary.json says 50");
    }

    @Test
    void sameFolderGivesTheSameBytes() throws IOException {
        writeFolder(50, GROUPS, j -> "s" + j);
        writeEmbedding(50, j -> "s" + j);
        assertThat(page()).isEqualTo(page());
    }

    @Test
    void inconsistentFilesAreNamed() throws IOException {
        writeFolder(50, GROUPS, j -> "s" + j);
        Files.writeString(folder.resolve("labels.csv"), "sample,cluster\ns0,1\n");
        assertRefused("labels.csv has 1 sample, but summary.json says 50");
        Files.writeString(folder.resolve("labels.csv"), "sample,cluster\ns0,4\n");
        assertRefused("labels.csv: data row 1, column 'cluster': 4.0 is not an integer from 0 to 3");
        Files.writeString(folder.resolve("labels.csv"), "sample,group\ns0,1\n");
        assertRefused("labels.csv: has no column 'cluster'");
        writeFolder(50, GROUPS, j -> "s" + j);
        try (DenseMatrix kept = DenseMatrix.zeros(50, 2)) {
            NpyFile.write(folder.resolve("kept.npy"), kept);
        }
        assertRefused("kept.npy has 2 columns, but there are 5 kept features");
        Json.write(folder.resolve("summary.json"), Map.of("model", "nmf"));
        assertRefused("summary.json: features is missing");
        assertThat(folder.resolve(RunReport.FILE)).doesNotExist();
    }

    private void assertRefused(String message) {
        assertThatThrownBy(() -> RunReport.write(folder))
                .isInstanceOf(DataException.class)
                .hasMessageContaining(message);
    }
}
