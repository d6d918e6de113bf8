package org.grapnel.formats.hdf5;

import io.jhdf.api.Dataset;
import io.jhdf.api.Group;
import io.jhdf.api.Node;
import io.jhdf.object.datatype.CompoundDataType;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grapnel.data.DataException;
import org.grapnel.formats.input.ExactIntegers;
import org.grapnel.formats.input.GuardedCall;

/**
 * The table {@code obs} or {@code var} of an AnnData file. Since AnnData 0.7 a table is a group with one node per
 * column; before, it was one dataset of records.
 */
abstract class AnnDataTable {
    private static final String CATEGORIES = "__categories";

    final Hdf5File file;
    private final String name;

    private AnnDataTable(Hdf5File file, String name) {
        this.file = file;
        this.name = name;
    }

    static AnnDataTable open(Hdf5File file, String... path) {
        String name = String.join("/", path);
        Node node = file.find(file.root(), path)
                .orElseThrow(() -> new DataException("%s: the table '%s' is missing", file.name(), name));
        if (node instanceof Group group) return new AnnDataColumns(file, name, group);
        if (node instanceof Dataset records) return new AnnDataRecords(file, name, records);
        throw new DataException("%s: is not a table", file.place(name));
    }

    /** The name of the table in the file. */
    final String name() {
        return name;
    }

    final String place(String column) {
        return file.place(name + "/" + column);
    }

    /** The columns besides the names, which can be labels or colours. */
    abstract List<String> columns();

    /** Reads the names of the rows. */
    abstract List<String> names();

    /** Reads a column as texts, empty where a value is missing. */
    abstract List<String> values(String column);

    /** Reads a column as labels; none may be missing. */
    final List<String> labels(String column) {
        return ExactIntegers.requireLabels(values(column), place(column));
    }

    /** Replaces codes by their categories. The code −1 is a missing value. */
    static List<String> decode(int[] codes, List<String> categories) {
        List<String> texts = new ArrayList<>(codes.length);
        for (int code : codes) texts.add(code < 0 ? "" : categories.get(code));
        return texts;
    }

    /** Reads texts, or numbers formatted as labels. */
    final List<String> texts(Dataset dataset, String place) {
        boolean words = GuardedCall.run(place, () -> Hdf5Strings.isText(dataset.getDataType()));
        if (words) return Hdf5Strings.read(file, dataset, place);
        return ExactIntegers.formatAll(new Hdf5NumericDataset(file, dataset, place).readVector());
    }

    /** A group with one node per column. */
    private static final class AnnDataColumns extends AnnDataTable {
        private final Group group;

        AnnDataColumns(Hdf5File file, String name, Group group) {
            super(file, name);
            this.group = group;
        }

        @Override
        List<String> columns() {
            String index = index();
            return file.children(group).stream()
                    .filter(column -> !column.equals(CATEGORIES) && !column.equals(index))
                    .toList();
        }

        @Override
        List<String> names() {
            String index = index();
            if (file.find(group, index).isEmpty())
                throw new DataException("%s: the column with the names of '%s' is missing", place(index), name());
            return values(index);
        }

        /** The column with the names of the rows. */
        private String index() {
            return file.textAttribute(group, "_index").orElse("_index");
        }

        @Override
        List<String> values(String column) {
            String place = place(column);
            Optional<Node> node = file.find(group, column);
            if (node.orElse(null) instanceof Group parts) return readEncoded(parts, place);
            if (!(node.orElse(null) instanceof Dataset dataset))
                throw new DataException("%s: is not a column of texts or numbers", place);
            Optional<Dataset> categories = file.hasAttribute(dataset, "categories")
                    ? file.dataset(group, CATEGORIES, column)
                    : Optional.empty();
            return categories.isPresent() ? readCategorical(dataset, categories.get(), place) : texts(dataset, place);
        }

        private List<String> readEncoded(Group parts, String place) {
            Optional<Dataset> codes = file.dataset(parts, "codes");
            if (codes.isPresent() && file.dataset(parts, "categories").isPresent())
                return readCategorical(
                        codes.get(), file.dataset(parts, "categories").get(), place);
            Dataset values = file.dataset(parts, "values")
                    .orElseThrow(() -> new DataException(
                            "%s: has the unsupported encoding '%s'",
                            place, file.textAttribute(parts, "encoding-type").orElse("no")));
            return applyMask(texts(values, place), file.dataset(parts, "mask"), place);
        }

        private List<String> applyMask(List<String> values, Optional<Dataset> mask, String place) {
            if (mask.isEmpty()) return values;
            int[] missing = new Hdf5NumericDataset(file, mask.get(), place).readIntegers(0, 1);
            if (missing.length != values.size())
                throw new DataException("%s: has %d values but a mask of %d", place, values.size(), missing.length);
            List<String> texts = new ArrayList<>(values);
            for (int i = 0; i < missing.length; i++) if (missing[i] != 0) texts.set(i, "");
            return texts;
        }

        private List<String> readCategorical(Dataset codes, Dataset categories, String place) {
            List<String> texts = texts(categories, place);
            return decode(new Hdf5NumericDataset(file, codes, place).readIntegers(-1, texts.size() - 1), texts);
        }
    }

    /** A table of records. The codes are explained by {@code uns/…_categories}. */
    private static final class AnnDataRecords extends AnnDataTable {
        private final Dataset records;

        AnnDataRecords(Hdf5File file, String name, Dataset records) {
            super(file, name);
            this.records = records;
        }

        @Override
        List<String> columns() {
            return GuardedCall.run(file.place(name()), () -> {
                if (records.getDataType() instanceof CompoundDataType type)
                    return type.getMembers().stream()
                            .map(CompoundDataType.CompoundDataMember::getName)
                            .toList();
                throw new DataException("%s: is not a table", file.place(name()));
            });
        }

        @Override
        List<String> names() {
            List<String> columns = columns();
            String index = columns.contains("index") || columns.isEmpty() ? "index" : columns.get(0);
            return column(index);
        }

        @Override
        List<String> values(String column) {
            String place = place(column);
            Optional<Dataset> categories = file.dataset(file.root(), "uns", column + "_categories");
            if (categories.isEmpty()) return column(column);
            List<String> texts = texts(categories.get(), place);
            Object codes = member(column);
            return GuardedCall.run(place, () -> {
                int[] wholes = new int[Array.getLength(codes)];
                for (int i = 0; i < wholes.length; i++) wholes[i] = Array.getInt(codes, i);
                return decode(wholes, texts);
            });
        }

        private List<String> column(String column) {
            String place = place(column);
            Object member = member(column);
            return GuardedCall.run(place, () -> {
                List<String> texts = new ArrayList<>();
                for (int i = 0; i < Array.getLength(member); i++) {
                    Object value = Array.get(member, i);
                    texts.add(
                            value instanceof Number number
                                    ? ExactIntegers.format(number.doubleValue())
                                    : value.toString());
                }
                return texts;
            });
        }

        private Object member(String column) {
            String place = place(column);
            return GuardedCall.run(place, () -> {
                Object data = Hdf5Strings.data(file, records, place);
                Object member = data instanceof Map<?, ?> members ? members.get(column) : null;
                if (member != null && member.getClass().isArray()) return member;
                throw new DataException("%s: is not a column of texts or numbers", place);
            });
        }
    }
}
