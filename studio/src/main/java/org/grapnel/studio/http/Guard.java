package org.grapnel.studio.http;

import java.util.List;
import java.util.Set;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.grapnel.studio.folder.RefusedException;

/**
 * Decides who may ask. The page of another site can send requests to this port, and a name of another site can be bound to this address;
 * so Host and Origin are compared exactly, and under /api/ the token is required.
 */
final class Guard {
    private static final String BEARER = "Bearer ";

    private final Token token;
    private final Set<String> hosts;
    private final Set<String> origins;

    Guard(Token token, int port) {
        this.token = token;
        hosts = Set.of("127.0.0.1:" + port, "localhost:" + port);
        origins = Set.of("http://127.0.0.1:" + port, "http://localhost:" + port);
    }

    /** Refuses a request from another site. */
    void requireOwnSite(HttpFields headers) {
        List<String> host = headers.getValuesList(HttpHeader.HOST);
        if (host.size() != 1 || !hosts.contains(host.get(0)))
            throw RefusedException.of(
                    403, "the host of the request is not this studio; open the address that it printed");
        List<String> origin = headers.getValuesList(HttpHeader.ORIGIN);
        if (origin.size() > 1 || !origins.containsAll(origin))
            throw RefusedException.of(
                    403, "the request comes from another page; open the address that the studio printed");
    }

    /** Refuses a request without the token. */
    void requireToken(HttpFields headers) {
        List<String> given = headers.getValuesList(HttpHeader.AUTHORIZATION);
        boolean isRight = given.size() == 1
                && given.get(0).startsWith(BEARER)
                && token.isSameAs(given.get(0).substring(BEARER.length()));
        if (!isRight)
            throw RefusedException.of(
                    401, "the token is missing or wrong; open the address that the studio printed when it started");
    }
}
