package org.grapnel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoTest {
    @TempDir
    Path home;

    @Test
    void theDemoFindsWhatWasPlantedAndShowsIt() {
        Cli cli = Cli.run("demo", "-o", home.resolve("demo"));
        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(cli.err()).isEmpty();
        assertThat(cli.out())
                .contains("12 of the 12 planted features were found", "Groups that were found", "NMI", "####");
    }

    @Test
    void theDemoIsAFitThatAnybodyCanRepeat() {
        Path demo = home.resolve("demo");
        Path run = home.resolve("run");
        Cli.run("demo", "-o", demo);
        Cli fit =
                Cli.run("fit", demo.resolve("demo.csv"), "--labels", "group", "--clusters", 4, "--keep", 12, "-o", run);
        assertThat(fit.code()).as(fit.err()).isZero();
        for (String name : new String[] {"W.npy", "H.npy", "kept.npy", "graph.mtx", "features.csv", "labels.csv"})
            assertThat(Cli.bytes(run.resolve(name))).as(name).isEqualTo(Cli.bytes(demo.resolve(name)));
        for (String key : new String[] {"data", "data_sha256", "sigma", "nmi", "objective"})
            assertThat(Cli.summary(run).get(key))
                    .as(key)
                    .isEqualTo(Cli.summary(demo).get(key));
    }

    @Test
    void anEarlierDemoIsReplacedAndNothingElse() throws IOException {
        Path demo = home.resolve("demo");
        assertThat(Cli.run("demo", "-o", demo).code()).isZero();
        assertThat(Cli.run("demo", "-o", demo).code()).isZero();
        Path mine = Files.createDirectory(home.resolve("mine"));
        Cli.write(mine.resolve("thesis.txt"), "years of work");
        Cli refused = Cli.run("demo", "-o", mine);
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("mine", "--force").hasLineCount(1);
        assertThat(mine.resolve("thesis.txt")).exists();
    }
}
