package org.grapnel.report.page;

/** Text as HTML. */
final class HtmlText {
    private HtmlText() {}

    /** With nothing left that HTML could take for its own, in text and in quoted attributes; control characters become blanks. */
    static String escape(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                case '\n', '\t' -> out.appendCodePoint(c);
                default -> out.appendCodePoint(Character.isISOControl(c) || loneSurrogate(c) ? ' ' : c);
            }
        });
        // what looks like an address stays text, and no search for one in the page finds it
        return out.toString().replace("://", ":&#47;&#47;");
    }

    private static boolean loneSurrogate(int c) {
        return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
    }

    /** A name that is cut where it is too long, and whole under the pointer and for the keyboard. */
    static String nameWithTooltip(String name) {
        String shown = TextFormat.truncate(name, TextFormat.LONGEST);
        if (shown.equals(name)) return escape(name);
        return "<span class=\"cut\" tabindex=\"0\" data-tip=\"" + escape(name) + "\">" + escape(shown) + "</span>";
    }
}
