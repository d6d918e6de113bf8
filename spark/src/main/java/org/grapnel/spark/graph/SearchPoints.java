package org.grapnel.spark.graph;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.HorizontalConcat;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.spark.data.DensePanel;
import org.grapnel.spark.data.Panel;
import org.grapnel.spark.data.SparsePanel;

/**
 * Distinct samples for a search: columns of a panel with ascending numbers.
 *
 * @param members first duplicates of each point, itself included; empty if no point has duplicates
 */
record SearchPoints(int[] number, int[][] members, Panel panel) implements Serializable {
    int count() {
        return number.length;
    }

    /** Returns the first duplicates of a point, itself included. */
    int[] membersOf(int point) {
        return members.length == 0 ? new int[] {number[point]} : members[point];
    }

    /**
     * Returns the samples of a panel without an earlier duplicate.
     *
     * @param most maximum number of duplicates per sample: one more than the number of neighbours
     */
    static SearchPoints distinct(Panel panel, DuplicateSamples duplicates, int most) {
        int m = panel.samples();
        int[] column = new int[m];
        int kept = 0;
        boolean any = false;
        for (int j = 0; j < m; j++) {
            if (duplicates.isDropped(panel.first() + j)) continue;
            column[kept++] = j;
            any |= duplicates.membersOf(panel.first() + j).length > 1;
        }
        int[] columns = Arrays.copyOf(column, kept);
        int[] number = new int[kept];
        int[][] members = new int[any ? kept : 0][];
        for (int q = 0; q < kept; q++) {
            number[q] = panel.first() + columns[q];
            if (!any) continue;
            int[] all = duplicates.membersOf(number[q]);
            members[q] = all.length <= most ? all : Arrays.copyOf(all, most);
        }
        return new SearchPoints(number, members, kept == m ? panel : selected(panel, columns));
    }

    /** Returns the points [from, end). */
    SearchPoints range(int from, int end) {
        if (from == 0 && end == count()) return this;
        int[] columns = new int[end - from];
        Arrays.setAll(columns, q -> from + q);
        return select(columns);
    }

    /** Concatenates the identities of these points and of others, without the data. */
    SearchPoints identities(SearchPoints others) {
        return identities(List.of(this, others));
    }

    /** Concatenates the identities of several parts, without the data. */
    static SearchPoints identities(List<SearchPoints> parts) {
        int[] numbers =
                parts.stream().flatMapToInt(part -> Arrays.stream(part.number)).toArray();
        boolean any = parts.stream().anyMatch(part -> part.members.length > 0);
        int[][] equals = new int[any ? numbers.length : 0][];
        int at = 0;
        for (SearchPoints part : parts) for (int q = 0; any && q < part.count(); q++) equals[at++] = part.membersOf(q);
        return new SearchPoints(numbers, equals, parts.get(0).panel);
    }

    /** Returns the points with these ascending numbers. */
    SearchPoints selectNumbers(int[] numbers) {
        int[] positions = new int[count()];
        int kept = 0;
        for (int q = 0; q < count(); q++) if (Arrays.binarySearch(numbers, number[q]) >= 0) positions[kept++] = q;
        return select(Arrays.copyOf(positions, kept));
    }

    /** Returns the points at these ascending positions. */
    SearchPoints select(int[] positions) {
        if (positions.length == count()) return this;
        try (Matrix X = panel.matrix()) {
            return select(X, positions);
        }
    }

    /** Returns the points at these ascending positions of X, the matrix of this panel. */
    SearchPoints select(Matrix X, int[] positions) {
        int[] numbers = new int[positions.length];
        int[][] equals = new int[members.length == 0 ? 0 : positions.length][];
        for (int q = 0; q < positions.length; q++) {
            numbers[q] = number[positions[q]];
            if (equals.length > 0) equals[q] = members[positions[q]];
        }
        try (Matrix part = X.selectColumns(positions)) {
            return new SearchPoints(numbers, equals, panel(part));
        }
    }

    /** Merges disjoint parts, ordered by sample number. */
    static SearchPoints mergeByNumber(List<SearchPoints> parts) {
        List<SearchPoints> sorted = new ArrayList<>(parts);
        sorted.removeIf(part -> part.count() == 0);
        sorted.sort(Comparator.comparingInt(part -> part.number[0]));
        return concat(sorted.isEmpty() ? parts.subList(0, 1) : sorted);
    }

    /** Concatenates parts in the given order. */
    static SearchPoints concat(List<SearchPoints> parts) {
        if (parts.size() == 1) return parts.get(0);
        SearchPoints names = identities(parts);
        List<Matrix> matrices = new ArrayList<>();
        try {
            for (SearchPoints part : parts) matrices.add(part.panel.matrix());
            try (Matrix all = HorizontalConcat.concat(matrices)) {
                return new SearchPoints(names.number, names.members, panel(all));
            }
        } finally {
            matrices.forEach(Matrix::close);
        }
    }

    private static Panel selected(Panel panel, int[] columns) {
        try (Matrix X = panel.matrix();
                Matrix positions = X.selectColumns(columns)) {
            return panel(positions);
        }
    }

    private static Panel panel(Matrix X) {
        if (X instanceof SparseMatrix sparse) return new SparsePanel(0, sparse);
        return new DensePanel(0, X.cols(), ((DenseMatrix) X).toArray());
    }
}
