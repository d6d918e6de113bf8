package org.grapnel.report;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What a reader should not miss.
 *
 * @param warning whether to miss it would lead astray, so that it stands out from all else
 */
public record Notes(String title, List<String> notes, boolean warning) implements Part {
    public Notes {
        notes = List.copyOf(notes);
    }

    public Notes(String title, List<String> notes) {
        this(title, notes, false);
    }

    public static Notes warning(String title, List<String> notes) {
        return new Notes(title, notes, true);
    }

    @Override
    public String html() {
        if (notes.isEmpty()) return "";
        String lines =
                notes.stream().map(n -> "<li>" + Html.escaped(n) + "</li>").collect(Collectors.joining("\n"));
        return "<div class=\"notes" + (warning ? " warning" : "") + "\"><p><strong>" + Html.escaped(title)
                + "</strong></p><ul>\n" + lines + "\n</ul></div>\n";
    }
}
