package org.grapnel.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.grapnel.cli.Cli;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wrong input of {@code grapnel tune} gives exit code 2, one line and no files. */
class TuneRefusalTest extends TuneTestBase {
    private void refused(Cli cli, String message) {
        assertThat(cli.code()).as(cli.err()).isEqualTo(2);
        assertThat(cli.err()).contains(message).hasLineCount(1);
        assertThat(cli.out()).isEmpty();
        assertThat(home.resolve("bad")).doesNotExist();
        assertThat(home.resolve("bad.partial")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "--clusters 1 | clusters must be at least 2 for tuning, got 1",
                "--clusters 37 | --rank must be between 1 and min(features, samples) = 20, got 37; without --rank it is the value of --clusters",
                "--clusters 0 | clusters must be at least",
                "--rank 0 | --rank must be at least 1, got 0",
                "--clusters 3 --keep 21 | keep must be between 1 and 20, the number of features, got 21",
                "--clusters 3 --keep 0 | keep must be at least 1, got 0",
                "--clusters 3 --neighbors 36 | neighbors must be between 1 and 35, one less than the samples, got 36",
                "--clusters 3 --neighbors 0 | neighbors must be at least 1, got 0",
                "--clusters 3 --alpha 0 | alpha must be a finite number > 0, got 0.0",
                "--clusters 3 --alpha -2 | -2",
                "--clusters 3 --lambda 5 | --lambda 5.0 does not apply: its scale depends on the graph, which is not chosen yet",
                "--clusters 3 --init-w W.npy --init-h H.npy | --init-w and --init-h do not apply",
                "--clusters 3 --solver accpalm | --solver accpalm does not apply: tuning uses the recommended method, or --solver best-support, because only there is alpha comparable between data sets; leave it out",
                "--clusters 3 --solver accpalm --criterion held-out-entries | --solver accpalm does not apply",
                "--clusters 3 --method paper | --method paper does not apply: tuning uses the recommended method",
                "--clusters 3 --select model | --select model and --graph-term trace need the solver accpalm",
                "--clusters 3 --graph-term trace | tuning uses best-support; leave them out",
                "--clusters 3 --model nmf | --model nmf does not apply: tuning supports the models gnmf-l20 and gnmf",
                "--clusters 3 --model kmeans | --model kmeans does not apply",
                "--clusters 3 --model gnmf --keep 4 | --keep 4 does not apply: --model gnmf keeps all features",
                "--clusters 3 --init nndsvd | tuning needs a start that depends on the seed, got nndsvd",
                "--clusters 3 --criterion nonsense | 'nonsense' is not among modularity, silhouette, stability, held-out, held-out-entries",
                "--clusters 3 --solver best-support --criterion held-out-entries | the criterion held-out-entries needs the recommended method: best-support fits every entry, so none can be hidden; choose another criterion, or leave out the solver",
                "--clusters 3 --graph nowhere.csv | nowhere.csv",
                "--clusters 3 --threads 0 | threads must be between 1 and 1024, got 0",
                "--clusters 3 --labels nobody | nobody"
            })
    void wrongOptionsAreRejectedInOneLine(String words, String message) {
        refused(tune(data, "bad", (Object[]) words.split(" ")), message);
    }

    @Test
    void aGivenGraphRejectsHeldOutAndNeighbors() {
        Path ring = Cli.ring(home.resolve("ring.csv"), N);
        refused(
                tune("bad", "--graph", ring, "--criterion", "held-out"),
                "the criterion held-out cannot be used with a given graph");
        refused(tune("bad", "--graph", ring, "--neighbors", 3), "--neighbors 3 does not apply: the graph is given");
        refused(tune("bad", "--graph", Cli.ring(home.resolve("large.csv"), N + 1)), "36");
    }

    /** The remedy for missing entries is one that tuning takes. */
    @Test
    void missingEntriesNeedTheRecommendedMethod() {
        double[][] samples = Cli.samples(12, 5);
        samples[3][2] = Double.NaN;
        Path gaps = Cli.csv(home.resolve("gaps.csv"), samples);
        Object[] words = {"--clusters", 2, "--missing", "model"};
        Cli cli = tune(gaps, "bad", "--clusters", 2, "--missing", "model", "--solver", "best-support");
        refused(
                cli,
                "tuning by best-support has no weights and no missing entries; leave out the solver, for the recommended method");
        assertThat(cli.err()).doesNotContain("accpalm");
        done(tune(gaps, "run", words), "run");
    }

    @Test
    void dataThatCannotBeTunedAreRejected() {
        Path few = Cli.csv(home.resolve("few.csv"), Cli.samples(4, 6));
        refused(tune(few, "bad", "--clusters", 2), "few.csv: tuning needs at least 5 samples");
        double[][] equal = new double[12][5];
        for (double[] sample : equal) for (int i = 0; i < 5; i++) sample[i] = i + 1;
        refused(tune(Cli.csv(home.resolve("equal.csv"), equal), "bad", "--clusters", 2), "equal");
        refused(tune(Cli.csv(home.resolve("zero.csv"), new double[12][5]), "bad", "--clusters", 2), "zero");
        double[][] negative = Cli.samples(12, 5);
        negative[3][2] = -1;
        refused(tune(Cli.csv(home.resolve("negative.csv"), negative), "bad", "--clusters", 2), "-1");
        refused(tune(home.resolve("missing.csv"), "bad", "--clusters", 2), "missing.csv");
        refused(tune(Cli.write(home.resolve("odd.csv"), "a,b", "1,x", "2,3"), "bad", "--clusters", 2), "odd.csv");
    }

    @Test
    void withoutEvidenceOfGroupsClustersIsRequired() {
        refused(
                tune(cloud(40, 40), "bad"),
                "cloud.csv: the graph shows no separate groups, so no number of clusters can be suggested; set the number of clusters");
    }

    @Test
    void anImpossibleEstimateOfGroupsIsNotUsed() {
        refused(
                tune(cloud(60, 2), "bad"),
                "groups, but a fit has at most 2 components, the smaller of features and samples; set the number of clusters");
    }

    private Path cloud(int n, int p) {
        double[][] cloud = new double[n][p];
        for (int j = 0; j < n; j++) for (int i = 0; i < p; i++) cloud[j][i] = CounterRandom.uniform(3, i, j);
        return Cli.csv(home.resolve("cloud.csv"), cloud);
    }

    @Test
    void anExistingFolderIsNotReplacedUnlessForced() {
        Path run = done(quick("run"), "run");
        byte[] before = Cli.bytes(run.resolve("tuning.csv"));
        Cli cli = quick("run", "--seed", 4);
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains("run exists already").hasLineCount(1);
        assertThat(Cli.bytes(run.resolve("tuning.csv"))).isEqualTo(before);
        done(quick("run", "--seed", 4, "--force"), "run");
        assertThat(Cli.summary(run).get("tuning").get("command").asString()).contains("--seed 4");
    }
}
