package org.grapnel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Very large, very small and degenerate numbers give a finite result, or one line that says what to do. */
class ExtremeNumbersTest {
    @TempDir
    Path home;

    private int runs;

    private Path csv(double[][] samples) {
        return Cli.csv(home.resolve("data" + runs + ".csv"), samples);
    }

    private static double[][] map(DoubleUnaryOperator by) {
        double[][] samples = Cli.samples(8, 5);
        for (double[] sample : samples) for (int i = 0; i < sample.length; i++) sample[i] = by.applyAsDouble(sample[i]);
        return samples;
    }

    private Cli fit(Path data, Object... more) {
        return run("fit", data, more);
    }

    private Cli run(String command, Path data, Object... more) {
        Object[] words = {command, data, "-o", home.resolve("run" + ++runs)};
        return Cli.run(Stream.concat(Stream.of(words), Stream.of(more)).toArray());
    }

    /** The folder of the last run, after a check that all its numbers are finite. */
    private Path done(Cli cli) {
        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(cli.out() + cli.err()).doesNotContain("NaN", "Infinity");
        Path folder = home.resolve("run" + runs);
        for (String name : List.of("summary.json", "features.csv", "labels.csv", "trace.csv"))
            assertThat(text(folder.resolve(name))).as(name).doesNotContain("NaN", "Infinity");
        assertThat(Cli.summary(folder).isObject()).isTrue(); // the parser rejects NaN and Infinity
        return folder;
    }

    private static String text(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String refused(Cli cli) {
        assertThat(cli.code()).as(cli.err()).isEqualTo(2);
        assertThat(cli.err().lines()).as(cli.err()).hasSize(1);
        assertThat(home.resolve("run" + runs)).doesNotExist();
        return cli.err();
    }

    @Test
    void aNumberWhoseSquareOverflowsIsRejectedAndNormalizeMaxHelps() {
        double[][] samples = Cli.samples(8, 5);
        samples[3][1] = 1e308;
        Path data = csv(samples);
        for (String command : List.of("fit", "select"))
            assertThat(refused(run(command, data, "--clusters", 2, "--keep", 3)))
                    .contains("1.0E308", "sample 3", "feature 1 (g1)", "too large to be squared", "--normalize max");
        // with one such cell all other samples have equal distances: the error says so, and its remedy works
        assertThat(refused(fit(data, "--clusters", 2, "--keep", 3, "--normalize", "max")))
                .contains("differ too little to be squared", "by their logarithm");
        done(fit(data, "--clusters", 2, "--keep", 3, "--log1p"));
        done(fit(csv(map(x -> x * 1e306)), "--clusters", 2, "--keep", 3, "--normalize", "max"));
    }

    @Test
    void numbersWhoseSquaresUnderflowAreRejectedAndNormalizeMaxHelps() {
        Path data = csv(map(x -> x * 1e-320));
        assertThat(refused(fit(data, "--clusters", 2, "--keep", 3)))
                .contains("too small to be squared", "--normalize max");
        done(fit(data, "--clusters", 2, "--keep", 3, "--normalize", "max"));
    }

    @Test
    void aDenormalNumberAmongOthersIsAllowed() {
        double[][] samples = Cli.samples(8, 5);
        samples[3][1] = 1e-320;
        Path data = csv(samples);
        done(fit(data, "--clusters", 2, "--keep", 3, "--select", "energy"));
        done(fit(data, "--model", "gnmf", "--solver", "accpalm", "--rank", 2));
    }

    @Test
    void theScaleOfTheDataDoesNotChangeTheGroups() {
        List<List<String>> labels = new ArrayList<>();
        for (double unit : new double[] {1, 0x1p-60, 0x1p60}) {
            Path folder = done(fit(csv(map(x -> x * unit)), "--clusters", 2, "--keep", 3));
            labels.add(Cli.lines(folder.resolve("labels.csv")));
        }
        assertThat(labels.get(1)).isEqualTo(labels.get(0));
        assertThat(labels.get(2)).isEqualTo(labels.get(0));
    }

    @Test
    void identicalSamplesAreReported() {
        Path data = csv(map(x -> 2));
        assertThat(refused(fit(data, "--model", "nmf", "--rank", 2)))
                .contains("only 1 of the 8 samples differ", "lower --clusters");
        assertThat(refused(fit(data, "--clusters", 1, "--keep", 2))).contains("all 8 samples are the same");
        Path folder = done(fit(data, "--model", "nmf", "--rank", 1));
        assertThat(Cli.summary(folder).get("relative_error").asDouble()).isLessThan(1e-6);
    }

    @Test
    void oneFeatureIsFitted() {
        double[][] samples = new double[6][1];
        for (int j = 0; j < 6; j++) samples[j][0] = j + 1;
        done(fit(csv(samples), "--model", "nmf", "--rank", 1, "--clusters", 2));
        done(fit(csv(samples), "--keep", 1, "--rank", 1, "--clusters", 2, "--neighbors", 2));
    }

    @Test
    void twoSamplesAreFitted() {
        Path data = csv(Cli.samples(2, 5));
        done(fit(data, "--model", "nmf", "--rank", 2));
        assertThat(refused(fit(data, "--clusters", 2, "--keep", 2, "--neighbors", 1)))
                .contains("at least 3 samples, got 2");
    }

    @Test
    void duplicateSamplesAreFitted() {
        double[][] samples = Cli.samples(10, 5);
        for (int j = 0; j < 5; j++) samples[j + 5] = samples[j].clone();
        Path data = csv(samples);
        done(fit(data, "--clusters", 2, "--keep", 3));
        done(fit(data, "--model", "gnmf-l20", "--solver", "accpalm", "--rank", 2, "--keep", 3, "--weights", "binary"));
        assertThat(refused(fit(data, "--clusters", 6, "--rank", 2, "--keep", 3)))
                .contains("only 5 of the 10 samples differ");
    }
}
