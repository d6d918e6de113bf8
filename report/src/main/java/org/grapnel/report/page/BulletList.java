package org.grapnel.report.page;

import java.util.List;
import java.util.stream.Collectors;

/** Sentences as a bulleted list. */
public record BulletList(List<String> lines) implements PageElement {
    public BulletList {
        lines = List.copyOf(lines);
    }

    @Override
    public String html() {
        if (lines.isEmpty()) return "";
        return lines.stream()
                .map(line -> "<li>" + HtmlText.escape(line) + "</li>")
                .collect(Collectors.joining("\n", "<ul>\n", "\n</ul>\n"));
    }
}
