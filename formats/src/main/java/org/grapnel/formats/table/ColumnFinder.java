package org.grapnel.formats.table;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.grapnel.data.DataException;
import org.grapnel.data.UnknownColumnException;
import org.grapnel.formats.input.Excerpt;
import org.grapnel.formats.input.NameValidator;

/**
 * Finds columns by what an option says: a name, a range {@code FIRST:LAST} in the order of the file, in which an end
 * may be missing, or a pattern in which {@code *} stands for any text. A name comes first, so that a column called
 * {@code a:b} or {@code a*} is found by it.
 */
public final class ColumnFinder {
    private final String file;
    private final String what;
    private final List<String> names;
    private final Map<String, Integer> places = new LinkedHashMap<>();

    /** @param what what the names are the names of, such as {@code column} */
    public ColumnFinder(String file, String what, List<String> names) {
        this.file = file;
        this.what = what;
        this.names = names;
    }

    /** The places by name, made when they are needed first. */
    private Map<String, Integer> places() {
        if (places.isEmpty())
            for (int c = 0; c < names.size(); c++) if (!names.get(c).isEmpty()) places.putIfAbsent(names.get(c), c);
        return places;
    }

    /** Returns the column with this name, also if blanks surround it. */
    public OptionalInt find(String name) {
        Integer place = places().getOrDefault(name, places().get(name.strip()));
        return place == null ? OptionalInt.empty() : OptionalInt.of(place);
    }

    /** Returns the column with this name; the exception lists similar names. */
    public int require(String option, String name) {
        return find(name).orElseThrow(() -> unknown(option, name, name));
    }

    /** Returns the columns that a word other than a name stands for: a range or a pattern. */
    public NavigableSet<Integer> findAll(String option, String word) {
        NavigableSet<Integer> found = new TreeSet<>();
        for (int colon = word.indexOf(':'); colon >= 0 && found.isEmpty(); colon = word.indexOf(':', colon + 1))
            addRange(option, word, colon, found);
        if (found.isEmpty() && word.indexOf('*') >= 0) addMatches(word, found);
        if (found.isEmpty()) throw unknown(option, word, missingEnd(word));
        return found;
    }

    private void addRange(String option, String word, int colon, NavigableSet<Integer> found) {
        String first = word.substring(0, colon);
        String last = word.substring(colon + 1);
        if (first.isBlank() && last.isBlank()) return;
        OptionalInt from = first.isBlank() ? OptionalInt.of(0) : find(first);
        OptionalInt to = last.isBlank() ? OptionalInt.of(names.size() - 1) : find(last);
        if (from.isEmpty() || to.isEmpty()) return;
        if (from.getAsInt() > to.getAsInt())
            throw new DataException(
                    "%s: %s %s: '%s' comes after '%s'; the range is %s:%s",
                    file, option, Excerpt.of(word), Excerpt.of(first), Excerpt.of(last), last, first);
        for (int c = from.getAsInt(); c <= to.getAsInt(); c++) found.add(c);
    }

    private void addMatches(String word, NavigableSet<Integer> found) {
        Pattern pattern = Pattern.compile(
                String.join(
                        ".*",
                        List.of(word.split("\\*+", -1)).stream()
                                .map(Pattern::quote)
                                .toList()),
                Pattern.DOTALL);
        for (int c = 0; c < names.size(); c++) if (pattern.matcher(names.get(c)).matches()) found.add(c);
    }

    /** The end of a range that is no column, for the suggestion of similar names. */
    private String missingEnd(String word) {
        int colon = word.indexOf(':');
        if (colon < 0) return word;
        String first = word.substring(0, colon);
        return find(first).isPresent() ? word.substring(colon + 1) : first;
    }

    private UnknownColumnException unknown(String option, String word, String name) {
        boolean pattern = word.indexOf('*') >= 0;
        List<String> nearest = pattern ? List.of() : NameValidator.suggest(name.strip(), places().keySet());
        String hint = nearest.isEmpty() ? "" : "; did you mean " + String.join(" or ", nearest) + "?";
        String fault = pattern ? "no " + what + " matches" : "there is no " + what;
        return new UnknownColumnException(word, "%s: %s: %s '%s'%s", file, option, fault, Excerpt.of(word), hint);
    }
}
