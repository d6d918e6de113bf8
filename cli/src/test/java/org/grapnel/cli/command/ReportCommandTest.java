package org.grapnel.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.grapnel.cli.Cli;
import org.grapnel.cli.ReportedCommand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code grapnel report}, and the command that a report shows. */
class ReportCommandTest extends FitTestBase {
    private Path plain(String name, Path file, String options) {
        return fit(name, file, (Object[]) options.split(" "));
    }

    private void assertRepeatable(Path folder) throws IOException {
        ReportedCommand.assertSameFiles(folder, home.resolve(folder.getFileName() + "-again"), List.of());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--clusters 2 --keep 4",
                "--clusters 2 --keep 4 --seed 3 --neighbors 4 --weights binary --restarts 3",
                "--rank 3 --clusters 2 --keep 4 --solver accpalm --alpha 0.5 --tol 1e-4 --beta 0.4 --fixed-beta",
                "--rank 2 --keep 4 --solver palm --graph-term invariant --laplacian normalized --metric cosine",
                "--model nmf --rank 2 --log1p --normalize max --max-iter 40",
                "--model nmf-l20 --rank 2 --keep 5 --feature-scale unit --select model",
                "--model gnmf-lc0 --rank 2 --keep 5 --init nndsvd",
                "--model kmeans-l0 --clusters 2 --keep 5",
                "--clusters 2 --keep 4 --picture 3x4:columns --drop-constant",
                "--clusters 2 --keep 4 --delimiter comma --header yes",
                "--clusters 2 --keep 4 --recipe counts --clip 0.9",
                "--clusters 2 --keep 4 --normalize total:3"
            })
    void theReportedCommandRepeatsTheRunToTheBit(String options) throws IOException {
        assertRepeatable(plain("run", data, options));
    }

    @Test
    void theReportedCommandNamesInputFiles() throws IOException {
        Path odd = home.resolve("it's my data.csv");
        Files.copy(data, odd);
        assertRepeatable(fit("graph", odd, "--graph", ring, "--rank", 3, "--keep", 4, "--solver", "ipalm"));
    }

    /** With more features than components, the graph has components unless the command says none. */
    @ParameterizedTest
    @ValueSource(strings = {"select --keep 5", "fit --loss kl --clusters 3 --keep 5", "fit --clusters 3 --keep 5"})
    void theReportedCommandNamesAGraphWithoutComponents(String command) throws IOException {
        SplittableRandom random = new SplittableRandom(7);
        StringBuilder wide = new StringBuilder();
        for (int sample = 0; sample < 90; sample++) {
            for (int feature = 0; feature < 60; feature++)
                wide.append(feature == 0 ? "" : ",").append(random.nextInt(8) + (feature % 10 == sample % 3 ? 6 : 0));
            wide.append('\n');
        }
        Path file = Files.writeString(home.resolve("wide.csv"), wide);
        Path run = home.resolve("run");
        List<String> words = new ArrayList<>(List.of(command.split(" ")));
        words.addAll(List.of(file.toString(), "-o", run.toString(), "--graph-pcs", "none", "--header", "no"));
        Cli cli = Cli.run(words.toArray());
        assertThat(cli.code()).as(cli.err()).isZero();
        assertRepeatable(run);
    }

    @Test
    void theReportedCommandOfASelectionRepeatsIt() throws IOException {
        Path chosen = home.resolve("chosen");
        Cli cli = Cli.run("select", data, "-o", chosen, "--keep", 5, "--select", "laplacian-score", "--neighbors", 4);
        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(cli.out()).contains("report     " + chosen.resolve("report.html"));
        assertRepeatable(chosen);
    }

    @Test
    void theReportIsWrittenAgainFromTheFolderAlone() throws IOException {
        Path run = fit("run");
        byte[] page = Cli.bytes(run.resolve("report.html"));
        Path moved = Files.move(run, home.resolve("moved"));
        Files.delete(moved.resolve("report.html"));
        Cli cli = Cli.run("report", moved);
        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(cli.out()).contains(moved.resolve("report.html").toString());
        assertThat(Cli.bytes(moved.resolve("report.html"))).isEqualTo(page);
    }

    @Test
    void noReportWritesNoPage() {
        Path run = fit("run", "--no-report");
        assertThat(run.resolve("report.html")).doesNotExist();
        assertThat(run.resolve("embedding.csv")).doesNotExist();
        assertThat(Cli.run("report", run).code()).isZero();
        assertThat(run.resolve("report.html")).exists().content().contains("the folder has no embedding.csv");
    }

    @ParameterizedTest
    @ValueSource(strings = {"summary.json", "features.csv", "labels.csv", "trace.csv", "W.npy", "kept.npy"})
    void aMissingFileIsNamedAndTheReportIsUnchanged(String name) throws IOException {
        Path run = fit("run");
        byte[] page = Cli.bytes(run.resolve("report.html"));
        Files.delete(run.resolve(name));
        Cli cli = Cli.run("report", run);
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains(name).hasLineCount(1);
        assertThat(Cli.bytes(run.resolve("report.html"))).isEqualTo(page);
    }

    @Test
    void foldersThatAreNotRunsAreRejected() throws IOException {
        Cli none = Cli.run("report", home.resolve("nowhere"));
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err()).contains("nowhere is not a folder");
        Path run = fit("run");
        Path placed = home.resolve("placed");
        assertThat(Cli.run("transform", run, data, "-o", placed).code()).isZero();
        Cli cli = Cli.run("report", placed);
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err())
                .contains("is the folder of a transform, which has no report")
                .contains(run.toString());
        Path broken = Files.createDirectory(home.resolve("broken"));
        Files.writeString(broken.resolve("summary.json"), "{\"version\": \"9\"}");
        assertThat(Cli.run("report", broken).err()).contains("it is not a summary that Grapnel wrote");
    }
}
