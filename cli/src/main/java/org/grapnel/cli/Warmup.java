package org.grapnel.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.grapnel.options.console.Interruption;
import org.grapnel.studio.Studio;
import org.grapnel.studio.StudioSettings;

/**
 * Runs the usual commands on a small table, so that Java lists the classes they load. The launcher makes its class
 * archive from this list.
 */
final class Warmup {
    private Warmup() {}

    /** @param args an existing folder for the files of the commands */
    public static void main(String[] args) {
        Path folder = Path.of(args[0]);
        String data = folder.resolve("data.csv").toString();
        String run = folder.resolve("run").toString();
        List<List<String>> commands = List.of(
                List.of("data", "synthetic", "-o", data, "--samples", "60", "--features", "12", "--noise", "4"),
                List.of("data", "describe", data),
                List.of("fit", "--help"),
                List.of("fit", data, "--labels", "class", "--clusters", "3", "--keep", "6", "-o", run),
                List.of(
                        "transform",
                        run,
                        data,
                        "--labels",
                        "class",
                        "-o",
                        folder.resolve("new.csv").toString()),
                List.of(
                        "select",
                        data,
                        "--labels",
                        "class",
                        "--keep",
                        "6",
                        "-o",
                        folder.resolve("chosen").toString()));
        for (List<String> words : commands) {
            StringWriter printed = new StringWriter();
            PrintWriter out = new PrintWriter(printed);
            int code = Main.run(out, out, new Interruption(), words.toArray(String[]::new));
            if (code != 0) throw new IllegalStateException(String.join(" ", words) + ": " + printed);
        }
        openStudio(folder.resolve("studio"));
        Main.main(new String[] {"--help"}); // the last one, because it exits
    }

    /** Starts a studio and asks for one page. */
    private static void openStudio(Path folder) {
        try (Studio studio = Studio.start(StudioSettings.of(folder, List::of, Map::of));
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), studio.port())) {
            String request = "GET /api/runs HTTP/1.1\r\nHost: 127.0.0.1:" + studio.port() + "\r\nAuthorization: Bearer "
                    + studio.token() + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            socket.getInputStream().readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
