package org.grapnel.studio.job;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * What a command printed on the error stream.
 *
 * @param text the reason of a refusal without the name of the program; empty if there is none
 * @param option the option that the reason means; empty if none is known
 */
public record RunMessage(String text, String option, List<String> warnings) {
    private static final String PROGRAM = "grapnel: ";
    private static final Pattern OPTION = Pattern.compile("--[a-z][a-z0-9-]*");
    private static final int MAX_WARNINGS = 50;

    public RunMessage {
        warnings = List.copyOf(warnings);
    }

    static RunMessage of(String text) {
        return new RunMessage(text, "", List.of());
    }

    /** Reads the lines of a command with these options. */
    public static RunMessage parse(String errors, CommandSpec options) {
        List<String> lines = errors.lines().map(String::strip).toList();
        String reason = lines.stream().filter(line -> line.startsWith(PROGRAM)).reduce("", (earlier, later) -> later);
        String text = reason.isEmpty() ? "" : reason.substring(PROGRAM.length());
        List<String> warnings = lines.stream()
                .filter(line -> line.startsWith("note: ") || line.startsWith("warning: "))
                .limit(MAX_WARNINGS)
                .toList();
        return new RunMessage(text, option(text, options), warnings);
    }

    /** The first option of a request that a message names, or the word that it begins with if that is one. */
    static String option(String text, CommandSpec options) {
        Matcher named = OPTION.matcher(text);
        while (named.find()) if (isOption(named.group(), options)) return named.group();
        String first = "--" + text.split("[ :]", 2)[0];
        return isOption(first, options) ? first : "";
    }

    private static boolean isOption(String word, CommandSpec options) {
        OptionSpec option = options.findOption(word);
        return option != null && CommandWords.isAllowed(option);
    }
}
