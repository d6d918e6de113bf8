package org.grapnel.report;

import java.util.List;

/** Lines to type in a terminal. */
public record Commands(List<String> lines) implements Part {
    public Commands {
        lines = List.copyOf(lines);
    }

    /** A word as a shell reads it. */
    public static String quoted(String word) {
        return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    @Override
    public String html() {
        return "<pre><code>" + Html.escaped(String.join("\n", lines)) + "</code></pre>\n";
    }
}
