package org.grapnel.studio.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.grapnel.report.page.D3;

/** The files of the page, from the class path, each read once. */
final class StaticPages {
    private static final String PLACE = "/org/grapnel/studio/page/";
    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9_-]*(\\.[a-zA-Z0-9_-]+)+");
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html;charset=utf-8",
            "js", "text/javascript;charset=utf-8",
            "css", "text/css;charset=utf-8",
            "svg", "image/svg+xml",
            "png", "image/png",
            "ico", "image/x-icon",
            "woff2", "font/woff2",
            "json", "application/json");

    private final Map<String, Answer> known = new ConcurrentHashMap<>();

    /** Returns a file of the page; empty if there is none of this name. */
    Optional<Answer> find(String name) throws IOException {
        Answer before = known.get(name);
        if (before != null) return Optional.of(before);
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT));
        if (type == null || !NAME.matcher(name).matches()) return Optional.empty();
        try (InputStream in = name.equals(D3.NAME) ? D3.open() : StaticPages.class.getResourceAsStream(PLACE + name)) {
            if (in == null) return Optional.empty();
            Answer answer = Answer.bytes(type, in.readAllBytes());
            known.put(name, answer);
            return Optional.of(answer);
        }
    }
}
