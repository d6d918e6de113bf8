package org.grapnel.report.page;

import java.util.List;
import java.util.stream.Collectors;

/** Paragraphs of text. */
public record Paragraphs(List<String> paragraphs) implements PageElement {
    public Paragraphs {
        paragraphs = List.copyOf(paragraphs);
    }

    public static Paragraphs of(String... paragraphs) {
        return new Paragraphs(List.of(paragraphs));
    }

    @Override
    public String html() {
        return paragraphs.stream()
                .map(p -> "<p>" + HtmlText.escape(p) + "</p>\n")
                .collect(Collectors.joining());
    }
}
