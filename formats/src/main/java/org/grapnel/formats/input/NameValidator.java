package org.grapnel.formats.input;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.grapnel.data.DataException;

/** Checks that names differ, makes them unique, and suggests the name that was meant. */
public final class NameValidator {
    private static final int SUGGESTIONS = 3;

    private NameValidator() {}

    /**
     * Throws if two features share a name, because results name features.
     *
     * @param what what holds the names in the file: columns or rows
     * @param number the column or row of the i-th name
     */
    public static void requireUniqueFeatures(
            String file, List<String> names, String what, IntFunction<? extends Number> number) {
        findRepeat(names).ifPresent(repeat -> {
            String missing =
                    names.stream().allMatch(NumberParser::isNumber) ? "; is the header of feature names missing?" : "";
            throw new DataException(
                    "%s: %s %d and %d have the same name '%s'; feature names must differ%s",
                    file, what, number.apply(repeat.first), number.apply(repeat.again), repeat.name, missing);
        });
    }

    /** Two places with the same name. */
    private record RepeatedName(int first, int again, String name) {}

    private static Optional<RepeatedName> findRepeat(List<String> names) {
        Map<String, Integer> seen = new HashMap<>();
        for (int i = 0; i < names.size(); i++) {
            Integer first = seen.putIfAbsent(names.get(i), i);
            if (first != null) return Optional.of(new RepeatedName(first, i, Excerpt.of(names.get(i))));
        }
        return Optional.empty();
    }

    /**
     * Throws if a first column of text repeats a name: then it does not name the samples, and its meaning is unknown.
     */
    public static void requireUniqueSamples(
            String file, String column, List<String> names, IntFunction<? extends Number> line) {
        findRepeat(names).ifPresent(repeat -> {
            throw new DataException(
                    "%s: column 1 ('%s') holds text, and rows %d and %d have the same name '%s', so it does not name the"
                            + " samples; if it holds the labels, name it with --labels, otherwise leave it out with --drop",
                    file, Excerpt.of(column), line.apply(repeat.first), line.apply(repeat.again), repeat.name);
        });
    }

    /** Throws if the column that must name the samples repeats a name. */
    public static void requireUniqueIds(
            String file, String column, List<String> names, IntFunction<? extends Number> line) {
        findRepeat(names).ifPresent(repeat -> {
            throw new DataException(
                    "%s: --id: column '%s' cannot name the samples: rows %d and %d both have '%s'",
                    file, Excerpt.of(column), line.apply(repeat.first), line.apply(repeat.again), repeat.name);
        });
    }

    /** Describes the names that {@link #makeUnique} changed, in at most one sentence. */
    public static List<String> describeRepeats(
            String what, List<String> before, List<String> after, IntFunction<? extends Number> number) {
        List<String> changed = new ArrayList<>();
        int count = 0;
        for (int i = 0; i < before.size() && before != after; i++) {
            if (before.get(i).equals(after.get(i))) continue;
            if (++count <= SUGGESTIONS)
                changed.add("'" + Excerpt.of(before.get(i)) + "' (" + number.apply(i) + ") is now '"
                        + Excerpt.of(after.get(i)) + "'");
        }
        if (count == 0) return List.of();
        String more = count > SUGGESTIONS ? " and " + (count - SUGGESTIONS) + " more" : "";
        return List.of("repeated names of " + what + ": " + String.join(", ", changed) + more);
    }

    /** Appends −1, −2, … to repeated names, as AnnData does, and skips names that exist already. */
    public static List<String> makeUnique(List<String> names) {
        Set<String> taken = new HashSet<>(names);
        if (taken.size() == names.size()) return names;
        Set<String> seen = new HashSet<>();
        Map<String, Integer> repeats = new HashMap<>();
        List<String> unique = new ArrayList<>(names.size());
        for (String name : names) {
            String candidate = name;
            if (!seen.add(name)) {
                do candidate = name + "-" + repeats.merge(name, 1, Integer::sum);
                while (!taken.add(candidate));
            }
            unique.add(candidate);
        }
        return unique;
    }

    /** Makes names of features unique, and reports it if there were repeated ones. */
    public static List<String> makeUnique(List<String> names, Consumer<String> notice) {
        List<String> unique = makeUnique(names);
        for (int i = 0; i < names.size(); i++) {
            if (unique.get(i).equals(names.get(i))) continue;
            long changed = IntStream.range(0, names.size())
                    .filter(j -> !unique.get(j).equals(names.get(j)))
                    .count();
            notice.accept(changed + (changed == 1 ? " feature has" : " features have")
                    + " the name of another and, as in AnnData, " + (changed == 1 ? "is" : "are") + " called "
                    + Excerpt.of(unique.get(i))
                    + (changed == 1 ? "" : ", …"));
            break;
        }
        return unique;
    }

    /** Returns the clause {@code ; did you mean a or b?} for a name that does not exist, or an empty text. */
    public static String didYouMean(String wanted, Collection<String> names) {
        List<String> nearest = suggest(wanted, names);
        return nearest.isEmpty() ? "" : "; did you mean " + String.join(" or ", nearest) + "?";
    }

    /** Returns up to three names similar to {@code wanted}, the most similar first. */
    public static List<String> suggest(String wanted, Collection<String> names) {
        record Candidate(String name, int distance) {}
        String lower = wanted.toLowerCase(Locale.ROOT);
        int most = Math.max(2, wanted.length() / 3);
        return names.stream()
                .filter(name -> Math.abs(name.length() - wanted.length()) <= most)
                .map(name -> new Candidate(name, distance(lower, name.toLowerCase(Locale.ROOT))))
                .filter(candidate -> candidate.distance <= most)
                .sorted(Comparator.comparingInt(Candidate::distance))
                .limit(SUGGESTIONS)
                .map(Candidate::name)
                .toList();
    }

    /** The Levenshtein distance: the fewest letters to insert, delete or replace. */
    static int distance(String a, String b) {
        int[] above = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) above[j] = j;
        for (int i = 1; i <= a.length(); i++) {
            int[] here = new int[b.length() + 1];
            here[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                here[j] = Math.min(replaced, 1 + Math.min(above[j], here[j - 1]));
            }
            above = here;
        }
        return above[b.length()];
    }
}
