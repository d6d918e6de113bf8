package org.grapnel.studio.job;

import java.util.List;
import java.util.Map;
import org.grapnel.studio.folder.RefusedException;

/** What the user has written on a run. */
public record RunLabel(String title, List<String> tags, boolean pinned) {
    private static final int MAX_TITLE = 200;
    private static final int MAX_TAGS = 20;
    private static final int MAX_TAG = 50;

    public RunLabel {
        tags = List.copyOf(tags);
    }

    /** The label of a run on which nothing is written. */
    public static RunLabel empty() {
        return new RunLabel("", List.of(), false);
    }

    /** Returns the label with the entries of a request. */
    public RunLabel with(Map<String, Object> changes) {
        String newTitle = title;
        List<String> newTags = tags;
        boolean newPinned = pinned;
        for (Map.Entry<String, Object> change : changes.entrySet()) {
            Object value = change.getValue();
            switch (change.getKey()) {
                case "title" -> newTitle = text("title", value, MAX_TITLE);
                case "tags" -> newTags = tags(value);
                case "pinned" -> {
                    if (!(value instanceof Boolean flag)) throw RefusedException.wrong("pinned must be true or false");
                    newPinned = flag;
                }
                default ->
                    throw RefusedException.wrong(
                            "'" + change.getKey() + "' cannot be changed; allowed are title, tags and pinned");
            }
        }
        return new RunLabel(newTitle, newTags, newPinned);
    }

    private static List<String> tags(Object value) {
        if (!(value instanceof List<?> list) || list.size() > MAX_TAGS)
            throw RefusedException.wrong("tags must be a list of at most " + MAX_TAGS + " texts");
        return list.stream().map(tag -> text("a tag", tag, MAX_TAG)).distinct().toList();
    }

    static String text(String what, Object value, int most) {
        if (!(value instanceof String text)) throw RefusedException.wrong(what + " must be a text");
        if (text.length() > most)
            throw RefusedException.wrong(
                    what + " has " + text.length() + " characters; at most " + most + " are allowed");
        if (text.chars().anyMatch(Character::isISOControl))
            throw RefusedException.wrong(what + " holds a control character; leave it out");
        return text.strip();
    }
}
