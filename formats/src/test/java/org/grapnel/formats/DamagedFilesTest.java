package org.grapnel.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import javax.imageio.ImageIO;
import org.grapnel.data.DataException;
import org.grapnel.formats.ReadOptions.ImageSize;
import org.grapnel.formats.mtx.MatrixMarketFile;
import org.grapnel.formats.parquet.ParquetReaderTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files with {@link DamagedCopies} are read, or refused with their name. */
class DamagedFilesTest {
    @TempDir
    Path dir;

    private void damage(String name, byte[] whole, Consumer<Path> read) throws IOException {
        Path file = dir.resolve(name);
        damage(file, whole, file, read);
    }

    /** @param read the path that is read and named in a refusal: the file, or its folder */
    private static void damage(Path file, byte[] whole, Path read, Consumer<Path> reader) throws IOException {
        int round = 0;
        for (byte[] bytes :
                DamagedCopies.create(whole, file.getFileName().toString().hashCode())) {
            Files.write(file, bytes);
            Throwable thrown = catchThrowable(() -> reader.accept(read));
            if (thrown != null)
                assertThat(thrown)
                        .as("round %d", round)
                        .isInstanceOf(DataException.class)
                        .hasMessageStartingWith(read.toString());
            round++;
        }
    }

    private static void readData(Path file) {
        Datasets.read(file, ReadOptions.plain()).close();
        Datasets.read(file, ReadOptions.plain().withFeaturesInRows()).close();
    }

    @Test
    void damagedNpyIsReadOrRefused() throws IOException {
        String dictionary = "{'descr': '<i8', 'fortran_order': False, 'shape': (2, 3), }\n";
        damage("data.npy", TestFiles.npy(1, dictionary, new byte[48]), DamagedFilesTest::readData);
        damage("data.npy", TestFiles.npy(2, dictionary, new byte[48]), DamagedFilesTest::readData);
    }

    @Test
    void damagedCsvIsReadOrRefused() throws IOException {
        byte[] table = ",a,\"b,c\",d\nx,1,2,3\ny,4.5,1e-7,nan\n".getBytes(StandardCharsets.UTF_8);
        damage("data.csv", table, DamagedFilesTest::readData);
    }

    @Test
    void damagedGzipIsReadOrRefused() throws IOException {
        byte[] packed = Files.readAllBytes(TestFiles.text(dir, "whole.csv.gz", "a,b\n1,2\n" + "3,4\n".repeat(20)));
        damage("data.csv.gz", packed, DamagedFilesTest::readData);
    }

    @Test
    void damagedGraphsAreReadOrRefused() throws IOException {
        byte[] matrix = "%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n2 1 0.5\n3 2 1\n"
                .getBytes(StandardCharsets.UTF_8);
        byte[] edges = "i,j,weight\n0,1,0.5\n1,0,0.5\n1,2,1\n".getBytes(StandardCharsets.UTF_8);
        damage("graph.mtx", matrix, MatrixMarketFile::readGraph);
        damage("edges.csv", edges, file -> GraphReader.read(file, 3));
    }

    private static void readOnce(Path file) {
        Datasets.read(file, ReadOptions.plain()).close();
    }

    @Test
    void damagedNpzIsReadOrRefused() throws IOException {
        for (String name : List.of("plain.npz", "packed.npz", "csr.npz", "csc.npz", "coo.npz", "objects.npz"))
            damage(name, Files.readAllBytes(TestFiles.fixture(name)), DamagedFilesTest::readData);
        damage(
                "labelled.npz",
                Files.readAllBytes(TestFiles.fixture("plain.npz")),
                file -> Datasets.read(file, ReadOptions.plain().withLabels("words"))
                        .close());
    }

    @Test
    void damagedMatrixMarketIsReadOrRefused() throws IOException {
        for (String name : List.of("coordinate.mtx", "array.mtx"))
            damage(name, Files.readAllBytes(TestFiles.fixture(name)), DamagedFilesTest::readData);
        byte[] lines = "%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n3\n".getBytes(StandardCharsets.UTF_8);
        damage("symmetric.mtx", lines, DamagedFilesTest::readData);
    }

    @Test
    void damagedSvmAndArffAreReadOrRefused() throws IOException {
        damage("one.svm", Files.readAllBytes(TestFiles.fixture("one.svm")), DamagedFilesTest::readOnce);
        String head = "@relation r\n@attribute 'a b' real\n@attribute c {x,'y z'}\n@data\n";
        for (String samples : List.of("1,x\n?,'y z'\n% no\n3,x\n", "{0 1,1 x}\n{1 'y z'}\n{}\n"))
            damage(
                    "data.arff",
                    (head + samples).getBytes(StandardCharsets.UTF_8),
                    file -> Datasets.read(file, ReadOptions.plain().withLabels("c"))
                            .close());
    }

    @Test
    void damagedTenxFolderIsReadOrRefused() throws IOException {
        for (String name : List.of("matrix.mtx.gz", "features.tsv.gz", "barcodes.tsv.gz"))
            Files.copy(TestFiles.fixture("tenx").resolve(name), dir.resolve(name));
        for (String name : List.of("matrix.mtx.gz", "features.tsv.gz", "barcodes.tsv.gz")) {
            byte[] whole = Files.readAllBytes(dir.resolve(name));
            damage(dir.resolve(name), whole, dir, DamagedFilesTest::readOnce);
            Files.write(dir.resolve(name), whole);
        }
    }

    @Test
    void damagedParquetIsReadOrRefused() throws IOException {
        for (String name : List.of("none", "zstd", "delta", "index")) {
            byte[] whole = Files.readAllBytes(ParquetReaderTest.table(dir, name));
            damage(
                    "data.parquet",
                    whole,
                    file -> Datasets.read(
                                    file,
                                    name.equals("index")
                                            ? ReadOptions.plain()
                                            : ReadOptions.plain().withLabels("kind"))
                            .close());
        }
    }

    @Test
    void damagedImagesAreReadOrRefused() throws IOException {
        BufferedImage picture = new BufferedImage(9, 7, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < 7; y++) for (int x = 0; x < 9; x++) picture.setRGB(x, y, 0x102030 * (x + 1) + y);
        ReadOptions small = ReadOptions.plain().withResize(new ImageSize(4, 5)); // damage may change the size
        for (String ending : List.of("png", "jpg", "bmp", "tif", "ppm")) {
            Path folder = Files.createDirectory(dir.resolve(ending));
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            assertThat(ImageIO.write(picture, ending, bytes)).as(ending).isTrue();
            damage(
                    ending + "/data." + ending,
                    bytes.toByteArray(),
                    file -> Datasets.read(folder, small).close());
        }
    }
}
