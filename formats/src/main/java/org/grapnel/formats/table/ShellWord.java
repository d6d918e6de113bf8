package org.grapnel.formats.table;

import java.util.List;
import java.util.stream.Collectors;

/** Writes options so that they can be copied to a shell. */
public final class ShellWord {
    private ShellWord() {}

    /** Returns an option and its value, in quotes where a shell needs them. */
    public static String option(String name, String value) {
        return name + (value.startsWith("-") ? "=" : " ") + quote(value);
    }

    /** Returns an option and a list of columns. */
    public static String columns(String name, List<String> columns) {
        return option(name, columns.stream().map(ShellWord::inList).collect(Collectors.joining(",")));
    }

    /** A name in a list: commas, quotes and control characters become patterns, because they would split the list. */
    private static String inList(String name) {
        return name.replaceAll("[,\"\\p{Cntrl}]+", "*");
    }

    private static String quote(String text) {
        if (text.matches("[\\p{L}\\p{N}_.,:%+@/=-]+")) return text;
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
