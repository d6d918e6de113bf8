package org.grapnel.studio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No address names a file outside of the folder or in the studio's own state. */
@Tag("once")
class PathTest {
    private static final List<String> TRICKS = List.of(
            "..",
            ".",
            "../secret.csv",
            "..%2fsecret.csv",
            "..%2Fsecret.csv",
            "%2e%2e%2fsecret.csv",
            "%2e%2e/secret.csv",
            ".%2e/secret.csv",
            "..%5csecret.csv",
            "..\\secret.csv",
            "%252e%252e%252fsecret.csv",
            "..%252fsecret.csv",
            "..%c0%afsecret.csv",
            "%c0%ae%c0%ae%c0%afsecret.csv",
            "..%e0%80%afsecret.csv",
            "..%f0%80%80%afsecret.csv",
            "..%ef%bc%8fsecret.csv",
            "..;/secret.csv",
            ";/../secret.csv",
            "%00secret.csv",
            "secret.csv%00",
            "x.csv%00.png",
            "x.csv%0d%0aX:y",
            "%2fetc%2fpasswd",
            "/etc/passwd",
            "//etc/passwd",
            "file:%2f%2f%2fetc%2fpasswd",
            "C:%5cWindows%5cwin.ini",
            "C:secret.csv",
            "~",
            "~root",
            ".studio",
            ".studio%2flock",
            ".studio/lock",
            "link.csv",
            "linked/secret.csv",
            "linked%2fsecret.csv",
            "inner-link.csv",
            "run/..%2f..%2fsecret.csv",
            "CON",
            "nul.csv",
            "x.csv.partial",
            "x.csv%20",
            "x.csv.",
            "-o",
            "%zz",
            "%u002e%u002e",
            "%ff%fe",
            "x%7fcsv",
            "\u0001x.csv");

    @TempDir
    Path above;

    private Path folder;
    private StudioFixture studio;

    @BeforeEach
    void start() throws IOException {
        folder = Files.createDirectory(above.resolve("folder"));
        Files.writeString(above.resolve("secret.csv"), "secret\n");
        Files.writeString(folder.resolve("x.csv"), "quick\n");
        Path run = Files.createDirectory(folder.resolve("run"));
        Files.writeString(run.resolve("summary.json"), "{}");
        try {
            Files.createSymbolicLink(folder.resolve("link.csv"), above.resolve("secret.csv"));
            Files.createSymbolicLink(folder.resolve("inner-link.csv"), folder.resolve("x.csv"));
            Files.createSymbolicLink(folder.resolve("linked"), above);
            Files.createSymbolicLink(run.resolve("secret.csv"), above.resolve("secret.csv"));
        } catch (IOException | UnsupportedOperationException e) {
            assumeTrue(false, "no symbolic links here: " + e);
        }
        studio = StudioFixture.start(folder);
    }

    @AfterEach
    void end() {
        if (studio != null) studio.close();
    }

    private String files() throws IOException {
        try (Stream<Path> all = Files.walk(above)) {
            return all.filter(path -> !path.toString().contains(".studio"))
                    .collect(Collectors.toCollection(TreeSet::new))
                    .toString();
        }
    }

    @Test
    void noTrickReadsWritesOrRemoves() throws IOException {
        String before = files();
        for (String trick : TRICKS) {
            for (String request : List.of(
                    "GET /api/data/" + trick + "/describe",
                    "DELETE /api/data/" + trick,
                    "DELETE /api/runs/" + trick,
                    "GET /api/runs/" + trick,
                    "GET /api/runs/run/files/" + trick,
                    "GET /api/runs/" + trick + "/files/secret.csv",
                    "GET /api/runs/" + trick + "/explore",
                    "GET /page/" + trick,
                    "GET /view/" + trick,
                    "GET /" + trick)) {
                String[] words = request.split(" ", 2);
                HttpAnswer answer = studio.send(words[0], words[1]);
                if (words[1].startsWith("/api/runs/.") && answer.status() == 200 && trick.equals(".")) continue;
                assertThat(answer.status()).as(request).isBetween(400, 499);
                assertThat(answer.body()).as(request).doesNotContain("root:", "\"secret", "at org.");
            }
            for (String request :
                    List.of("/api/data/" + trick, "/api/data/" + trick + "?replace=true", "/api/data/new/" + trick)) {
                // plain names in a folder that is new, which holds no links
                if (request.startsWith("/api/data/new/") && trick.matches("(inner-)?link\\.csv|linked/secret\\.csv"))
                    continue;
                HttpAnswer put = studio.send("PUT", request, "evil\n".getBytes(StandardCharsets.US_ASCII));
                assertThat(put.status()).as("PUT " + request).isBetween(400, 499);
            }
        }
        assertThat(files()).isEqualTo(before);
        assertThat(above.resolve("secret.csv")).hasContent("secret");
        assertThat(folder.resolve("x.csv")).hasContent("quick");
    }

    @Test
    void noTrickIsTakenInARequest() throws IOException {
        String before = files();
        for (String trick : TRICKS) {
            // plain names with odd signs, since nothing decodes a name in JSON
            if (List.of("%zz", "%ff%fe", "x%7fcsv", "..%e0%80%afsecret.csv").contains(trick))
                continue; // plain names with odd signs
            for (Map<String, ?> body : List.of(
                    Map.of("data", trick, "command", "fit"),
                    Map.of("data", "x.csv", "command", "fit", "name", trick),
                    Map.of("data", "x.csv", "command", "transform", "run", trick),
                    Map.of("data", "x.csv", "command", "fit", "options", Map.of("graph", trick)))) {
                HttpAnswer answer = studio.send("POST", "/api/runs", body);
                assertThat(answer.status()).as(body + answer.body()).isIn(400, 404, 409);
            }
        }
        assertThat(studio.send("POST", "/api/tickets", Map.of("run", "run", "name", "../../secret.csv"))
                        .status())
                .isEqualTo(400);
        assertThat(studio.send("POST", "/api/tickets", Map.of("run", "..", "name", "secret.csv"))
                        .status())
                .isEqualTo(400);
        assertThat(studio.send("POST", "/api/tickets", Map.of("run", "run", "name", "secret.csv"))
                        .status())
                .isEqualTo(400);
        assertThat(above.resolve("secret.csv")).hasContent("secret");
        assertThat(before).doesNotContain("evil");
    }

    @Test
    void namesWithSignsOfOtherLanguagesWork() throws IOException {
        for (String name : List.of("Zellen ä.csv", "細胞.csv", "50%.csv", "a+b&c.csv", "@x.csv", "a#b.csv", "<b>.csv")) {
            String path = "/api/data/"
                    + URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
            HttpAnswer answer = studio.send("PUT", path, "quick\n".getBytes(StandardCharsets.US_ASCII));
            if (name.contains("<")) assertThat(answer.status()).isEqualTo(400);
            else {
                assertThat(answer.status()).as(name).isEqualTo(201);
                assertThat(folder.resolve(name)).exists();
            }
        }
    }
}
