package org.grapnel.studio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("once")
class GuardTest {
    @TempDir
    static Path folder;

    private static StudioFixture studio;

    @BeforeAll
    static void start() throws IOException {
        studio = StudioFixture.start(folder);
    }

    @AfterAll
    static void end() {
        studio.close();
    }

    private static HttpAnswer ask(String path, String... headers) throws IOException {
        return HttpAnswer.send(
                studio.port(),
                "GET " + path + " HTTP/1.1\r\n" + String.join("\r\n", headers) + "\r\nConnection: close\r\n\r\n");
    }

    private static String token() {
        return "Authorization: Bearer " + studio.token();
    }

    @Test
    void ownAddressIsServed() throws IOException {
        for (String host : List.of("127.0.0.1:", "localhost:")) {
            assertThat(ask("/api/studio", "Host: " + host + studio.port(), token())
                            .status())
                    .isEqualTo(200);
            assertThat(ask(
                                    "/api/studio",
                                    "Host: " + host + studio.port(),
                                    token(),
                                    "Origin: http://" + host + studio.port())
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void foreignHostsAreRefusedBeforeTheToken() throws IOException {
        int port = studio.port();
        for (String host : List.of(
                "evil.example",
                "evil.example:" + port,
                "127.0.0.1",
                "localhost",
                "localhost:80",
                "127.0.0.1:" + (port == 65535 ? 1 : port + 1),
                "127.0.0.1.evil.example:" + port,
                "localhost.evil.example:" + port,
                "127.0.0.2:" + port,
                "0.0.0.0:" + port,
                "[::1]:" + port,
                "127.1:" + port,
                "2130706433:" + port,
                "0x7f000001:" + port,
                "localhost.:" + port,
                "evil@127.0.0.1:" + port,
                "127.0.0.1:0" + port,
                ""))
            for (String path : List.of("/", "/api/studio", "/page/d3.min.js")) {
                HttpAnswer answer = ask(path, "Host: " + host, token());
                assertThat(answer.status()).as(host + path).isIn(403, 400);
                assertThat(answer.body()).doesNotContain("version");
            }
    }

    @Test
    void missingAndRepeatedHostsAreRefused() throws IOException {
        String own = "Host: 127.0.0.1:" + studio.port();
        assertThat(ask("/api/studio", token()).status()).isIn(400, 403);
        assertThat(ask("/api/studio", own, own, token()).status()).isIn(400, 403);
        assertThat(ask("/api/studio", own, "Host: evil.example", token()).status())
                .isIn(400, 403);
        assertThat(ask("/api/studio", "Host: evil.example", own, token()).status())
                .isIn(400, 403);
        assertThat(ask("http://evil.example/api/studio", own, token()).status()).isIn(400, 403);
        assertThat(HttpAnswer.send(studio.port(), "GET /api/studio HTTP/1.0\r\n" + token() + "\r\n\r\n")
                        .status())
                .isIn(400, 403);
    }

    @Test
    void foreignOriginsAreRefused() throws IOException {
        String own = "Host: 127.0.0.1:" + studio.port();
        for (String origin : List.of(
                "null",
                "http://evil.example",
                "https://127.0.0.1:" + studio.port(),
                "http://127.0.0.1",
                "http://127.0.0.1:" + studio.port() + "/",
                "http://127.0.0.1:" + studio.port() + ".evil.example",
                "HTTP://127.0.0.1:" + studio.port(),
                "http://localhost:1",
                "file://",
                "")) {
            HttpAnswer answer = ask("/api/studio", own, token(), "Origin: " + origin);
            assertThat(answer.status()).as(origin).isEqualTo(403);
            assertThat(answer.headers()).doesNotContainKey("access-control-allow-origin");
        }
        assertThat(ask(
                                "/api/studio",
                                own,
                                token(),
                                "Origin: http://127.0.0.1:" + studio.port(),
                                "Origin: http://evil.example")
                        .status())
                .isIn(400, 403);
    }

    @Test
    void missingAndWrongTokensAreRefused() throws IOException {
        String own = "Host: 127.0.0.1:" + studio.port();
        String token = studio.token();
        assertThat(ask("/api/studio", own).status()).isEqualTo(401);
        for (String given : List.of(
                "Bearer",
                "Bearer ",
                "Bearer " + token.substring(1),
                "Bearer " + token + "A",
                "Bearer  " + token,
                "bearer " + token,
                "Basic " + token,
                token,
                "Bearer " + "A".repeat(43),
                "Bearer " + token.toLowerCase(java.util.Locale.ROOT)))
            assertThat(ask("/api/studio", own, "Authorization: " + given).status())
                    .as(given)
                    .isEqualTo(401);
        assertThat(ask("/api/studio?token=" + token, own).status()).isEqualTo(401);
        assertThat(ask("/api/studio", own, "Cookie: token=" + token).status()).isEqualTo(401);
        assertThat(ask("/api/nothing", own).status()).isEqualTo(401);
    }

    @Test
    void guessedTicketsOpenNothing() throws IOException {
        assertThat(ask("/view/" + "A".repeat(43) + "/report.html", "Host: 127.0.0.1:" + studio.port())
                        .status())
                .isEqualTo(404);
    }
}
