package org.grapnel.report;

import java.util.List;
import java.util.stream.Collectors;

/** Paragraphs of plain text. */
public record Prose(List<String> paragraphs) implements Part {
    public Prose {
        paragraphs = List.copyOf(paragraphs);
    }

    public static Prose of(String... paragraphs) {
        return new Prose(List.of(paragraphs));
    }

    @Override
    public String html() {
        return paragraphs.stream().map(p -> "<p>" + Html.escaped(p) + "</p>\n").collect(Collectors.joining());
    }
}
