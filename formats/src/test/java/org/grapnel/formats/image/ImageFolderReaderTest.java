package org.grapnel.formats.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.grapnel.formats.TestFiles.assertRefused;

import java.awt.Transparency;
import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.ComponentColorModel;
import java.awt.image.DataBuffer;
import java.awt.image.WritableRaster;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import javax.imageio.ImageIO;
import org.grapnel.data.Dataset;
import org.grapnel.formats.Datasets;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.ReadOptions.ImageSize;
import org.grapnel.formats.TestFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImageFolderReaderTest {
    @TempDir
    Path dir;

    /** Writes a PGM as text, independently of the library that reads it. */
    private static void pgm(Path file, int height, int width, int most, int... levels) {
        StringBuilder text = new StringBuilder("P2\n" + width + " " + height + "\n" + most + "\n");
        for (int level : levels) text.append(level).append('\n');
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private Path write(String name, BufferedImage picture) throws IOException {
        Path file = dir.resolve(name);
        String format = name.substring(name.lastIndexOf('.') + 1);
        assertThat(ImageIO.write(picture, format, file.toFile())).as(name).isTrue();
        return file;
    }

    private Dataset read() {
        return Datasets.read(dir, ReadOptions.plain());
    }

    private static double[] sample(Dataset data, int j) {
        double[] levels = new double[data.X().rows()];
        for (int i = 0; i < levels.length; i++) levels[i] = data.X().get(i, j);
        return levels;
    }

    @Test
    void samplesAreInNaturalOrder() {
        for (String name : List.of("s10/1.pgm", "s2/10.pgm", "s2/9.pgm", "s2/09.pgm", "s2-b/1.PGM", "a.pgm"))
            pgm(dir.resolve(name), 1, 2, 255, name.length(), 7);
        try (Dataset data = read()) {
            assertThat(data.samples())
                    .containsExactly("a.pgm", "s2/9.pgm", "s2/09.pgm", "s2/10.pgm", "s2-b/1.PGM", "s10/1.pgm");
            assertThat(data.features()).containsExactly("y0x0", "y0x1");
            assertThat(data.picture()).contains(new Dataset.ImageShape(1, 2));
            for (int j = 0; j < 6; j++)
                assertThat(sample(data, j))
                        .containsExactly(data.samples().get(j).length(), 7);
        }
    }

    @Test
    void hiddenFilesAndOtherFilesAreSkipped() throws IOException {
        pgm(dir.resolve("a.pgm"), 1, 1, 255, 5);
        pgm(dir.resolve(".b.pgm"), 1, 2, 255, 5, 6);
        pgm(dir.resolve(".hidden/c.pgm"), 1, 2, 255, 5, 6);
        Files.writeString(dir.resolve("README.txt"), "notes");
        Files.createDirectory(dir.resolve("folder.png"));
        Files.createSymbolicLink(dir.resolve("b.pgm"), dir.resolve("a.pgm"));
        List<String> notices = new ArrayList<>();
        try (Dataset data = Datasets.read(dir, ReadOptions.plain(), notices::add)) {
            assertThat(data.samples()).containsExactly("a.pgm", "b.pgm");
        }
        assertThat(notices).containsExactly(dir + ": 1 file is not a picture by its name and was skipped: README.txt");
    }

    @Test
    void skippedFilesAreReportedExceptTheLabels() throws IOException {
        pgm(dir.resolve("a.pgm"), 1, 1, 255, 5);
        for (int i = 10; i > 0; i--) Files.writeString(dir.resolve(i + ".gif"), "no");
        Path labels = TestFiles.text(dir, "labels.txt", "u\n");
        List<String> notices = new ArrayList<>();
        Datasets.read(dir, ReadOptions.plain().withLabels(labels.toString()), notices::add)
                .close();
        assertThat(notices)
                .containsExactly(dir + ": 10 files are not pictures by their names and were skipped:"
                        + " 1.gif, 2.gif, 3.gif, 4.gif, 5.gif, …");
    }

    @Test
    void sizeTooLargeForTheFileIsRefused() throws IOException {
        Files.writeString(dir.resolve("a.pgm"), "P5\n5000 5000\n255\nab");
        assertRefused(this::read)
                .hasMessage(dir.toRealPath().resolve("a.pgm")
                        + ": announces 5000 x 5000 pixels (height x width); its 19 bytes hold at most 152 pixels");
    }

    @Test
    void linkToOutsideIsRefused(@TempDir Path other) throws IOException {
        pgm(dir.resolve("a.pgm"), 1, 1, 255, 5);
        pgm(other.resolve("b.pgm"), 1, 1, 255, 5);
        Files.createSymbolicLink(dir.resolve("b.pgm"), other.resolve("b.pgm"));
        assertRefused(this::read).hasMessageContaining("b.pgm: the link leads out of the folder");
    }

    @ParameterizedTest
    @ValueSource(strings = {"png", "bmp", "tif", "ppm"})
    void colorBecomesLuma(String ending) throws IOException {
        BufferedImage picture = new BufferedImage(3, 2, BufferedImage.TYPE_3BYTE_BGR);
        int[] colours = {0xFF0000, 0x00FF00, 0x0000FF, 0xFFFFFF, 0x7B7B7B, 0x010203};
        for (int i = 0; i < 6; i++) picture.setRGB(i % 3, i / 3, colours[i]);
        write("a." + ending, picture);
        try (Dataset data = read()) {
            assertThat(sample(data, 0))
                    .containsExactly(76.245, 149.685, 29.07, 255, 123, (299 + 2 * 587 + 3 * 114) / 1000.0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"png", "bmp", "tif", "pgm"})
    void grayKeepsItsStoredValues(String ending) throws IOException {
        BufferedImage picture = new BufferedImage(16, 16, BufferedImage.TYPE_BYTE_GRAY);
        for (int i = 0; i < 256; i++) picture.getRaster().setSample(i % 16, i / 16, 0, i);
        write("a." + ending, picture);
        try (Dataset data = read()) {
            double[] levels = sample(data, 0);
            for (int i = 0; i < 256; i++) assertThat(levels[i]).isEqualTo(i);
        }
    }

    @Test
    void grayOfAJpegIsNearlyTheStoredValue() throws IOException {
        BufferedImage picture = new BufferedImage(16, 16, BufferedImage.TYPE_BYTE_GRAY);
        for (int i = 0; i < 256; i++) picture.getRaster().setSample(i % 16, i / 16, 0, 40 + i / 2);
        write("a.jpg", picture);
        try (Dataset data = read()) {
            double[] levels = sample(data, 0);
            for (int i = 0; i < 256; i++) assertThat(levels[i]).isCloseTo(40 + i / 2, within(6.0));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"png", "tif"})
    void sixteenBitsKeepTheirFractions(String ending) throws IOException {
        BufferedImage picture = new BufferedImage(3, 1, BufferedImage.TYPE_USHORT_GRAY);
        int[] stored = {0, 12345, 65535};
        for (int i = 0; i < 3; i++) picture.getRaster().setSample(i, 0, 0, stored[i]);
        write("a." + ending, picture);
        try (Dataset data = read()) {
            assertThat(sample(data, 0)).containsExactly(0, 12345 * 255.0 / 65535, 255);
        }
    }

    @Test
    void transparentPixelsAreShownOnWhite() throws IOException {
        BufferedImage picture = new BufferedImage(3, 1, BufferedImage.TYPE_INT_ARGB);
        picture.setRGB(0, 0, 0x00000000);
        picture.setRGB(1, 0, 0xFF646464);
        picture.setRGB(2, 0, 0x33646464);
        write("a.png", picture);
        try (Dataset data = read()) {
            assertThat(sample(data, 0)).containsExactly(255, 100, 0.2 * 100 + (1 - 0.2) * 255);
        }
    }

    @Test
    void bitmapsAreBlackAndWhite() throws IOException {
        BufferedImage picture = new BufferedImage(2, 1, BufferedImage.TYPE_BYTE_BINARY);
        picture.setRGB(1, 0, 0xFFFFFF);
        write("a.png", picture);
        Files.writeString(dir.resolve("b.pbm"), "P1\n2 1\n1 0\n");
        try (Dataset data = read()) {
            assertThat(sample(data, 0)).containsExactly(0, 255);
            assertThat(sample(data, 1)).containsExactly(0, 255);
        }
    }

    @Test
    void floatingPointSamplesAreRefused() {
        ComponentColorModel model = new ComponentColorModel(
                ColorSpace.getInstance(ColorSpace.CS_GRAY), false, false, Transparency.OPAQUE, DataBuffer.TYPE_FLOAT);
        WritableRaster raster = model.createCompatibleWritableRaster(2, 2);
        assertThatThrownBy(() -> new GrayscaleImage(new BufferedImage(model, raster, false, null)))
                .hasMessage("has samples of 32 bits, signed or fractions; supported are whole numbers of at most 16");
    }

    @Test
    void differentSizesAreRefusedUnlessResized() {
        pgm(dir.resolve("a.pgm"), 2, 2, 255, 10, 20, 30, 40);
        pgm(dir.resolve("b.pgm"), 2, 2, 255, 10, 20, 30, 40);
        pgm(dir.resolve("c.pgm"), 1, 4, 255, 1, 2, 3, 4);
        assertRefused(this::read)
                .hasMessage(dir + ": a.pgm is 2 x 2 (height x width) and c.pgm is 1 x 4; pictures must have the"
                        + " same size, use --resize 1x2");
        try (Dataset data = Datasets.read(dir, ReadOptions.plain().withResize(new ImageSize(1, 2)))) {
            assertThat(sample(data, 0)).containsExactly(20, 30);
            assertThat(sample(data, 2)).containsExactly(1.5, 3.5);
            assertThat(data.picture()).contains(new Dataset.ImageShape(1, 2));
        }
    }

    @Test
    void shrinkingKeepsTheMeanAndGrowingKeepsAConstant() {
        SplittableRandom random = new SplittableRandom(3);
        for (int round = 0; round < 50; round++) {
            int height = random.nextInt(1, 20);
            int width = random.nextInt(1, 20);
            int newHeight = random.nextInt(1, 25);
            int newWidth = random.nextInt(1, 25);
            double[] constant = new double[newHeight * newWidth];
            double[] noise = new double[newHeight * newWidth];
            ImageResizer ofConstant = new ImageResizer(height, width, newHeight, newWidth, constant);
            ImageResizer ofNoise = new ImageResizer(height, width, newHeight, newWidth, noise);
            double sum = 0;
            for (int y = 0; y < height; y++) {
                double[] row = random.doubles(width, 0, 255).toArray();
                sum += Arrays.stream(row).sum();
                ofNoise.add(row);
                Arrays.fill(row, 77);
                ofConstant.add(row);
            }
            for (double level : constant) assertThat(level).isCloseTo(77, within(1e-10));
            for (double level : noise) assertThat(level).isBetween(0.0, 255.0);
            if (newHeight <= height && newWidth <= width)
                assertThat(Arrays.stream(noise).average().orElseThrow()).isCloseTo(sum / height / width, within(1e-9));
        }
    }

    @Test
    void growingInterpolatesBetweenCenters() {
        double[] grown = new double[4];
        new ImageResizer(1, 2, 1, 4, grown).add(new double[] {0, 100});
        assertThat(grown).containsExactly(0, 25, 75, 100);
        new ImageResizer(1, 4, 1, 4, grown).add(new double[] {1, 2, 3, 4});
        assertThat(grown).containsExactly(1, 2, 3, 4);
    }

    @Test
    void labelsAreFoldersPrefixesOrAFile(@TempDir Path other) throws IOException {
        for (String name : List.of("ann/x/KA1.pgm", "ann/KB2.pgm", "bob/YM3.pgm")) pgm(dir.resolve(name), 1, 1, 255, 5);
        Path file = Files.writeString(other.resolve("labels.txt"), "u\nv\nw\n");
        assertThat(labels("folder")).containsExactly("ann", "ann", "bob");
        assertThat(labels("prefix:2")).containsExactly("KB", "KA", "YM");
        assertThat(labels(file.toString())).containsExactly("u", "v", "w");
        assertRefused(() -> labels("prefix:4"))
                .hasMessageContaining("the name of ann/KB2.pgm has fewer than 4 letters");
        assertRefused(() -> labels("folders")).hasMessageEndingWith("did you mean folder?");
        assertThatThrownBy(() -> labels("prefix:no"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'prefix:no'");
        pgm(dir.resolve("c.pgm"), 1, 1, 255, 5);
        assertRefused(() -> labels("folder")).hasMessageContaining("c.pgm is in no subfolder");
    }

    private List<String> labels(String from) {
        try (Dataset data = Datasets.read(dir, ReadOptions.plain().withLabels(from))) {
            return data.labels().orElseThrow();
        }
    }

    @Test
    void hashIsThatOfTheOutputOfSha256sum() throws IOException, NoSuchAlgorithmException {
        StringBuilder printed = new StringBuilder();
        MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
        long bytes = 0;
        for (String name : List.of("1.pgm", "2.pgm", "10.pgm")) {
            pgm(dir.resolve(name), 1, 1, 255, name.length());
            byte[] content = Files.readAllBytes(dir.resolve(name));
            bytes += content.length;
            printed.append(HexFormat.of().formatHex(sha256.digest(content))).append("  " + name + "\n");
        }
        String hash = HexFormat.of().formatHex(sha256.digest(printed.toString().getBytes(StandardCharsets.UTF_8)));
        try (Dataset data = read()) {
            assertThat(data.source().sha256()).isEqualTo(hash);
            assertThat(data.source().bytes()).isEqualTo(bytes);
            assertThat(data.source().path()).isEqualTo(dir.toString());
        }
    }

    @Test
    void manyImagesKeepTheirColumns() {
        int n = 300;
        for (int j = 0; j < n; j++) {
            int[] levels = new int[100 * 100];
            Arrays.fill(levels, j % 256);
            levels[j] = 255 - j % 256;
            pgm(dir.resolve(j + ".pgm"), 100, 100, 255, levels);
        }
        try (Dataset data = read()) {
            for (int j = 0; j < n; j++) {
                assertThat(data.X().get(j, j)).isEqualTo(255 - j % 256);
                assertThat(data.X().get(9999, j)).isEqualTo(j % 256);
                assertThat(data.X().get(5000, j)).isEqualTo(j % 256);
            }
        }
    }

    @Test
    void firstDamagedImageIsNamed() throws IOException {
        pgm(dir.resolve("a.pgm"), 1, 2, 255, 5, 6);
        BufferedImage picture = new BufferedImage(2, 1, BufferedImage.TYPE_BYTE_GRAY);
        Path broken = write("b.png", picture);
        Files.write(broken, Arrays.copyOf(Files.readAllBytes(broken), 45));
        Files.copy(broken, dir.resolve("c.png"));
        assertRefused(this::read).hasMessageContaining("b.png: cannot be decoded (");
        Files.writeString(broken, "this is a text");
        assertRefused(this::read).hasMessageContaining("b.png: is not a PNG");
        Files.write(broken, new byte[0]);
        assertRefused(this::read).hasMessageContaining("b.png: is not a PNG");
    }

    @ParameterizedTest
    @ValueSource(strings = {"png", "jpg", "bmp", "tif", "pgm"})
    void truncatedImageIsRefused(String ending) throws IOException {
        BufferedImage picture = new BufferedImage(200, 200, BufferedImage.TYPE_BYTE_GRAY);
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 40000; i++) picture.getRaster().setSample(i % 200, i / 200, 0, random.nextInt(256));
        Path file = write("a." + ending, picture);
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length / 2));
        assertRefused(this::read).hasMessageContaining("a." + ending + ": cannot be decoded (");
    }

    @Test
    void impossibleSizeIsRefusedBeforeDecoding() throws IOException {
        Files.writeString(dir.resolve("a.pgm"), "P5\n100000 100000\n255\n");
        assertRefused(this::read)
                .hasMessageContaining("a.pgm: announces 100000 x 100000 pixels (height x width); at most");
        Files.delete(dir.resolve("a.pgm"));
        Path png = write("a.png", new BufferedImage(2, 1, BufferedImage.TYPE_BYTE_GRAY));
        byte[] bytes = Files.readAllBytes(png);
        ByteBuffer.wrap(bytes).putInt(16, 100000).putInt(20, 100000);
        Files.write(png, bytes);
        assertRefused(this::read).hasMessageContaining("a.png: ");
    }

    @Test
    void folderWithoutImagesIsRefused() throws IOException {
        assertRefused(this::read).hasMessageContaining("is a folder with neither pictures");
        pgm(dir.resolve("a.pgm"), 1, 1, 255, 1);
        assertThat(new ImageFolderReader().supports(dir)).isTrue();
        Files.writeString(dir.resolve("matrix.mtx"), "");
        assertThat(new ImageFolderReader().supports(dir)).isFalse();
        assertThat(new ImageFolderReader().supports(dir.resolve("a.pgm"))).isFalse();
    }
}
