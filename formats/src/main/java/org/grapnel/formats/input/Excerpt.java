package org.grapnel.formats.input;

/** Shortens text of a file for a message. */
public final class Excerpt {
    private static final int MAX_LENGTH = 40;

    private Excerpt() {}

    /** Returns the first 40 characters of the text, with control characters replaced by question marks. */
    public static String of(String text) {
        String start = text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH) + "…";
        return start.replaceAll("\\p{Cntrl}", "?");
    }
}
