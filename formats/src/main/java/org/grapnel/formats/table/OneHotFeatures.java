package org.grapnel.formats.table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.grapnel.data.DataException;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.input.Excerpt;
import org.grapnel.formats.input.NameValidator;
import org.grapnel.linalg.DenseMatrix;

/**
 * Features of zeros and ones, one for each category of a column, called {@code column=category}. They follow the columns
 * of numbers, and the categories are sorted, so that their order does not depend on that of the samples. A sample
 * without a category has zeros. {@link MissingWords#clear} says which texts mean no category.
 */
public final class OneHotFeatures {
    /** The most categories of a column. Each is a row of X. */
    private static final int MAX_CATEGORIES = 1000;

    /** The categories that a column may have even if most values differ. */
    private static final int FREE_CATEGORIES = 100;

    private final String file;
    private final List<String> names;
    private final ReadOptions options;
    private final List<int[]> rows = new ArrayList<>(); // of each column: the row of X of each sample, or −1

    /** @param numbers the names of the columns of numbers */
    public OneHotFeatures(String file, List<String> numbers, ReadOptions options) {
        this.file = file;
        names = new ArrayList<>(numbers);
        this.options = options;
    }

    /** Adds a column of categories. */
    public void add(String column, List<String> values) {
        List<String> clear = MissingWords.clear(values, options);
        Set<String> categories = new TreeSet<>(clear);
        categories.remove("");
        int count = categories.size();
        if (count > MAX_CATEGORIES || (count > FREE_CATEGORIES && count > values.size() / 2))
            throw new DataException(
                    "%s: --one-hot: column '%s' has %d different values in %d rows, too many for categories; leave it out"
                            + " with %s, or if it names the samples, add %s",
                    file,
                    Excerpt.of(column),
                    count,
                    values.size(),
                    ShellWord.columns("--drop", List.of(column)),
                    ShellWord.option("--id", column));
        Map<String, Integer> places = new HashMap<>();
        for (String category : categories) {
            places.put(category, names.size());
            names.add(name(column, category));
        }
        rows.add(
                clear.stream().mapToInt(value -> places.getOrDefault(value, -1)).toArray());
    }

    /** The name of the feature of a category. */
    public static String name(String column, String category) {
        return column + "=" + category;
    }

    /** The names of all features, those of numbers first. */
    public List<String> names() {
        return NameValidator.makeUnique(names);
    }

    /** Returns the numbers with the rows of the categories below them. The numbers are taken over. */
    public DenseMatrix append(DenseMatrix numbers) {
        if (rows.isEmpty()) return numbers;
        try (numbers) {
            DenseMatrix X = DenseMatrix.zeros(names.size(), numbers.cols());
            for (int i = 0; i < numbers.rows(); i++) X.copyRow(i, numbers, i);
            for (int[] places : rows)
                for (int j = 0; j < places.length; j++) if (places[j] >= 0) X.set(places[j], j, 1);
            return X;
        }
    }
}
