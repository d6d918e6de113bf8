package org.grapnel.report;

import java.util.List;
import java.util.stream.Collectors;

/** What a reader should not miss. */
public record Notes(String title, List<String> notes) implements Part {
    public Notes {
        notes = List.copyOf(notes);
    }

    @Override
    public String html() {
        if (notes.isEmpty()) return "";
        String lines =
                notes.stream().map(n -> "<li>" + Html.escaped(n) + "</li>").collect(Collectors.joining("\n"));
        return "<div class=\"notes\"><p><strong>" + Html.escaped(title) + "</strong></p><ul>\n" + lines
                + "\n</ul></div>\n";
    }
}
