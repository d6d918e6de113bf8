package org.grapnel.formats.table;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.grapnel.data.DataException;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.input.Excerpt;

/**
 * The role of each column of a table, and how its numbers are written. What the options leave open is decided by the
 * first rows. All columns that can have no role are refused in one message.
 */
public final class ColumnRoles {
    private static final int MAX_LISTED = 5;

    private final List<String> names;
    private final List<ColumnRole> roles = new ArrayList<>();
    private final Map<ColumnRole, List<Integer>> places = new EnumMap<>(ColumnRole.class);
    private final List<CellFormat> formats = new ArrayList<>();
    private final List<Integer> troubles = new ArrayList<>();
    private final char mark;
    private final boolean foundComma;

    private ColumnRoles(List<String> names, TableSample sample) {
        this.names = names;
        mark = sample.mark();
        foundComma = sample.hasFoundComma();
    }

    /**
     * Gives every column a role.
     *
     * @param unnamed the columns without a name in the file
     * @param nameColumn the column with the names of the rows, or −1
     */
    public static ColumnRoles assign(
            String file,
            ColumnSelection selection,
            List<Integer> unnamed,
            int nameColumn,
            TableSample sample,
            ReadOptions options) {
        ColumnRoles columns = find(selection, unnamed, nameColumn, sample);
        if (!columns.troubles.isEmpty())
            throw new ColumnAdvice(file, columns, sample, options).exception(columns.troubles);
        if (columns.all(ColumnRole.NUMBERS).isEmpty()
                && columns.all(ColumnRole.ONE_HOT).isEmpty())
            throw new DataException(
                    "%s: the file has no column of %s", file, options.featuresInRows() ? "samples" : "features");
        return columns;
    }

    /** Gives every column a role; {@link #troubles} are those that cannot have it. */
    static ColumnRoles find(ColumnSelection selection, List<Integer> unnamed, int nameColumn, TableSample sample) {
        ColumnRoles columns = new ColumnRoles(selection.names(), sample);
        Set<Integer> nameless = Set.copyOf(unnamed);
        for (int c = 0; c < columns.size(); c++) {
            ColumnSample cells = sample.column(c);
            columns.formats.add(cells.format(columns.mark).orElse(CellFormat.plain(columns.mark)));
            if (c == nameColumn) columns.add(ColumnRole.NAMES);
            else if (selection.role(c).isPresent())
                columns.add(selection.role(c).get());
            else if (nameless.contains(c) && cells.isEmpty()) columns.add(ColumnRole.EMPTY);
            else {
                columns.add(ColumnRole.NUMBERS);
                ColumnKind kind = cells.kind(columns.mark, sample.isDecided());
                if (kind != ColumnKind.NUMBERS && kind != ColumnKind.EMPTY) columns.troubles.add(c);
            }
        }
        return columns;
    }

    private void add(ColumnRole role) {
        places.computeIfAbsent(role, first -> new ArrayList<>()).add(roles.size());
        roles.add(role);
    }

    /** The columns that must hold numbers and do not. */
    List<Integer> troubles() {
        return troubles;
    }

    public int size() {
        return names.size();
    }

    public List<String> names() {
        return names;
    }

    public String name(int c) {
        return names.get(c);
    }

    public ColumnRole role(int c) {
        return roles.get(c);
    }

    public CellFormat format(int c) {
        return formats.get(c);
    }

    /** The decimal mark of the table. */
    public char mark() {
        return mark;
    }

    /** The columns with a role, in the order of the file. */
    public List<Integer> all(ColumnRole role) {
        return places.getOrDefault(role, List.of());
    }

    /** The column with the names of the rows, or −1. */
    public int nameColumn() {
        return roles.indexOf(ColumnRole.NAMES);
    }

    /** The names of the columns of numbers. */
    public List<String> numberNames() {
        return all(ColumnRole.NUMBERS).stream().map(names::get).toList();
    }

    /** Says how numbers are read that are not written plainly, one sentence each. */
    public List<String> notices() {
        List<String> said = new ArrayList<>();
        if (foundComma) said.add("numbers have a decimal comma (--decimal . if they do not)");
        List<Integer> numbers = all(ColumnRole.NUMBERS);
        say(
                said,
                numbers.stream().filter(c -> formats.get(c).truth()).toList(),
                "words for true and false are 1 and 0");
        say(
                said,
                numbers.stream().filter(c -> formats.get(c).grouped()).toList(),
                "separators of thousands are ignored");
        numbers.stream()
                .map(c -> formats.get(c).sign())
                .filter(sign -> !sign.isEmpty())
                .distinct()
                .forEach(sign -> say(
                        said,
                        numbers.stream()
                                .filter(c -> formats.get(c).sign().equals(sign))
                                .toList(),
                        sign.equals("%")
                                ? "per cent signs are left out, so 12 % is 12"
                                : "the sign " + sign + " is left out"));
        say(said, all(ColumnRole.EMPTY), "empty, left out");
        return said;
    }

    private void say(List<String> said, List<Integer> columns, String what) {
        if (columns.isEmpty()) return;
        String listed = columns.stream()
                .limit(MAX_LISTED)
                .map(c -> "'" + Excerpt.of(names.get(c)) + "'")
                .collect(Collectors.joining(", "));
        String more = columns.size() > MAX_LISTED ? " and " + (columns.size() - MAX_LISTED) + " more" : "";
        said.add("column" + (columns.size() == 1 ? " " : "s ") + listed + more + ": " + what);
    }
}
