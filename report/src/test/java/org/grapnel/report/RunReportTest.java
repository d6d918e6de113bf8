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

/** Pages of folders that are large, old or not whole. The folders are forged: nobody waits for a fit of 200,000 samples. */
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

    /** A folder with the least that every run has. */
    private void forge(int samples, int groups, IntFunction<String> naming) throws IOException {
        Json.write(folder.resolve("summary.json"), summary(samples, groups));
        try (CsvTableWriter out =
                CsvTableWriter.create(folder.resolve("features.csv"), "rank", "index", "name", "score")) {
            for (int i = 0; i < K; i++) out.row(i + 1, 3 * i, naming.apply(3 * i), K - i);
        }
        try (CsvTableWriter out = CsvTableWriter.create(folder.resolve("labels.csv"), "sample", "cluster")) {
            for (int j = 0; j < samples; j++) out.row(naming.apply(j), groups == 0 ? "" : j * 7 % groups);
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

    private void embedding(int samples, IntFunction<String> naming) throws IOException {
        int drawn = Math.min(DRAWN, samples);
        try (CsvTableWriter out = CsvTableWriter.create(
                folder.resolve("embedding.csv"), "sample", "index", "data_x", "data_y", "h_x", "h_y")) {
            for (int q = 0; q < drawn; q++) {
                int j = (int) ((long) q * samples / drawn);
                out.row(
                        naming.apply(j),
                        j,
                        CounterRandom.gaussian(1, q, 0),
                        CounterRandom.gaussian(1, q, 1),
                        CounterRandom.gaussian(1, q, 2),
                        CounterRandom.gaussian(1, q, 3));
            }
        }
        try (CsvTableWriter out = CsvTableWriter.create(folder.resolve("truth.csv"), "sample", "label")) {
            for (int j = 0; j < samples; j++) out.row(naming.apply(j), "type " + j % 300);
        }
    }

    private String page() throws IOException {
        Path file = RunReport.write(folder);
        assertThat(Files.size(file)).isLessThan(MOST);
        String page = Files.readString(file);
        return page.substring(0, page.indexOf("/*! d3")); // without the scripts, which no failure needs to print
    }

    @Test
    void tenThousandSamplesWithTheirNamesAreBelowThreeMegabytes() throws IOException {
        IntFunction<String> naming = j -> "a sample with a longish name, number " + j;
        forge(DRAWN, GROUPS, naming);
        embedding(DRAWN, naming);
        assertThat(page()).contains("Points for 10,000 samples").contains("number 9999");
    }

    @Test
    void namesThatWouldMakeThePageTooHeavyAreCut() throws IOException {
        IntFunction<String> naming = j -> j + "x".repeat(10_000);
        forge(DRAWN, GROUPS, naming);
        embedding(DRAWN, naming);
        assertThat(page()).contains("9999xxx").contains("0" + "x".repeat(10_000));
    }

    @Test
    void manySamplesAreDrawnBySamplingAndThePageSaysSo() throws IOException {
        int samples = 200_000;
        forge(samples, GROUPS, j -> "s" + j);
        embedding(samples, j -> "s" + j);
        assertThat(page())
                .contains("10,000 of 200,000 samples, drawn at random")
                .contains("Drawn: 600 of 200,000 samples, evenly from every group")
                .contains("The 40 largest of 300 labels")
                .contains("Drawn: 2,000 of 5,001 iterations");
    }

    @Test
    void aGroupIsDrawnHoweverFewSamplesItHas() throws IOException {
        forge(5000, GROUPS, j -> "s" + j);
        StringBuilder labels = new StringBuilder("sample,cluster\n");
        for (int j = 0; j < 5000; j++)
            labels.append('s').append(j).append(',').append(j == 77 ? 3 : 0).append('\n');
        Files.writeString(folder.resolve("labels.csv"), labels);
        assertThat(page())
                .contains("\"name\":\"group 3\",\"short\":\"3\",\"count\":1,\"size\":1")
                .contains("1 group has a single sample: it may be an outlier.");
    }

    @Test
    void aRunWithoutGroupsSaysSo() throws IOException {
        forge(50, 0, j -> "s" + j);
        assertThat(page())
                .contains("There are no groups in this run.")
                .doesNotContain("How many samples are in which group");
    }

    @Test
    void aFolderOfAnEarlierVersionIsDrawnAsFarAsItGoes() throws IOException {
        forge(50, GROUPS, j -> "s" + j);
        Map<String, Object> old = summary(50, GROUPS);
        old.put("version", "0.0.1");
        Json.write(folder.resolve("summary.json"), old);
        assertThat(page())
                .contains("The run was made by version 0.0.1, this page by " + Grapnel.version())
                .contains("The samples were not drawn in the plane: the folder has no embedding.csv")
                .contains("It stopped by tolerance.")
                .contains("data-figure=\"values\"");
    }

    @Test
    void largePicturesAreDrawnSmallerWithoutLosingADot() {
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

    /** Faces as the paper's third data set has them, with all of W filled. */
    @Test
    void manyLargePicturesKeepThePageLight() throws IOException {
        int side = 256;
        forge(30, GROUPS, j -> "s" + j);
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
        assertThat(page()).contains("Drawn smaller: of every 3 x 3 pixels of 256 x 256 the brightest.");
    }

    /** Which lies below all that is allowed: the curve above the end begins after it. */
    @Test
    void anInfeasibleStartDoesNotFlattenTheCurve() throws IOException {
        forge(50, GROUPS, j -> "s" + j);
        Files.writeString(
                folder.resolve("trace.csv"),
                "iteration,objective,loss,graph_term,beta,accepted\n0,1,1,0,,\n1,20,20,0,0.5,1\n2,12,12,0,0.5,1\n");
        assertThat(page()).contains("\"name\":\"objective − its end\",\"x\":[0,1,2],\"y\":[-11,8,0]");
    }

    /** Four starts of which the last moved every tenth sample, and kept another feature. */
    private void starts(int samples, boolean pairs) throws IOException {
        forge(samples, GROUPS, j -> "s" + j);
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
        frequency(4);
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

    private void frequency(int always) throws IOException {
        try (CsvTableWriter out =
                CsvTableWriter.create(folder.resolve("frequency.csv"), "index", "name", "times", "frequency")) {
            for (int i = 0; i < always; i++) out.row(3 * i, "f" + 3 * i, 4, 1.0);
            if (always < K) out.row(12, "f12", 3, 0.75).row(7, "f7", 1, 0.25);
        }
    }

    @Test
    void whatSeveralStartsAgreeOnIsASection() throws IOException {
        starts(500, true);
        assertThat(page())
                .contains(">Over 4 starts</h2>")
                .contains("they mostly form the same groups. The mean ARI of two of them is 0.88")
                .contains("50 of 500 samples are with the others of their group")
                .contains("data-figure=\"together\"", "Drawn: 120 of 500 samples, evenly from every group.")
                .contains("\"value_title\":\"share of the starts\",\"values\":[[0.333,")
                .contains("The 20 least certain samples; all are in consensus.csv")
                .contains("4 features are kept by every start. 2 are kept by some only, 1 of them in this result")
                .contains("\"values\":[0.75,0.25]");
    }

    /** In every group the surest samples stand first. */
    @Test
    void samplesStandByGroupAndCertainty() throws IOException {
        starts(40, true);
        assertThat(page())
                .contains(
                        "\"column_names\":[\"s4\",\"s8\",\"s12\",\"s16\",\"s24\",\"s28\",\"s32\",\"s36\",\"s0\",\"s20\",")
                .contains("The samples that are not in the same company in every start")
                .doesNotContain("evenly from every group");
    }

    @Test
    void withoutAllPairsTheGroupsAreDrawn() throws IOException {
        starts(500, false);
        assertThat(page()).contains("Which groups stay together, and which mix").contains("[[0.925,0,0,0],");
    }

    @Test
    void startsThatKeepTheSameFeaturesNeedNoBars() throws IOException {
        starts(50, true);
        frequency(K);
        assertThat(page()).contains("All starts keep the same features.").doesNotContain("data-figure=\"frequency\"");
    }

    @Test
    void filesOfSeveralStartsThatDoNotFitAreNamed() throws IOException {
        starts(50, true);
        try (DenseMatrix other = DenseMatrix.zeros(50, 3)) {
            NpyFile.write(folder.resolve("coassociation.npy"), other);
        }
        refused("coassociation.npy is of 3 samples, summary.json says 50");
        Files.delete(folder.resolve("coassociation.npy"));
        try (DenseMatrix other = DenseMatrix.zeros(3, 3)) {
            NpyFile.write(folder.resolve("coassociation_groups.npy"), other);
        }
        refused("coassociation_groups.npy is of 3 groups, summary.json says 4");
        Files.writeString(
                folder.resolve("consensus.csv"), "sample,cluster,certainty,next_cluster,next_certainty\ns0,1,1,,0\n");
        refused("consensus.csv has 1 samples, summary.json says 50");
    }

    @Test
    void theSameFolderGivesTheSameBytes() throws IOException {
        forge(50, GROUPS, j -> "s" + j);
        embedding(50, j -> "s" + j);
        assertThat(page()).isEqualTo(page());
    }

    @Test
    void filesThatDoNotFitTogetherAreNamed() throws IOException {
        forge(50, GROUPS, j -> "s" + j);
        Files.writeString(folder.resolve("labels.csv"), "sample,cluster\ns0,1\n");
        refused("labels.csv has 1 samples, summary.json says 50");
        Files.writeString(folder.resolve("labels.csv"), "sample,cluster\ns0,4\n");
        refused("labels.csv: row 1 under the header, column 'cluster': 4.0 is not a whole number from 0 to 3");
        Files.writeString(folder.resolve("labels.csv"), "sample,group\ns0,1\n");
        refused("labels.csv: has no column 'cluster'");
        forge(50, GROUPS, j -> "s" + j);
        try (DenseMatrix kept = DenseMatrix.zeros(50, 2)) {
            NpyFile.write(folder.resolve("kept.npy"), kept);
        }
        refused("kept.npy has 2 columns for 5 kept features");
        Json.write(folder.resolve("summary.json"), Map.of("model", "nmf"));
        refused("summary.json: features is missing");
        assertThat(folder.resolve(RunReport.FILE)).doesNotExist();
    }

    private void refused(String message) {
        assertThatThrownBy(() -> RunReport.write(folder))
                .isInstanceOf(DataException.class)
                .hasMessageContaining(message);
    }
}
