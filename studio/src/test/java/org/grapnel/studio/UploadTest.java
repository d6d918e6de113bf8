package org.grapnel.studio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.grapnel.studio.folder.FreeSpace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("once")
class UploadTest {
    @TempDir
    Path above;

    private Path folder;
    private StudioFixture studio;
    private final AtomicLong free = new AtomicLong(FreeSpace.RESERVE + (1L << 40));

    @BeforeEach
    void start() throws IOException {
        folder = Files.createDirectory(above.resolve("folder"));
        studio = StudioFixture.start(folder, free::get);
    }

    @AfterEach
    void end() {
        studio.close();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void assertNothingIsLeft() throws IOException {
        assertThat(folder.resolve(".studio").resolve("uploads")).isEmptyDirectory();
    }

    @Test
    void fileArrivesWhole() throws IOException {
        HttpAnswer answer = studio.send("PUT", "/api/data/x.csv", bytes("a,b\n1,2\n"));
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.json()).containsEntry("name", "x.csv").containsEntry("bytes", 8);
        assertThat(folder.resolve("x.csv")).hasContent("a,b\n1,2");
        assertNothingIsLeft();
    }

    @Test
    void existingFileStaysUnlessItIsReplaced() throws IOException {
        studio.send("PUT", "/api/data/x.csv", bytes("old"));
        HttpAnswer refused = studio.send("PUT", "/api/data/x.csv", bytes("new"));
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.error()).isEqualTo("'x.csv' exists already; choose another name, or replace it");
        assertThat(folder.resolve("x.csv")).hasContent("old");
        assertThat(studio.send("PUT", "/api/data/x.csv?replace=true", bytes("new"))
                        .status())
                .isEqualTo(201);
        assertThat(folder.resolve("x.csv")).hasContent("new");
        assertThat(studio.send("DELETE", "/api/data/x.csv").status()).isEqualTo(204);
        assertThat(folder.resolve("x.csv")).doesNotExist();
        assertNothingIsLeft();
    }

    @Test
    void brokenUploadLeavesNothing() throws Exception {
        for (String head :
                List.of("Content-Length: 1000000\r\n\r\nabc", "Transfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n")) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), studio.port())) {
                socket.getOutputStream().write(bytes(studio.head("PUT", "/api/data/half.csv") + head));
                socket.getOutputStream().flush();
                for (int i = 0; i < 3000 && uploads() == 0; i++) Thread.sleep(20);
                assertThat(uploads()).isPositive();
            }
        }
        for (int i = 0; i < 3000 && uploads() > 0; i++) Thread.sleep(20);
        assertNothingIsLeft();
        assertThat(folder.resolve("half.csv")).doesNotExist();
    }

    private int uploads() throws IOException {
        try (var all = Files.list(folder.resolve(".studio").resolve("uploads"))) {
            return (int) all.count();
        }
    }

    @Test
    void announcedLengthIsCheckedFirst() throws IOException {
        free.set(FreeSpace.RESERVE + 1000);
        HttpAnswer answer = HttpAnswer.send(
                studio.port(), studio.head("PUT", "/api/data/x.csv") + "Content-Length: 2000\r\n\r\nab");
        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.error())
                .isEqualTo("the file has 2000 bytes, but the disk has room for 1000; free some space");
        assertNothingIsLeft();
    }

    @Test
    void fullDiskEndsAnUpload() throws IOException {
        free.set(FreeSpace.RESERVE + (1 << 20));
        StringBuilder body =
                new StringBuilder(studio.head("PUT", "/api/data/x.csv") + "Transfer-Encoding: chunked\r\n\r\n");
        String chunk = "x".repeat(1 << 16);
        for (int i = 0; i < 40; i++) body.append("10000\r\n").append(chunk).append("\r\n");
        HttpAnswer answer = HttpAnswer.send(studio.port(), body + "0\r\n\r\n");
        assertThat(answer.status()).isIn(507, 0);
        assertThat(folder.resolve("x.csv")).doesNotExist();
    }

    @Test
    void unknownEndingsAreRefused() throws IOException {
        assertThat(studio.send("PUT", "/api/data/x.exe", bytes("x")).error())
                .startsWith("'x.exe' has no ending that Grapnel reads; allowed are .csv");
    }

    @Test
    void leftUploadsAreRemovedAtTheStart() throws IOException {
        studio.close();
        Files.writeString(folder.resolve(".studio/uploads/upload-1"), "half");
        studio = StudioFixture.start(folder);
        assertNothingIsLeft();
    }

    /** A picture of one dot. */
    private static byte[] picture() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        javax.imageio.ImageIO.write(
                new java.awt.image.BufferedImage(2, 2, java.awt.image.BufferedImage.TYPE_BYTE_GRAY), "png", out);
        return out.toByteArray();
    }

    private static byte[] zip(Map<String, byte[]> files) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue());
            }
        }
        return out.toByteArray();
    }

    @Test
    void zipOfPicturesBecomesAFolderWithItsClasses() throws IOException {
        byte[] dot = picture();
        byte[] zip = zip(Map.of(
                "all/cat/1.png", dot, "all/dog/2.png", dot, "__MACOSX/all/cat/._1.png", dot, "all/.DS_Store", dot));
        HttpAnswer answer = studio.send("PUT", "/api/data/pets.zip", zip);
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        assertThat(answer.json()).containsEntry("name", "pets");
        assertThat(folder.resolve("pets/cat/1.png")).exists();
        assertThat(folder.resolve("pets/dog/2.png")).exists();
        assertThat(folder.resolve("pets/.DS_Store")).doesNotExist();
        assertThat(studio.get("/api/data").body()).contains("\"name\":\"pets\"", "\"kind\":\"folder\"");
        assertNothingIsLeft();
    }

    @Test
    void dangerousZipsAreRefusedAndLeaveNothing() throws IOException {
        byte[] dot = picture();
        byte[] link = zip(Map.of("a.png", dot));
        markAsLink(link);
        for (byte[] zip : List.of(
                zip(Map.of("../evil.png", dot)),
                zip(Map.of("a/../../evil.png", dot)),
                zip(Map.of("/evil.png", dot)),
                zip(Map.of("..\\evil.png", dot)),
                zip(Map.of("C:\\evil.png", dot)),
                zip(Map.of("a/b/c/d/e/f/g.png", dot)),
                zip(Map.of("inner.zip", zip(Map.of("a.png", dot)))),
                zip(Map.of("nul.png", dot)),
                zip(Map.of("notes.txt.doc", bytes("none"))),
                bytes("no zip at all"),
                new byte[0],
                link)) {
            HttpAnswer answer = studio.send("PUT", "/api/data/pets.zip", zip);
            assertThat(answer.status()).as(answer.body()).isEqualTo(400);
            assertThat(folder.resolve("pets")).doesNotExist();
            assertThat(above.resolve("evil.png")).doesNotExist();
            assertNothingIsLeft();
        }
    }

    /** Writes the type of a symbolic link into the only entry of the central directory. */
    private static void markAsLink(byte[] zip) {
        ByteBuffer bytes = ByteBuffer.wrap(zip).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < zip.length - 46; i++)
            if (bytes.getInt(i) == 0x02014b50) bytes.putInt(i + 38, 0120777 << 16);
    }

    @Test
    void zipThatGrowsTooLargeIsRefused() throws IOException {
        free.set(FreeSpace.RESERVE + (4 << 20));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry("a.png"));
            byte[] zeros = new byte[1 << 20];
            for (int i = 0; i < 20; i++) zip.write(zeros);
        }
        HttpAnswer answer = studio.send("PUT", "/api/data/bomb.zip", out.toByteArray());
        assertThat(answer.status()).isEqualTo(413);
        assertThat(folder.resolve("bomb")).doesNotExist();
        assertNothingIsLeft();
    }

    @Test
    void folderArrivesFileByFile() throws IOException {
        byte[] dot = picture();
        assertThat(studio.send("PUT", "/api/data/pets/1.png", dot).status()).isEqualTo(201);
        assertThat(studio.send("PUT", "/api/data/pets/cat/2.png", dot).status()).isEqualTo(201);
        assertThat(folder.resolve("pets")).doesNotExist();
        assertThat(studio.send("POST", "/api/data/pets/complete").status()).isEqualTo(201);
        assertThat(folder.resolve("pets/1.png")).exists();
        assertThat(studio.send("POST", "/api/data/pets/complete").status()).isEqualTo(409);
        assertThat(studio.send("POST", "/api/data/none/complete").status()).isEqualTo(404);
    }

    private int status(String method, String path, byte[] body) throws IOException {
        return studio.send(method, "/api/data/" + path, body).status();
    }

    private String begin(String name) throws IOException {
        HttpAnswer begun = studio.send("POST", "/api/data/" + name + "/begin");
        assertThat(begun.status()).as(begun.body()).isEqualTo(201);
        return String.valueOf(begun.json().get("upload"));
    }

    @Test
    void cancelledUploadIsNotPartOfTheNextOneOfItsName() throws IOException {
        byte[] dot = picture();
        status("PUT", "pets/A/a.png", dot);
        status("PUT", "pets/B/old.png", dot);
        assertThat(status("DELETE", "pets/parts", new byte[0])).isEqualTo(204);
        assertNothingIsLeft();
        assertThat(studio.send("POST", "/api/data/pets/complete").status()).isEqualTo(404);
        status("PUT", "pets/A/a1.png", dot);
        assertThat(status("POST", "pets/complete", new byte[0])).isEqualTo(201);
        assertThat(folder.resolve("pets/A/a1.png")).exists();
        assertThat(folder.resolve("pets/A/a.png")).doesNotExist();
        assertThat(folder.resolve("pets/B")).doesNotExist();
        assertThat(status("DELETE", "pets/parts", new byte[0])).isEqualTo(204);
        assertThat(folder.resolve("pets/A/a1.png")).exists();
        assertNothingIsLeft();
    }

    @Test
    void uploadBeginsWithoutTheFilesOfAnEarlierOne() throws IOException {
        byte[] dot = picture();
        String first = begin("pets");
        assertThat(status("PUT", "pets/B/old.png?upload=" + first, dot)).isEqualTo(201);
        String second = begin("pets");
        assertThat(second).isNotEqualTo(first);
        HttpAnswer late = studio.send("PUT", "/api/data/pets/B/late.png?upload=" + first, dot);
        assertThat(late.status()).isEqualTo(409);
        assertThat(late.error()).isEqualTo("this upload of a folder has ended; send the folder again");
        assertThat(status("PUT", "pets/A/a1.png?upload=" + second, dot)).isEqualTo(201);
        assertThat(status("DELETE", "pets/parts?upload=" + first, new byte[0])).isEqualTo(204);
        assertThat(status("POST", "pets/complete?upload=" + first, new byte[0])).isEqualTo(409);
        assertThat(status("POST", "pets/complete?upload=" + second, new byte[0]))
                .isEqualTo(201);
        assertThat(folder.resolve("pets/A/a1.png")).exists();
        assertThat(folder.resolve("pets/B")).doesNotExist();
        assertNothingIsLeft();
    }

    @Test
    void fileThatIsStillOnItsWayIsNotPartOfTheNextUpload() throws Exception {
        byte[] dot = picture();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), studio.port())) {
            OutputStream out = socket.getOutputStream();
            String length = "Content-Length: " + dot.length + "\r\n\r\n";
            out.write(bytes(studio.head("PUT", "/api/data/pets/B/old.png") + length));
            out.write(dot, 0, dot.length - 1);
            out.flush();
            for (int i = 0; i < 3000 && uploads() == 0; i++) Thread.sleep(20);
            assertThat(status("DELETE", "pets/parts", new byte[0])).isEqualTo(204);
            status("PUT", "pets/A/a1.png", dot);
            out.write(dot, dot.length - 1, 1);
            out.flush();
            assertThat(HttpAnswer.read(socket.getInputStream()).status()).isEqualTo(409);
        }
        assertThat(status("POST", "pets/complete", new byte[0])).isEqualTo(201);
        assertThat(folder.resolve("pets/B")).doesNotExist();
        assertNothingIsLeft();
    }

    @Test
    void existingFolderStaysUnlessItIsReplaced() throws Exception {
        byte[] dot = picture();
        status("PUT", "pets/old.png", dot);
        status("POST", "pets/complete", new byte[0]);
        assertThat(status("PUT", "pets/new.png", dot)).isEqualTo(409);
        assertThat(status("PUT", "pets/new.png?replace=true", dot)).isEqualTo(201);
        assertThat(status("POST", "pets/complete", new byte[0])).isEqualTo(409);
        assertThat(folder.resolve("pets/old.png")).exists();
        assertThat(status("POST", "pets/complete?replace=true", new byte[0])).isEqualTo(201);
        assertThat(folder.resolve("pets/new.png")).exists();
        assertThat(folder.resolve("pets/old.png")).doesNotExist();
        assertNothingIsLeft();
        String run = studio.fit("quick");
        studio.await(run, "done");
        status("PUT", run + "/a.png?replace=true", dot);
        assertThat(studio.send("POST", "/api/data/" + run + "/complete?replace=true")
                        .error())
                .isEqualTo("'" + run + "' is a folder that holds no data, such as a run; choose another name");
        assertThat(folder.resolve(run).resolve("summary.json")).exists();
    }

    @Test
    void oneNameForAFileAndAFolderIsRefused() throws IOException {
        byte[] dot = picture();
        String reason = "'a' is the name of a file and of a folder; rename one of them";
        assertThat(studio.send("PUT", "/api/data/pets/a", dot).status()).isEqualTo(201);
        assertThat(studio.send("PUT", "/api/data/pets/a/1.png", dot).error()).isEqualTo(reason);
        assertThat(studio.send("PUT", "/api/data/pets/a/b/1.png", dot).error()).isEqualTo(reason);
        assertThat(studio.send("PUT", "/api/data/dogs/a/1.png", dot).status()).isEqualTo(201);
        assertThat(studio.send("PUT", "/api/data/dogs/a", dot).error()).isEqualTo(reason);
        for (List<String> names : List.of(List.of("a", "a/b/1.png"), List.of("a/1.png", "a"))) {
            Map<String, byte[]> files = new LinkedHashMap<>();
            names.forEach(name -> files.put(name, dot));
            HttpAnswer answer = studio.send("PUT", "/api/data/cats.zip", zip(files));
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.error()).isEqualTo(reason);
        }
    }

    @Test
    void slowUploadsDoNotKeepOthersWaiting() throws Exception {
        Socket[] slow = new Socket[10];
        try {
            for (int i = 0; i < slow.length; i++) {
                slow[i] = new Socket(InetAddress.getLoopbackAddress(), studio.port());
                OutputStream out = slow[i].getOutputStream();
                out.write(bytes(studio.head("PUT", "/api/data/slow" + i + ".csv") + "Content-Length: 1000\r\n\r\na"));
                out.flush();
            }
            assertThat(studio.send("PUT", "/api/data/fast.csv", bytes("a")).status())
                    .isEqualTo(201);
        } finally {
            for (Socket socket : slow) if (socket != null) socket.close();
        }
    }
}
