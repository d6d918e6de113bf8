package org.grapnel.options;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Translates the names of the Java API in error messages to options: {@code Preparation.withImpute(ZERO)} becomes {@code --impute zero}. A
 * {@code with} method and its option have the same name, apart from a few exceptions.
 */
final class OptionNames {
    private static final Pattern METHOD =
            Pattern.compile("\\b(?:Spec|Preparation)\\.with([A-Z][A-Za-z0-9]*)(?:\\(([A-Z0-9][A-Z0-9_.]*)\\))?");

    private static final Map<String, String> EXCEPTIONS = Map.of("blend", "structure-blend");

    private OptionNames() {}

    /** Replaces the {@code with} methods in a message by options. */
    static String translate(String message) {
        Matcher matcher = METHOD.matcher(message);
        StringBuilder translated = new StringBuilder();
        while (matcher.find()) {
            String value = matcher.group(2) == null
                    ? ""
                    : " " + hyphenate(matcher.group(2).replace('_', '-'));
            matcher.appendReplacement(translated, Matcher.quoteReplacement(option(matcher.group(1)) + value));
        }
        return matcher.appendTail(translated)
                .toString()
                .replace("--impute model", "--missing model")
                .replace("Dataset.withMissing()", "--missing model");
    }

    /** Returns the option of a parameter: {@code topVariance} is {@code --top-variance}. */
    static String option(String parameter) {
        String name = hyphenate(parameter.substring(0, 1).toLowerCase(Locale.ROOT) + parameter.substring(1));
        return "--" + EXCEPTIONS.getOrDefault(name, name);
    }

    private static String hyphenate(String name) {
        return name.replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }
}
