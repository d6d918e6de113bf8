package org.grapnel.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.grapnel.cli.Cli;
import org.grapnel.cli.Main;
import org.grapnel.options.console.Interruption;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Picture shapes and embeddings in the run folder. */
class FitPicturesTest extends FitTestBase {
    private Cli tried(Path file, String shape) {
        return Cli.run(
                "fit", file, "--rank", 2, "--keep", 3, "--no-report", "--picture", shape, "-o", home.resolve("tried"));
    }

    @Test
    void thePictureShapeIsKeptWhenFeaturesAreDropped() {
        JsonNode summary = Cli.summary(fit("run", "--picture", "3x4:columns", "--top-variance", 5));
        assertThat(summary.get("picture_height").asInt()).isEqualTo(3);
        assertThat(summary.get("picture_width").asInt()).isEqualTo(4);
        assertThat(summary.get("picture_by_columns").asBoolean()).isTrue();
        assertThat(summary.get("features").asInt()).isEqualTo(5);
        assertThat(Cli.rows(home.resolve("run/preparation.csv")))
                .allSatisfy(row -> assertThat(row[1]).as("feature and origin").isEqualTo("g" + row[7]));
        JsonNode without = Cli.summary(fit("without"));
        for (String key : List.of("picture_height", "picture_width", "picture_by_columns"))
            assertThat(without.get(key).isNull()).as(key).isTrue();
    }

    @Test
    void aShapeThatDoesNotMatchTheFeaturesIsRejected() {
        Cli cli = tried(data, "3x5");
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err())
                .isEqualTo(
                        "grapnel: --picture 3x5: pictures of 3 x 5 have 15 pixels, but " + data + " has 12 features\n");
        assertThat(tried(data, "100000x100000").err()).contains("an image of 100000 x 100000 is too large");
        assertThat(home.resolve("tried")).doesNotExist();
    }

    @Test
    void aFolderOfPicturesHasItsShape() throws IOException {
        Path folder = Files.createDirectory(home.resolve("pictures"));
        for (int j = 0; j < 6; j++) {
            BufferedImage image = new BufferedImage(4, 2, BufferedImage.TYPE_BYTE_GRAY);
            for (int i = 0; i < 8; i++) image.getRaster().setSample(i % 4, i / 4, 0, 10 + (i * 7 + j * 31) % 90);
            File file = folder.resolve("p" + j + ".png").toFile();
            ImageIO.write(image, "png", file);
        }
        assertThat(tried(folder, "4x2").err())
                .contains("--picture 4x2: " + folder + " holds pictures of 2 x 4, row by row; leave --picture out");
        assertThat(tried(folder, "2x4:columns").code()).isEqualTo(2);
        assertThat(tried(folder, "2x4").code()).isZero();
        assertThat(Cli.summary(home.resolve("tried")).get("picture_height").asInt())
                .isEqualTo(2);
    }

    @Test
    void sizeOfPicturesIsAskedOnlyWhereItIsUnknown() throws IOException {
        Path folder = Files.createDirectory(home.resolve("faces"));
        StringBuilder table = new StringBuilder();
        for (int j = 0; j < 40; j++) {
            BufferedImage image = new BufferedImage(8, 8, BufferedImage.TYPE_BYTE_GRAY);
            StringBuilder row = new StringBuilder();
            for (int i = 0; i < 64; i++) {
                int grey = (i * 37 + j * 91) % 256;
                image.getRaster().setSample(i % 8, i / 8, 0, grey);
                row.append(i == 0 ? "" : ",").append(grey);
            }
            ImageIO.write(image, "png", folder.resolve("p" + j + ".png").toFile());
            table.append(row).append('\n');
        }
        Path csv = Files.writeString(home.resolve("faces.csv"), table);
        assertThat(Cli.run("data", "describe", folder).out())
                .contains("try --recipe pictures")
                .doesNotContain("--picture HxW");
        assertThat(Cli.run("data", "describe", csv).out()).contains("try --recipe pictures, and --picture HxW");
    }

    @Test
    void describeReportsThePictureShape() {
        assertThat(Cli.run("data", "describe", data, "--picture", "4x3").out())
                .contains("pictures of 4 x 3 (height x width)")
                .doesNotContain("column after column");
        assertThat(Cli.run("data", "describe", data, "--picture", "4x3:columns").out())
                .contains("pictures of 4 x 3 (height x width), column by column");
    }

    @Test
    void samplesAreEmbeddedUnlessNoReportIsGiven() {
        Path run = fit("run", "--threads", 1);
        assertThat(Cli.lines(run.resolve("embedding.csv")))
                .hasSize(N + 1)
                .first()
                .isEqualTo("sample,index,data_x,data_y,h_x,h_y");
        assertThat(Cli.summary(run).get("embedding_samples").asInt()).isEqualTo(N);
        assertThat(Cli.bytes(fit("again", "--threads", 3).resolve("embedding.csv")))
                .isEqualTo(Cli.bytes(run.resolve("embedding.csv")));
        Path without = fit("without", "--no-report");
        assertThat(without.resolve("embedding.csv")).doesNotExist();
        assertThat(Cli.summary(without).get("embedding_samples").isNull()).isTrue();
        assertThat(Cli.run("fit", "--help").out()).contains("--no-report", "embedding.csv");
    }

    /** After an interrupt the result is written without an embedding. */
    @Test
    void anInterruptSkipsTheEmbedding() {
        Interruption interruption = new Interruption();
        StringWriter err = new StringWriter();
        PrintWriter listening = new PrintWriter(err) {
            @Override
            public void println(String line) {
                super.println(line);
                // the first note is printed when the fit starts: from then on the result is kept
                if (line.startsWith("note:")) new Thread(interruption::interrupt).start();
            }
        };
        Path run = home.resolve("run");
        int code = Main.run(
                new PrintWriter(new StringWriter()),
                listening,
                interruption,
                ("fit " + data + " --rank 2 --keep 4 --tol 0 --max-iter 2000000000 --normalize max --no-controls"
                                + " --progress none -o " + run)
                        .split(" "));
        interruption.finish();
        assertThat(code).isEqualTo(Interruption.CODE);
        assertThat(run.resolve("embedding.csv")).doesNotExist();
        assertThat(run.resolve("W.npy")).exists();
        assertThat(err.toString())
                .contains("note: no picture of the data: the run was asked to stop")
                .contains("note: no picture of H: the run was asked to stop");
        assertThat(Cli.summary(run).get("notes").toString()).contains("no picture of H: the run was asked to stop");
    }
}
