package org.grapnel.studio;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.grapnel.runs.resume.Directories;
import org.grapnel.studio.folder.FreeSpace;
import org.grapnel.studio.folder.StudioFolder;
import org.grapnel.studio.folder.Uploads;
import org.grapnel.studio.http.StudioParts;
import org.grapnel.studio.http.StudioServer;
import org.grapnel.studio.http.Token;
import org.grapnel.studio.job.HelperWorker;
import org.grapnel.studio.job.JobQueue;
import org.grapnel.studio.job.RunList;
import org.grapnel.studio.job.RunRecords;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The server of a studio for requests of a fuzzer. Runs wait for ever, and shutting down does nothing. Beside the folder lies a secret, to
 * which links in the folder lead.
 */
final class FuzzedStudio implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 20_000;

    /** The room for uploads: an archive may grow, but a fuzzer must not fill the disk. */
    private static final long ROOM = 8 << 20;

    private static final Pattern STATUS = Pattern.compile("(?m)^HTTP/1\\.1 ([0-9]{3})");
    private static final String STREAM = "Content-Type: text/event-stream";

    private final Path above;
    private final Path folder;
    private final HelperWorker helper;
    private final String secret = Token.create().text();
    private Token token = Token.create();
    private StudioServer server;
    private String files;

    /** @param above a folder for the secret and the folder of the studio */
    FuzzedStudio(Path above) throws IOException {
        this.above = above.toRealPath();
        folder = this.above.resolve("folder");
        helper = new HelperWorker(FakeWorker::command, folder);
        Files.writeString(above.resolve("secret.csv"), secret);
        fill();
        server = serve();
        files = files();
    }

    private void fill() throws IOException {
        Path run = Files.createDirectories(folder.resolve("run"));
        Files.writeString(folder.resolve("x.csv"), "quick\n1\n");
        Files.writeString(folder.resolve("edges.csv"), "i,j,weight\n0,1,1\n");
        Files.writeString(run.resolve("summary.json"), "{\"model\": \"gnmf\", \"rank\": 2, \"samples\": 1}");
        Files.writeString(run.resolve("trace.csv"), "iteration,objective,seconds\n0,1.5,0.1\n");
        Files.writeString(run.resolve("report.html"), "<!doctype html>");
        Files.createSymbolicLink(folder.resolve("link.csv"), above.resolve("secret.csv"));
        Files.createSymbolicLink(folder.resolve("linked"), above);
        Files.createSymbolicLink(run.resolve("secret.csv"), above.resolve("secret.csv"));
    }

    private StudioServer serve() throws IOException {
        StudioFolder opened = StudioFolder.open(folder);
        FreeSpace space = () -> FreeSpace.RESERVE + ROOM;
        RunRecords records = RunRecords.read(opened);
        Supplier<Map<String, CommandSpec>> commands = TestCommands::all;
        JobQueue queue = new JobQueue(opened, records, FakeWorker::command, commands);
        token = Token.create();
        return StudioServer.start(
                0,
                token,
                new StudioParts(
                        opened,
                        new Uploads(opened, space),
                        queue,
                        new RunList(opened, records, queue),
                        helper,
                        commands,
                        1,
                        () -> {}));
    }

    /** Whether the fuzzer has guessed the secret, with which it may make an answer that seems to leak it. */
    boolean isGuessed(String text) {
        return text.contains(secret);
    }

    String host() {
        return "127.0.0.1:" + server.port();
    }

    String token() {
        return token.text();
    }

    /** Sends bytes and ends the stream; returns all that the server answers, one character a byte. */
    String exchange(byte[] request) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            try {
                socket.getOutputStream().write(request);
                socket.shutdownOutput();
            } catch (IOException e) {
                // the server has refused the beginning; its answer is below
            }
            return read(socket.getInputStream());
        } catch (SocketTimeoutException e) {
            throw new AssertionError("no end of the answer within " + PATIENCE_MILLIS + " ms", e);
        } catch (IOException e) {
            throw new AssertionError("the server cannot be reached", e);
        }
    }

    private static String read(InputStream in) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] chunk = new byte[1 << 14];
        try {
            for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
                all.write(chunk, 0, n);
                boolean isEndless = all.toString(StandardCharsets.ISO_8859_1).contains(STREAM);
                if (isEndless) break;
            }
        } catch (SocketTimeoutException e) {
            throw e;
        } catch (IOException e) {
            // the server has closed the connection before it read all
        }
        return all.toString(StandardCharsets.ISO_8859_1);
    }

    /** The status of each answer. */
    static List<Integer> statuses(String answers) {
        return STATUS.matcher(answers)
                .results()
                .map((MatchResult found) -> Integer.valueOf(found.group(1)))
                .toList();
    }

    /** The names and sizes of all files, without what links lead to. */
    private String files() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.map(path -> path + " " + size(path))
                    .collect(Collectors.toCollection(TreeSet::new))
                    .toString();
        }
    }

    private static long size(Path path) {
        try {
            return Files.isRegularFile(path) ? Files.size(path) : -1;
        } catch (IOException e) {
            return -2;
        }
    }

    /** Requires that the answers are sound, and nothing but the folder was read or written; then puts the folder right. */
    void check(String answers, boolean isAllowed) {
        try {
            for (int status : statuses(answers))
                if (status == 500 || status < 100) throw new AssertionError("status " + status + ": " + answers);
            if (answers.contains(secret)) throw new AssertionError("reads outside of the folder: " + answers);
            if (!Files.readString(above.resolve("secret.csv")).equals(secret))
                throw new AssertionError("writes outside of the folder");
            try (Stream<Path> all = Files.list(above)) {
                if (all.count() != 2) throw new AssertionError("makes a file outside of the folder");
            }
            String now = files();
            if (now.equals(files)) return;
            if (!isAllowed) throw new AssertionError("changes files without the token: " + now);
            reset();
        } catch (IOException e) {
            throw new AssertionError("the folder is damaged", e);
        }
    }

    private void reset() throws IOException {
        server.close();
        List<Path> entries;
        try (Stream<Path> all = Files.list(folder)) {
            entries = all.toList();
        }
        for (Path entry : entries) {
            if (Files.isDirectory(entry) && !Files.isSymbolicLink(entry)) Directories.deleteTree(entry);
            else Files.delete(entry);
        }
        fill();
        server = serve();
        files = files();
    }

    @Override
    public void close() throws IOException {
        server.close();
        helper.close();
    }
}
