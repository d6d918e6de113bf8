package org.grapnel.studio.folder;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.grapnel.options.console.Text;

/** The rules for names of entries of the folder: one path element that is safe on every system and hides nothing. */
public final class EntryName {
    private static final int MAX_BYTES = 200;

    /** Characters that Windows does not allow in names. */
    private static final String RESERVED = "/\\:*?\"<>|";

    /** Signs that a program which decodes twice would take for a path. */
    private static final Pattern ENCODED = Pattern.compile("(?i)%(00|20|25|2e|2f|5c|0a|0d|c0|u00)");

    private static final Set<String> DEVICES = Set.of(
            "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9", "lpt1",
            "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9", "conin$", "conout$");

    private EntryName() {}

    /** Returns the name; refuses one that breaks a rule. */
    public static String require(String name) {
        problem(name).ifPresent(what -> {
            throw RefusedException.wrong("the name '" + excerpt(name) + "' " + what);
        });
        return name;
    }

    public static boolean isAllowed(String name) {
        return problem(name).isEmpty();
    }

    /** Says which rule a name breaks, as the end of a sentence that begins with the name. */
    static Optional<String> problem(String name) {
        if (name.isEmpty()) return Optional.of("is empty; a name has 1 to " + MAX_BYTES + " bytes");
        int bytes = name.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MAX_BYTES) return Optional.of("has " + bytes + " bytes; a name has 1 to " + MAX_BYTES);
        if (name.startsWith(".") || name.startsWith("-") || name.startsWith("~"))
            return Optional.of("begins with '" + name.charAt(0) + "'; begin it with a letter or a digit");
        if (name.endsWith(".") || name.endsWith(" ") || name.startsWith(" "))
            return Optional.of("begins or ends with a blank or ends with a dot; leave that out");
        if (isOfRun(name)) return Optional.of("has an ending that unfinished runs have; choose another one");
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (RESERVED.indexOf(c) >= 0)
                return Optional.of("holds '" + c + "'; the characters " + RESERVED + " are not allowed in a name");
            if (isInvisible(c)) return Optional.of("holds a control character; leave it out");
        }
        if (ENCODED.matcher(name).find())
            return Optional.of("holds an encoded dot, separator or percent sign; write the sign itself");
        String stem = name.split("\\.", 2)[0].strip().toLowerCase(Locale.ROOT);
        return DEVICES.contains(stem)
                ? Optional.of("is that of a device of Windows; choose another name")
                : Optional.empty();
    }

    /** Whether a name has the ending of an unfinished or replaced run. */
    static boolean isOfRun(String name) {
        return name.endsWith(".partial") || name.matches(".*\\.replaced[0-9]*");
    }

    /** Control characters, characters that turn the direction of writing, and halves of characters. */
    private static boolean isInvisible(char c) {
        int type = Character.getType(c);
        return Character.isISOControl(c)
                || c == '\uFFFE'
                || c == '\uFFFF'
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR
                || (c >= '\u202A' && c <= '\u202E')
                || (c >= '\u2066' && c <= '\u2069')
                || c == '\uFEFF';
    }

    private static String excerpt(String name) {
        String text = Text.printable(name);
        return text.length() <= 60 ? text : text.substring(0, 60) + "…";
    }
}
