package org.grapnel.report.page;

import java.util.List;

/** Commands to type in a terminal. */
public record CommandBlock(List<String> lines) implements PageElement {
    public CommandBlock {
        lines = List.copyOf(lines);
    }

    /** Quotes a word for a POSIX shell where it needs quotes. */
    public static String quote(String word) {
        return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    @Override
    public String html() {
        return "<pre><code>" + HtmlText.escape(String.join("\n", lines)) + "</code></pre>\n";
    }
}
