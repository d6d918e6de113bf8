package org.grapnel.report;

import java.util.List;
import java.util.stream.Collectors;

/** Sentences that stand one below the other. */
record Points(List<String> lines) implements Part {
    Points {
        lines = List.copyOf(lines);
    }

    @Override
    public String html() {
        if (lines.isEmpty()) return "";
        return lines.stream()
                .map(line -> "<li>" + Html.escaped(line) + "</li>")
                .collect(Collectors.joining("\n", "<ul>\n", "\n</ul>\n"));
    }
}
