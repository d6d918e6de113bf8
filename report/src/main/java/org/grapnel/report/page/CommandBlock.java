package org.grapnel.report.page;

import java.util.List;
import java.util.stream.Collectors;

/** Commands to type in a terminal. */
public record CommandBlock(List<String> lines) implements PageElement {
    public CommandBlock {
        lines = List.copyOf(lines);
    }

    /** Shows one command, its words quoted where they need it. */
    public static CommandBlock of(List<String> words) {
        return new CommandBlock(List.of(words.stream().map(CommandBlock::quote).collect(Collectors.joining(" "))));
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
