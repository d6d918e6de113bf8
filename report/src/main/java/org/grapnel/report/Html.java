package org.grapnel.report;

/** Text as HTML. */
final class Html {
    private Html() {}

    /** With nothing left that HTML could take for its own, in text and in quoted attributes; control characters become blanks. */
    static String escaped(String text) {
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
    static String name(String name) {
        String shown = Words.cut(name, Words.LONGEST);
        if (shown.equals(name)) return escaped(name);
        return "<span class=\"cut\" tabindex=\"0\" data-tip=\"" + escaped(name) + "\">" + escaped(shown) + "</span>";
    }
}
