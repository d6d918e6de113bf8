package org.grapnel.formats.csv;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Counts the words that stand for a missing number. */
final class MissingValues {
    private final Map<String, Long> counts = new TreeMap<>();

    void add(String word) {
        counts.merge(word, 1L, Long::sum);
    }

    void addAll(MissingValues others) {
        others.counts.forEach((word, count) -> counts.merge(word, count, Long::sum));
    }

    void clear() {
        counts.clear();
    }

    boolean isEmpty() {
        return counts.isEmpty();
    }

    /** Describes the counts: {@code 3 numbers are missing: 2 empty cells, 1 'NA'}. */
    @Override
    public String toString() {
        long all = counts.values().stream().mapToLong(Long::longValue).sum();
        return all + (all == 1 ? " number is" : " numbers are") + " missing: "
                + counts.entrySet().stream()
                        .map(e -> e.getValue() + " " + describe(e.getKey(), e.getValue()))
                        .collect(Collectors.joining(", "));
    }

    private static String describe(String word, long count) {
        if (!word.isEmpty()) return "'" + word + "'";
        return count == 1 ? "empty cell" : "empty cells";
    }
}
