package org.grapnel.studio;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever bytes a studio reads, it answers or ends the connection, never with a fault of its own; nothing outside of its folder is read or
 * written, and without the token nothing in it is changed.
 */
@Tag("once")
class StudioFuzzTest {
    private static final String TOKEN = "@token";
    private static final String HOST = "@host";

    /** Ends a call. */
    private static final String NEXT = "\n====\n";

    private static final int MOST_CALLS = 8;

    @TempDir
    static Path above;

    private static FuzzedStudio studio;

    @BeforeAll
    static void start() throws IOException {
        studio = new FuzzedStudio(above);
    }

    @AfterAll
    static void end() throws IOException {
        studio.close();
    }

    /** The bytes of a connection, in which words stand for the host and the token. */
    @FuzzTest
    void studioRequests(byte[] bytes) {
        String text = text(bytes);
        if (studio.isGuessed(text)) return;
        boolean isAllowed = text.contains(TOKEN);
        String answers =
                studio.exchange(bytes(text.replace(TOKEN, studio.token()).replace(HOST, studio.host())));
        if (!isAllowed) assertThat(FuzzedStudio.statuses(answers)).doesNotContain(201, 202, 204);
        studio.check(answers, isAllowed);
    }

    /** Calls with the token: a line with the method and the path, then the body. */
    @FuzzTest
    void studioCalls(byte[] bytes) {
        if (studio.isGuessed(text(bytes))) return;
        StringBuilder answers = new StringBuilder();
        List<String> calls = List.of(text(bytes).split(NEXT, -1));
        for (String call : calls.subList(0, Math.min(calls.size(), MOST_CALLS))) {
            String[] parts = call.split("\n", 2);
            answers.append(studio.exchange(request(parts[0], bytes(parts.length < 2 ? "" : parts[1]))))
                    .append('\n');
        }
        studio.check(answers.toString(), true);
    }

    /** An archive of pictures or 10x files. */
    @FuzzTest
    void studioZips(byte[] bytes) {
        String answer = studio.exchange(request("PUT /api/data/pets.zip", bytes));
        assertThat(FuzzedStudio.statuses(answer)).hasSize(1).first().isIn(201, 400, 413);
        studio.check(answer, true);
    }

    private static byte[] request(String line, byte[] body) {
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.writeBytes(bytes(line + " HTTP/1.1\r\nHost: " + studio.host() + "\r\nAuthorization: Bearer "
                + studio.token() + "\r\nConnection: close\r\nContent-Length: " + body.length + "\r\n\r\n"));
        request.writeBytes(body);
        return request.toByteArray();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
