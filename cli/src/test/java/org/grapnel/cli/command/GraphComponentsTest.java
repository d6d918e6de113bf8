package org.grapnel.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.grapnel.cli.Cli;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The option {@code --graph-pcs}. */
class GraphComponentsTest {
    @TempDir
    Path home;

    private Path data = Path.of("");

    @BeforeEach
    void write() {
        data = Cli.csv(home.resolve("data.csv"), Cli.samples(30, 12));
    }

    private Cli graph(String name, Object... more) {
        Object[] words = new Object[4 + more.length];
        words[0] = "graph";
        words[1] = data;
        words[2] = "-o";
        words[3] = home.resolve(name);
        System.arraycopy(more, 0, words, 4, more.length);
        return Cli.run(words);
    }

    @Test
    void allComponentsGiveTheGraphOfAllFeatures() throws Exception {
        assertThat(graph("all.mtx").code()).isZero();
        assertThat(graph("none.mtx", "--graph-pcs", "none").code()).isZero();
        assertThat(graph("twelve.mtx", "--graph-pcs", 12).code()).isZero();
        assertThat(graph("two.mtx", "--graph-pcs", 2).code()).isZero();
        byte[] all = Files.readAllBytes(home.resolve("all.mtx"));
        assertThat(Files.readAllBytes(home.resolve("none.mtx"))).isEqualTo(all);
        assertThat(Files.readAllBytes(home.resolve("twelve.mtx"))).isEqualTo(all);
        assertThat(Files.readAllBytes(home.resolve("two.mtx"))).isNotEqualTo(all);
    }

    @Test
    void impossibleNumbersAreRefused() {
        for (Object[] wrong : new Object[][] {
            {13, "graph-pcs must be between 1 and 12, the smaller of 12 features and 30 samples - 1, got 13"},
            {0, "graph-pcs must be at least 1, or none, got 0"},
            {"many", "--graph-pcs 'many' is neither a whole number of at least 1 nor none"}
        }) {
            Cli cli = graph("refused.mtx", "--graph-pcs", wrong[0]);
            assertThat(cli.code()).isEqualTo(2);
            assertThat(cli.err()).contains((String) wrong[1]);
            assertThat(home.resolve("refused.mtx")).doesNotExist();
        }
    }

    @Test
    void fitSavesTheComponentsAndTransformUsesThem() {
        Path run = home.resolve("run");
        Cli fit = Cli.run(
                "fit", data, "-o", run, "--method", "paper", "--rank", 3, "--keep", 6, "--graph-pcs", 4, "--no-report");
        assertThat(fit.code()).as(fit.err()).isZero();
        assertThat(Cli.summary(run).get("graph_pcs").asInt()).isEqualTo(4);
        assertThat(run.resolve("components.npy")).exists();
        assertThat(run.resolve("scores.npy")).exists();
        Cli transform = Cli.run("transform", run, data, "-o", home.resolve("placed"));
        assertThat(transform.code()).as(transform.err()).isZero();
        assertThat(transform.out() + transform.err()).doesNotContain("neighbours were searched on the kept features");
    }
}
