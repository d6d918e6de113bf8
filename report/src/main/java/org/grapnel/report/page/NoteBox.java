package org.grapnel.report.page;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A box of notes that stands out from the text.
 *
 * @param warning whether the notes are warnings, which stand out more
 */
public record NoteBox(String title, List<String> notes, boolean warning) implements PageElement {
    public NoteBox {
        notes = List.copyOf(notes);
    }

    public NoteBox(String title, List<String> notes) {
        this(title, notes, false);
    }

    public static NoteBox warning(String title, List<String> notes) {
        return new NoteBox(title, notes, true);
    }

    @Override
    public String html() {
        if (notes.isEmpty()) return "";
        String lines =
                notes.stream().map(n -> "<li>" + HtmlText.escape(n) + "</li>").collect(Collectors.joining("\n"));
        return "<div class=\"notes" + (warning ? " warning" : "") + "\"><p><strong>" + HtmlText.escape(title)
                + "</strong></p><ul>\n" + lines + "\n</ul></div>\n";
    }
}
