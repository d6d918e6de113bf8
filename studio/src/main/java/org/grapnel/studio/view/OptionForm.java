package org.grapnel.studio.view;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.grapnel.options.GroupedHelp;
import org.grapnel.options.OptionWords;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options of a command as a form: made from the options that the command line reads, so that none is written twice. */
public final class OptionForm {
    /** The options that the server sets itself or that have no meaning in a page. */
    public static final Set<String> LEFT_OUT =
            Set.of("-o", "--force", "--plugin", "--progress", "--help", "--version", "--no-report");

    /** The options that matter first. */
    private static final Set<String> FIRST = Set.of("--clusters", "--keep", "--recipe", "--labels", "--rank");

    private static final Set<Class<?>> NUMBERS =
            Set.of(int.class, long.class, double.class, Integer.class, Long.class, Double.class);

    private OptionForm() {}

    /** Returns the form of a command: its options by the headings and in the order of its help. */
    public static Map<String, Object> create(String command, CommandSpec spec) {
        Map<String, List<Map<String, Object>>> groups = new LinkedHashMap<>();
        for (OptionSpec option : spec.options()) {
            if (option.hidden()) continue;
            List<Map<String, Object>> group =
                    groups.computeIfAbsent(GroupedHelp.heading(option), heading -> new ArrayList<>());
            if (Stream.of(option.names()).noneMatch(LEFT_OUT::contains)) group.add(option(spec, option));
        }
        List<Map<String, Object>> listed = new ArrayList<>();
        groups.forEach((heading, options) -> {
            if (options.isEmpty()) return; // all are left out
            Map<String, Object> group = new LinkedHashMap<>();
            group.put("heading", heading);
            group.put("options", options);
            listed.add(group);
        });
        Map<String, Object> form = new LinkedHashMap<>();
        form.put("command", command);
        form.put("groups", listed);
        return form;
    }

    private static Map<String, Object> option(CommandSpec spec, OptionSpec option) {
        List<String> choices = choices(spec, option);
        Map<String, Object> form = new LinkedHashMap<>();
        form.put("name", option.longestName().substring(2));
        form.put("option", option.longestName());
        String type = type(spec, option, choices);
        if (!type.equals("flag")) form.put("label", option.paramLabel());
        form.put("description", String.join(" ", option.description()));
        defaultOf(option).ifPresent(value -> form.put("default", value));
        form.put("type", type);
        if (!choices.isEmpty()) form.put("choices", choices);
        if (!type.equals("list")) largest(option).ifPresent(number -> form.put("largest", number));
        form.put("required", option.required());
        form.put("first", FIRST.contains(option.longestName()));
        return form;
    }

    private static List<String> choices(CommandSpec spec, OptionSpec option) {
        return OptionWords.mayBeAuto(spec, option)
                ? List.of("auto")
                : OptionWords.of(spec, option).orElse(List.of());
    }

    private static String type(CommandSpec spec, OptionSpec option, List<String> choices) {
        if (option.arity().max() == 0) return "flag";
        if (option.isMultiValue() || option.splitRegex().equals(",")) return "list";
        if (OptionWords.mayBeAuto(spec, option)) return "text";
        if (!choices.isEmpty()) return "choice";
        List<Class<?>> types = types(option);
        if (types.contains(Path.class)) return "file";
        return OptionWords.isCount(option) || types.stream().anyMatch(NUMBERS::contains) ? "number" : "text";
    }

    /** The largest integer that an option of integers takes, as text, because a number of JavaScript cannot hold all of them. */
    private static Optional<String> largest(OptionSpec option) {
        List<Class<?>> types = types(option);
        if (types.contains(long.class) || types.contains(Long.class))
            return Optional.of(String.valueOf(Long.MAX_VALUE));
        boolean isInteger = OptionWords.isCount(option) || types.contains(int.class) || types.contains(Integer.class);
        return isInteger ? Optional.of(String.valueOf(Integer.MAX_VALUE)) : Optional.empty();
    }

    private static List<Class<?>> types(OptionSpec option) {
        return Stream.concat(Stream.of(option.type()), Stream.of(option.auxiliaryTypes()))
                .<Class<?>>map(type -> type)
                .toList();
    }

    /** The value without the option, if there is one that can be typed. */
    private static Optional<Object> defaultOf(OptionSpec option) {
        Object value = option.initialValue();
        if (value instanceof Optional<?> held) value = held.orElse(null);
        boolean none = value == null || (value instanceof Collection<?> list && list.isEmpty());
        if (none || option.arity().max() == 0) return Optional.empty();
        if (value instanceof Number || value instanceof Boolean) return Optional.of(value);
        return Optional.of(
                value instanceof Collection<?> list
                        ? String.join(",", list.stream().map(String::valueOf).toList())
                        : String.valueOf(value));
    }
}
