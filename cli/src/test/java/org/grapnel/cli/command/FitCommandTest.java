package org.grapnel.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.grapnel.cli.Cli;
import org.grapnel.formats.npy.NpyFile;
import org.grapnel.linalg.DenseMatrix;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Laws of {@code grapnel fit}: equivalent inputs and options give the same result. */
class FitCommandTest extends FitTestBase {
    private static void assertSameFactors(Path one, Path other) {
        for (String name : List.of("W.npy", "H.npy"))
            assertThat(Cli.bytes(other.resolve(name))).as(name).isEqualTo(Cli.bytes(one.resolve(name)));
    }

    @Test
    void theNumberOfThreadsChangesNoBit() {
        for (String solver : List.of("best-support", "accpalm")) {
            Path one = fit("one" + solver, "--solver", solver, "--threads", 1, "--seed", 3);
            assertSameFactors(one, fit("two" + solver, "--solver", solver, "--threads", 2, "--seed", 3));
            assertSameFactors(one, fit("three" + solver, "--solver", solver, "--threads", 3, "--seed", 3));
            assertThat(Cli.bytes(fit("other" + solver, "--solver", solver, "--seed", 4)
                            .resolve("W.npy")))
                    .as("another seed")
                    .isNotEqualTo(Cli.bytes(one.resolve("W.npy")));
        }
    }

    /** The recommended method starts from the groups of the graph and draws nothing. */
    @Test
    void neitherThreadsNorSeedChangeABitOfTheRecommendedMethod() {
        Path one = fit("one", "--threads", 1, "--seed", 3);
        for (Path other : List.of(
                fit("two", "--threads", 2, "--seed", 3), fit("three", "--threads", 3), fit("seed", "--seed", 4))) {
            assertSameFactors(one, other);
            for (String name : List.of("labels.csv", "features.csv", "markers.csv"))
                assertThat(Cli.bytes(other.resolve(name))).as(name).isEqualTo(Cli.bytes(one.resolve(name)));
        }
    }

    @Test
    void theFileFormatDoesNotChangeTheResult() throws IOException {
        Path npy = home.resolve("data.npy");
        try (DenseMatrix M = DenseMatrix.of(samples)) {
            NpyFile.write(npy, M);
        }
        Path run = fit("csv");
        assertSameFactors(run, fit("npy", npy, "--graph", ring, "--rank", 3, "--keep", 4));
        double[][] turned = Cli.transposed(samples);
        Path rows = Cli.csv(home.resolve("turned.csv"), turned);
        assertSameFactors(run, fit("turned", rows, "--features-in-rows", "--graph", ring, "--rank", 3, "--keep", 4));
    }

    @Test
    void labelsAreNotAFeature() {
        List<String> lines = Cli.lines(data);
        String[] labelled = new String[lines.size()];
        for (int j = 0; j < labelled.length; j++)
            labelled[j] = lines.get(j) + (j == 0 ? ",type" : j % 2 == 0 ? ",a" : ",b");
        Path file = Cli.write(home.resolve("labelled.csv"), labelled);
        Path run = fit("labelled", file, "--labels", "type", "--graph", ring, "--rank", 3, "--keep", 4);
        assertSameFactors(fit("plain"), run);
        assertThat(Cli.summary(run).get("features").asInt()).isEqualTo(P);
    }

    @Test
    void aFeatureNamedLikeLabelsIsNoted() {
        Path file = Cli.write(home.resolve("class.csv"), "a,b,Class", "1,2,1", "2,1,1", "5,3,2", "3,5,2");
        String note =
                "note: 'Class' is used as a feature; if it holds the true classes, leave it out with --labels Class";
        Object[] fit = {"fit", file, "--model", "nmf-l20", "--rank", 2, "--keep", 2, "-o", home.resolve("noticed")};
        assertThat(Cli.run(fit).err()).contains(note);
        Path named = home.resolve("named");
        Object[] told = {"fit", file, "--model", "nmf-l20", "--rank", 2, "--keep", 2, "--labels", "Class", "-o", named};
        assertThat(Cli.run(told).err()).doesNotContain("is used as a feature");
    }

    @Test
    void normalizeMaxDividesByTheLargestEntry() {
        double largest =
                Arrays.stream(samples).flatMapToDouble(Arrays::stream).max().orElseThrow();
        double[][] divided = new double[N][P];
        for (int j = 0; j < N; j++) for (int i = 0; i < P; i++) divided[j][i] = samples[j][i] / largest;
        Path file = Cli.csv(home.resolve("divided.csv"), divided);
        Path byHand = fit("hand", file, "--graph", ring, "--rank", 3, "--keep", 4);
        Path run = fit("max", "--normalize", "max");
        assertSameFactors(byHand, run);
        assertThat(Cli.bytes(run.resolve("kept.npy"))).isEqualTo(Cli.bytes(byHand.resolve("kept.npy")));
    }

    @Test
    void withWeightZeroTheGraphHasNoEffect() {
        Path without = fit("nmf", data, "--model", "nmf-l20", "--rank", 3, "--keep", 4);
        assertSameFactors(without, fit("bare", data, "--lambda", 0, "--rank", 3, "--keep", 4));
        Path run = fit("zero", "--lambda", 0);
        assertSameFactors(without, run);
        assertThat(Cli.summary(run).get("notes").toString()).contains("--graph is not used");
    }

    @Test
    void rankAndClustersDefaultToEachOther() {
        assertSameFactors(fit("rank"), fit("clusters", data, "--graph", ring, "--clusters", 3, "--keep", 4));
        JsonNode both = Cli.summary(fit("both", "--clusters", 2));
        assertThat(both.get("rank").asInt()).isEqualTo(3);
        assertThat(both.get("clusters").asInt()).isEqualTo(2);
    }

    @Test
    void aParameterOfAnotherSolverIsIgnored() {
        assertSameFactors(
                fit("palm", "--solver", "palm"),
                fit("more", "--solver", "palm", "--beta", 0.2, "--fixed-beta", "--variant", "theory", "--no-report"));
    }

    @Test
    void aRunThatDoesNotConvergeWarnsAndFailsOnlyUnderStrict() {
        Object[] words = {"fit", data, "--graph", ring, "--rank", 3, "--keep", 4, "--max-iter", 2, "-o"};
        Cli mild = Cli.run(
                Stream.concat(Stream.of(words), Stream.of(home.resolve("mild"))).toArray());
        assertThat(mild.code()).isZero();
        assertThat(mild.err())
                .contains("warning: not converged: the limit of 2 iterations")
                .contains("residuals W ");
        Cli strict = Cli.run(Stream.concat(Stream.of(words), Stream.of(home.resolve("strict"), "--strict"))
                .toArray());
        assertThat(strict.code()).isEqualTo(3);
        assertThat(Cli.summary(home.resolve("strict")).get("converged").asBoolean())
                .isFalse();
        assertThat(Cli.run("fit", data, "--model", "nmf", "--rank", 2, "--strict", "-o", home.resolve("done"))
                        .code())
                .isZero();
    }

    @Test
    void zeroFeaturesAreAllowedAndNoted() {
        for (double[] sample : samples) sample[2] = 0;
        Arrays.fill(samples[7], 0);
        Path file = Cli.csv(home.resolve("zeros.csv"), samples);
        Path run = home.resolve("run");
        Cli cli = Cli.run("fit", file, "--model", "nmf", "--rank", 2, "-o", run);
        assertThat(cli.code()).isZero();
        assertThat(cli.err().lines())
                .containsExactly("note: 1 feature is all zero: g2", "note: 1 sample is all zero: 7");
        assertThat(Cli.summary(run).get("notes").get(0).asString()).contains("g2");
    }

    @Test
    void forceReplacesTheFolder() {
        Path run = fit("run");
        Cli.write(run.resolve("stale.txt"), "from before");
        assertSameFactors(fit("again", "--seed", 9), fit("run", "--seed", 9, "--force"));
        assertThat(run.resolve("stale.txt")).doesNotExist();
    }

    @Test
    void aResultCanBeTheStartOfAnotherFit() {
        Path first = fit("first", "--solver", "accpalm", "--max-iter", 20, "--tol", 0);
        Object[] from = {"--init-w", first.resolve("W.npy"), "--init-h", first.resolve("H.npy"), "--max-iter", 1};
        Path next = fit(
                "next",
                Stream.concat(Stream.of("--solver", "accpalm"), Stream.of(from)).toArray());
        assertThat(Cli.summary(next).get("init").asString()).isEqualTo("files");
        assertThat(Double.parseDouble(Cli.rows(next.resolve("trace.csv")).get(0)[2]))
                .isCloseTo(Cli.summary(first).get("objective").asDouble(), within(1e-9));
        assertThat(Cli.summary(fit("rows", from)).get("notes").toString()).contains("--init-w is not used");
    }

    @Test
    void theDefaultSelectsByGroupsAndJoinsDataAndGraph() {
        JsonNode usual = Cli.summary(fit("usual"));
        assertThat(usual.get("solver").asString()).isEqualTo("best-support");
        assertThat(usual.get("select").asString()).isEqualTo("groups");
        assertThat(usual.get("graph_term_kind").asString()).isEqualTo("joint");
        assertThat(usual.get("alpha").asDouble()).isEqualTo(10);
        assertThat(usual.get("lambda").isNull()).isTrue();
        assertThat(usual.get("init").asString()).isEqualTo("graph");
        JsonNode before = Cli.summary(fit("before", "--solver", "best-support"));
        assertThat(before.get("solver").asString()).isEqualTo("best-support");
        assertThat(before.get("select").asString()).isEqualTo("structure");
        assertThat(before.get("graph_term_kind").asString()).isEqualTo("invariant");
        assertThat(before.get("alpha").asDouble()).isCloseTo(20, within(1e-12));
        assertThat(before.get("init").asString()).isEqualTo("random");
        JsonNode paper = Cli.summary(fit("paper", "--solver", "accpalm"));
        assertThat(paper.get("select").asString()).isEqualTo("model");
        assertThat(paper.get("graph_term_kind").asString()).isEqualTo("trace");
        assertThat(paper.get("lambda").asDouble()).isEqualTo(100);
        assertSameFactors(fit("byModel", "--select", "model"), fit("named", "--solver", "accpalm"));
        assertSameFactors(
                fit("gain", "--solver", "best-support", "--select", "gain"),
                fit("rows", "--solver", "best-support", "--select", "model"));
        JsonNode gain = Cli.summary(fit("jointGain", "--select", "gain"));
        assertThat(gain.get("select").asString()).isEqualTo("gain");
        assertThat(gain.get("graph_term_kind").asString()).isEqualTo("joint");
        JsonNode entries = Cli.summary(fit("entries", "--model", "gnmf-l0"));
        assertThat(entries.get("solver").asString()).isEqualTo("accpalm");
        assertThat(entries.get("select").isNull()).isTrue();
    }

    @Test
    void methodNamesTheRecommendedMethodOrThePapers() {
        assertSameFactors(fit("usual"), fit("recommended", "--method", "recommended"));
        assertSameFactors(fit("accpalm", "--solver", "accpalm"), fit("paper", "--method", "paper"));
        assertSameFactors(fit("palm", "--solver", "palm"), fit("paperPalm", "--method", "paper", "--solver", "palm"));
    }

    @Test
    void fewerFeaturesThanComponentsAndUsefulSwapsAreReported() {
        Path run = home.resolve("few");
        Cli cli = Cli.run(
                "fit", data, "--solver", "best-support", "--select", "model", "--rank", 3, "--keep", 2, "-o", run);
        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(cli.err()).contains("note: there are fewer features (keep 2) than components (rank 3)");
        boolean helps = Cli.summary(run).get("swap").asDouble() > 0;
        assertThat(cli.out())
                .contains(
                        helps
                                ? "an exchange of two features would still help"
                                : "no swap of two features improves the objective");
    }

    @Test
    void theConsoleReportIsShortAndComplete() {
        Path run = home.resolve("run");
        Cli cli = Cli.run("fit", data, "--graph", ring, "--rank", 3, "--keep", 4, "-o", run);
        assertThat(cli.err().lines())
                .as("the ring has nothing to do with the data")
                .containsExactly("note: none of the 4 kept features differs between the groups by more than chance");
        assertThat(cli.out())
                .contains("read       " + data + ": cells are separated by commas; the first row is a header of names");
        assertThat(cli.out())
                .contains(
                        "gnmf-l20 by best-support",
                        "4 features",
                        "settled: five iterations",
                        "objective",
                        "residuals W",
                        run.toString())
                .contains(Cli.rows(run.resolve("features.csv")).get(0)[2]);
        List<String> markers = cli.out()
                .lines()
                .filter(line -> line.matches("(markers| {7})    group \\d: .*"))
                .toList();
        assertThat(markers).as("a line for each group").hasSize(3);
        List<String> verdict =
                cli.out().lines().takeWhile(line -> !line.startsWith("read")).toList();
        // the ring that is given knows nothing of the data
        assertThat(verdict).as("the verdict comes first").hasSize(2);
        assertThat(verdict.get(0)).startsWith("warning    no two ways find the same groups");
        assertThat(verdict.get(1)).startsWith("trust      doubtful: ");
        List<String> others = cli.out()
                .lines()
                .filter(line -> !markers.contains(line) && !verdict.contains(line))
                .toList();
        assertThat(others.stream()
                        .takeWhile(line -> !line.startsWith("compared"))
                        .count())
                .isLessThan(10);
        assertThat(others.size()).isLessThan(20);
    }
}
