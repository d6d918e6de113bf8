package org.grapnel.studio.job;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grapnel.studio.folder.RefusedException;
import org.grapnel.studio.folder.StudioFolder;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The words of a record. The record may have come with its folder from elsewhere, so only words that a request gives are run. */
final class RecordedWords {
    private static final String TRANSFORM = "transform";

    private final RunRecord record;
    private final StudioFolder folder;

    RecordedWords(RunRecord record, StudioFolder folder) {
        this.record = record;
        this.folder = folder;
    }

    /** Returns the words; refuses those that no request of this studio gives. */
    List<String> require(Map<String, CommandSpec> commands) {
        List<String> words = record.words();
        String name = words.get(0);
        CommandSpec command = commands.get(name);
        if (command == null || name.contains(" ")) throw refused("'grapnel " + name + "' is not a command of a run");
        int inputs = name.equals(TRANSFORM) ? 2 : 1;
        int end = words.size() - 2;
        if (end < 1 + inputs || !words.subList(end, words.size()).equals(List.of("-o", record.id())))
            throw refused("they do not end with -o " + record.id());
        for (String input : words.subList(1, 1 + inputs)) folder.existing(input);
        List<String> options = words.subList(1 + inputs, end);
        if (!new CommandWords(command, folder).options(values(command, options)).equals(options))
            throw refused("their options are not in the form of a request");
        return words;
    }

    private Map<String, Object> values(CommandSpec command, List<String> words) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (int i = 0; i < words.size(); i++) {
            String[] parts = words.get(i).split("=", 2);
            OptionSpec option = new CommandWords(command, folder).option(parts[0]);
            if (option.arity().max() == 0) {
                values.put(parts[0], true);
                continue;
            }
            if (parts.length == 1 && ++i == words.size()) throw refused(parts[0] + " has no value");
            String value = parts.length == 1 ? words.get(i) : parts[1];
            values.merge(parts[0], value, RecordedWords::both);
        }
        return values;
    }

    private static Object both(Object before, Object value) {
        List<Object> all = new ArrayList<>(before instanceof List<?> list ? list : List.of(before));
        all.add(value);
        return all;
    }

    private static RefusedException refused(String why) {
        return RefusedException.wrong(
                "the words in its record were not written by this studio: " + why + "; start a new run");
    }
}
