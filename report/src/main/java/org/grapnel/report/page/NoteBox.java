package org.grapnel.report.page;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A box of notes that stands out from the text.
 *
 * @param tone how much the box stands out
 */
public record NoteBox(String title, List<String> notes, Tone tone) implements PageElement {
    /** The kind of message. */
    public enum Tone {
        NOTE("notes"),
        WARNING("notes warning"),
        GOOD("notes good");

        private final String cssClass;

        Tone(String cssClass) {
            this.cssClass = cssClass;
        }
    }

    public NoteBox {
        notes = List.copyOf(notes);
    }

    public NoteBox(String title, List<String> notes) {
        this(title, notes, Tone.NOTE);
    }

    public static NoteBox warning(String title, List<String> notes) {
        return new NoteBox(title, notes, Tone.WARNING);
    }

    @Override
    public String html() {
        if (notes.isEmpty()) return "";
        String lines =
                notes.stream().map(n -> "<li>" + HtmlText.escape(n) + "</li>").collect(Collectors.joining("\n"));
        return "<div class=\"" + tone.cssClass + "\"><p><strong>" + HtmlText.escape(title) + "</strong></p><ul>\n"
                + lines + "\n</ul></div>\n";
    }
}
