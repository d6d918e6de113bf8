package org.grapnel.studio.job;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.grapnel.options.console.Text;
import org.grapnel.studio.folder.EntryName;
import org.grapnel.studio.folder.RefusedException;
import org.grapnel.studio.folder.StudioFolder;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The words of a command line from the options of a request. No value can become another option, and no file outside of the folder is named. */
public final class CommandWords {
    /** Options that the page has no use for, or that would run foreign code or replace results. */
    private static final Set<String> REFUSED =
            Set.of("-o", "--force", "--plugin", "--progress", "--help", "-h", "--version", "-V");

    /** Options that name files to write. */
    private static final Set<String> OUTPUTS = Set.of("--reconstruction", "--imputed");

    private static final int MAX_LENGTH = 20_000;

    private final CommandSpec command;
    private final StudioFolder folder;
    private final Set<String> uses = new LinkedHashSet<>();

    public CommandWords(CommandSpec command, StudioFolder folder) {
        this.command = command;
        this.folder = folder;
    }

    /** The entries of the folder that the options name. */
    public List<String> uses() {
        return List.copyOf(uses);
    }

    /** Returns the words of options; values that are null, false or empty are left out. */
    public List<String> options(Map<String, ?> values) {
        List<String> words = new ArrayList<>();
        values.forEach((key, value) -> add(words, key, value));
        return words;
    }

    /** Returns a shell command in one line. */
    public static String shell(List<String> words) {
        return "grapnel " + words.stream().map(CommandWords::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(String word) {
        return word.matches("[A-Za-z0-9_@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /** Whether a request can give an option. */
    static boolean isAllowed(OptionSpec option) {
        return !option.hidden() && Arrays.stream(option.names()).noneMatch(REFUSED::contains);
    }

    /** The option of a key such as {@code --keep} or {@code keep}. */
    public OptionSpec option(String key) {
        String name = key.startsWith("-") ? key : "--" + key.replace('_', '-');
        OptionSpec option = command.findOption(name);
        if (option == null || REFUSED.contains(name) || option.hidden())
            throw RefusedException.wrongOption(
                    name,
                    "grapnel " + commandName() + " has no option '" + Text.printable(name) + "' here"
                            + Text.nearest(name, names())
                                    .map(near -> "; did you mean " + near + "?")
                                    .orElse(""));
        if (!isAllowed(option)) throw RefusedException.wrongOption(name, name + " cannot be used here");
        return option;
    }

    /** The words of the command after that of the program, such as {@code data describe}. */
    private String commandName() {
        CommandSpec parent = command.parent();
        return parent == null || parent.parent() == null ? command.name() : parent.name() + " " + command.name();
    }

    private List<String> names() {
        return command.options().stream()
                .map(OptionSpec::longestName)
                .filter(name -> !REFUSED.contains(name))
                .toList();
    }

    private void add(List<String> words, String key, Object value) {
        OptionSpec option = option(key);
        String name = option.longestName();
        if (value == null || Boolean.FALSE.equals(value) || "".equals(value)) return;
        boolean isFlag = option.arity().max() == 0;
        if (isFlag) {
            if (!Boolean.TRUE.equals(value))
                throw RefusedException.wrongOption(name, name + " is on or off, got '" + excerpt(value) + "'");
            words.add(name);
            return;
        }
        if (Boolean.TRUE.equals(value)) throw RefusedException.wrongOption(name, name + " needs a value");
        if (value instanceof Collection<?> list) {
            List<String> texts = list.stream()
                    .map(entry -> text(name, entry))
                    .filter(text -> !text.isEmpty())
                    .toList();
            if (texts.isEmpty()) return;
            boolean splits = !option.splitRegex().isEmpty();
            if (splits) {
                texts.stream().filter(text -> text.contains(",")).findFirst().ifPresent(text -> {
                    throw RefusedException.wrongOption(
                            name, name + ": '" + excerpt(text) + "' holds a comma, which separates values");
                });
                add(words, option, String.join(",", texts), texts);
            } else if (option.isMultiValue()) {
                texts.forEach(text -> add(words, option, text, List.of(text)));
            } else {
                add(words, option, String.join(",", texts), texts);
            }
            return;
        }
        String text = text(name, value);
        add(words, option, text, option.splitRegex().isEmpty() ? List.of(text) : Arrays.asList(text.split(",", -1)));
    }

    /** @param parts the values that a list has */
    private void add(List<String> words, OptionSpec option, String text, List<String> parts) {
        String name = option.longestName();
        if (OUTPUTS.contains(name)) {
            if (!EntryName.isAllowed(text))
                throw RefusedException.wrongOption(
                        name,
                        name + " '" + excerpt(text) + "' is not a plain name of a file; it is written into the folder");
            if (StudioFolder.exists(folder.root().resolve(text)))
                throw RefusedException.wrongOption(
                        name, name + " " + excerpt(text) + ": a file of this name exists already; choose another name");
        } else if (isPath(option)) {
            for (String part : parts) {
                Path file = folder.input(name, part);
                uses.add(String.valueOf(folder.root().relativize(file).getName(0)));
            }
        } else {
            for (String part : parts) {
                folder.requireNoOutsideFile(name, part);
                if (EntryName.isAllowed(part)
                        && StudioFolder.exists(folder.root().resolve(part))) uses.add(part);
            }
            if (parts.size() > 1) folder.requireNoOutsideFile(name, text);
        }
        if (text.startsWith("-")) {
            words.add(name + "=" + text);
        } else {
            words.add(name);
            words.add(text);
        }
    }

    private static boolean isPath(OptionSpec option) {
        return option.type() == Path.class
                || Arrays.asList(option.auxiliaryTypes()).contains(Path.class);
    }

    private static String text(String name, Object value) {
        if (!(value instanceof String) && !(value instanceof Number))
            throw RefusedException.wrongOption(
                    name, name + " must be a text, a number, a list of these, true or false");
        String text = value instanceof Double number && number == Math.rint(number) && Math.abs(number) < 1e15
                ? String.valueOf(number.longValue())
                : String.valueOf(value);
        if (text.length() > MAX_LENGTH)
            throw RefusedException.wrongOption(
                    name, name + " has " + text.length() + " characters; at most " + MAX_LENGTH + " are allowed");
        if (text.chars().anyMatch(c -> c != '\t' && Character.isISOControl(c)))
            throw RefusedException.wrongOption(
                    name, name + " holds a line break or another control character; leave it out");
        return text;
    }

    private static String excerpt(Object value) {
        String text = Text.printable(String.valueOf(value));
        return text.length() <= 60 ? text : text.substring(0, 60) + "…";
    }
}
