package org.grapnel.formats.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.grapnel.formats.input.NameValidator;
import org.grapnel.linalg.DenseMatrix;

/**
 * Features of zeros and ones, one for each category of a column, called {@code column=category}. They follow the columns
 * of numbers, and the categories are sorted, so that their order does not depend on that of the samples. A sample
 * without a category has zeros.
 */
public final class OneHotFeatures {
    private record CategoryColumn(List<String> values, List<String> categories) {}

    private final List<String> names;
    private final Set<String> missing;
    private final List<CategoryColumn> columns = new ArrayList<>();

    /**
     * @param numbers the names of the columns of numbers
     * @param missing the words that stand for no category
     */
    public OneHotFeatures(List<String> numbers, Set<String> missing) {
        names = new ArrayList<>(numbers);
        this.missing = missing;
    }

    /** Adds a column of categories. */
    public void add(String column, List<String> values) {
        Set<String> categories = new TreeSet<>(values);
        categories.removeAll(missing);
        columns.add(new CategoryColumn(values, List.copyOf(categories)));
        categories.forEach(category -> names.add(name(column, category)));
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
        if (columns.isEmpty()) return numbers;
        try (numbers) {
            DenseMatrix X = DenseMatrix.zeros(names.size(), numbers.cols());
            for (int i = 0; i < numbers.rows(); i++) X.copyRow(i, numbers, i);
            int next = numbers.rows();
            double[] row = new double[numbers.cols()];
            for (CategoryColumn column : columns) {
                for (String category : column.categories) {
                    for (int j = 0; j < row.length; j++)
                        row[j] = column.values.get(j).equals(category) ? 1 : 0;
                    X.setRow(next++, row);
                }
            }
            return X;
        }
    }
}
