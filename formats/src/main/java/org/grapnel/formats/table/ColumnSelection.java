package org.grapnel.formats.table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.grapnel.data.DataException;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.TableOptions;
import org.grapnel.formats.input.Excerpt;

/**
 * The columns that options name. A name counts more than a range or a pattern: {@code --drop 'meta_*' --labels
 * meta_type} leaves out all other columns. Two options that name the same column are refused.
 */
public final class ColumnSelection {
    private record Claim(ColumnRole role, String option) {}

    private final String file;
    private final List<String> names;
    private final ColumnFinder finder;
    private final Map<Integer, Claim> claims = new HashMap<>();
    private final List<Integer> colors = new ArrayList<>();
    private final List<Integer> oneHot = new ArrayList<>();

    private ColumnSelection(String file, List<String> names) {
        this.file = file;
        this.names = names;
        finder = new ColumnFinder(file, "column", names);
    }

    /**
     * Finds the columns of a table with one row per sample.
     *
     * @param names the names of all columns, which differ
     */
    public static ColumnSelection ofSamples(String file, List<String> names, ReadOptions options) {
        ColumnSelection selection = new ColumnSelection(file, names);
        options.labels()
                .ifPresent(name ->
                        selection.finder.find(name).ifPresent(c -> selection.claim(c, ColumnRole.LABELS, "--labels")));
        for (String name : options.colors())
            selection.colors.add(
                    selection.claim(selection.finder.require("--color", name), ColumnRole.COLOR, "--color"));
        for (String name : options.table().oneHot())
            selection.oneHot.add(
                    selection.claim(selection.finder.require("--one-hot", name), ColumnRole.ONE_HOT, "--one-hot"));
        selection.select(options.table());
        return selection;
    }

    /** Finds the columns of a table with one row per feature. Its labels and colors are rows. */
    public static ColumnSelection ofFeatures(String file, List<String> names, ReadOptions options) {
        if (!options.table().oneHot().isEmpty())
            throw new DataException(
                    "%s: --one-hot needs categories in columns; with --features-in-rows the columns are samples", file);
        ColumnSelection selection = new ColumnSelection(file, names);
        selection.select(options.table());
        return selection;
    }

    private void select(TableOptions table) {
        table.id().ifPresent(name -> claim(finder.require("--id", name), ColumnRole.NAMES, "--id"));
        claimAll(table.drop(), ColumnRole.SKIPPED, "--drop");
        if (table.keep().isEmpty()) return;
        Set<Integer> kept = new HashSet<>();
        for (String word : table.keep()) {
            OptionalInt named = finder.find(word);
            named.ifPresent(c -> refuseSecond(c, "--columns"));
            if (named.isPresent()) kept.add(named.getAsInt());
            else kept.addAll(finder.findAll("--columns", word));
        }
        for (int c = 0; c < names.size(); c++)
            if (!kept.contains(c)) claims.putIfAbsent(c, new Claim(ColumnRole.SKIPPED, "--columns"));
    }

    /** Claims the named columns first, so that ranges and patterns take what is left. */
    private void claimAll(List<String> words, ColumnRole role, String option) {
        List<String> others = new ArrayList<>();
        for (String word : words) {
            OptionalInt named = finder.find(word);
            if (named.isPresent()) claim(named.getAsInt(), role, option);
            else others.add(word);
        }
        for (String word : others)
            for (int c : finder.findAll(option, word)) claims.putIfAbsent(c, new Claim(role, option));
    }

    private int claim(int c, ColumnRole role, String option) {
        refuseSecond(c, option);
        claims.put(c, new Claim(role, option));
        return c;
    }

    private void refuseSecond(int c, String option) {
        Claim other = claims.get(c);
        if (other != null && !other.option.equals(option))
            throw new DataException(
                    "%s: column '%s' is named by %s and by %s; name it once",
                    file, Excerpt.of(names.get(c)), other.option, option);
    }

    public List<String> names() {
        return names;
    }

    /** The role that an option gives a column; empty if none names it. */
    public Optional<ColumnRole> role(int c) {
        return Optional.ofNullable(claims.get(c)).map(Claim::role);
    }

    /** Tells whether a column is free to name the rows: no option names it, or {@code --columns} leaves it out. */
    public boolean isFree(int c) {
        Claim claim = claims.get(c);
        return claim == null || claim.option.equals("--columns");
    }

    /** Tells whether the cells of a column must be looked at to give it a role. */
    public boolean isOpen(int c) {
        return !claims.containsKey(c);
    }

    /** The column with the names of the rows, if an option names it. */
    public OptionalInt id() {
        return claims.entrySet().stream()
                .filter(claim -> claim.getValue().role == ColumnRole.NAMES)
                .mapToInt(Map.Entry::getKey)
                .findFirst();
    }

    /** The columns of {@code --color}, in the order of the option. */
    public List<Integer> colors() {
        return colors;
    }

    /** The columns of {@code --one-hot}, in the order of the option. */
    public List<Integer> oneHot() {
        return oneHot;
    }
}
