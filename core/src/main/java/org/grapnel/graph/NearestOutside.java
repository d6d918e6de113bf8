package org.grapnel.graph;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.ExecutionContext;
import org.jspecify.annotations.Nullable;

/** Finds the nearest sample of another component, by products of the columns of X in blocks of {@value #BLOCK}. */
final class NearestOutside {
    private static final int BLOCK = 64;

    private final Matrix X;
    private final boolean cosine;
    private final double[] length;
    private final RowSet all;

    NearestOutside(Matrix X, Metric metric) {
        this.X = X;
        cosine = metric == Metric.COSINE;
        length = X.columnNorms();
        all = RowSet.all(X.rows());
    }

    /** A pair of samples; {@code key} grows with their distance. */
    record Found(int from, int to, double key) {
        private static final Comparator<Found> ORDER = Comparator.comparingDouble(Found::key)
                .thenComparingInt(pair -> Math.min(pair.from, pair.to))
                .thenComparingInt(pair -> Math.max(pair.from, pair.to));

        boolean isBefore(Found other) {
            return ORDER.compare(this, other) < 0;
        }
    }

    /** Returns for every searcher the nearest sample with another label. There must be one. */
    Found[] search(ExecutionContext context, int[] searchers, int[] label) {
        Found[] best = new Found[searchers.length];
        forEachSearcher(context, searchers, (q, key) -> {
            int i = searchers[q];
            int to = -1;
            double least = Double.POSITIVE_INFINITY;
            for (int j = 0; j < label.length; j++) {
                if (label[j] == label[i]) continue;
                double value = key.to(j);
                if (to >= 0 && !(value < least)) continue;
                least = value;
                to = j;
            }
            best[q] = new Found(i, to, least);
        });
        return best;
    }

    /** Returns the shortest pair of every two labels that the searchers find, shortest first. */
    List<Found> searchEachPart(ExecutionContext context, int[] searchers, int[] label, int parts) {
        @Nullable Found[][] best = new Found[parts][parts];
        @Nullable Found[][] ofSearcher = new Found[BLOCK][];
        forEachBlock(
                context,
                searchers,
                (from, count) -> (q, key) -> {
                    int i = searchers[from + q];
                    @Nullable Found[] found = new Found[parts];
                    for (int j = 0; j < label.length; j++) {
                        if (label[j] == label[i]) continue;
                        double value = key.to(j);
                        Found known = found[label[j]];
                        if (known == null || value < known.key) found[label[j]] = new Found(i, j, value);
                    }
                    ofSearcher[q] = found;
                },
                (from, count) -> {
                    for (int q = 0; q < count; q++) {
                        int own = label[searchers[from + q]];
                        @Nullable Found[] found = Objects.requireNonNull(ofSearcher[q]);
                        for (int other = 0; other < parts; other++) {
                            Found one = found[other];
                            if (one == null) continue;
                            Found known = best[Math.min(own, other)][Math.max(own, other)];
                            if (known == null || one.isBefore(known))
                                best[Math.min(own, other)][Math.max(own, other)] = one;
                        }
                    }
                });
        return Stream.of(best)
                .flatMap(Arrays::stream)
                .filter(Objects::nonNull)
                .map(Objects::requireNonNull)
                .sorted(Found.ORDER)
                .toList();
    }

    private interface Key {
        double to(int j);
    }

    private interface SearcherTask {
        void run(int q, Key key);
    }

    private interface BlockTasks {
        SearcherTask of(int from, int count);
    }

    private interface BlockEnd {
        void after(int from, int count);
    }

    private void forEachSearcher(ExecutionContext context, int[] searchers, SearcherTask task) {
        forEachBlock(context, searchers, (from, count) -> (q, key) -> task.run(from + q, key), (from, count) -> {});
    }

    private void forEachBlock(ExecutionContext context, int[] searchers, BlockTasks tasks, BlockEnd end) {
        int n = X.cols();
        for (int first = 0; first < searchers.length; first += BLOCK) {
            int from = first;
            int count = Math.min(BLOCK, searchers.length - from);
            try (DenseMatrix queries = columns(Arrays.copyOfRange(searchers, from, from + count));
                    DenseMatrix dots = DenseMatrix.zeros(n, count)) {
                X.transposeTimes(context, all, queries, dots);
                SearcherTask task = tasks.of(from, count);
                context.run(count, (q, scratch) -> task.run(q, j -> key(searchers[from + q], j, dots.get(j, q))));
            }
            end.after(from, count);
        }
    }

    private double key(int i, int j, double dot) {
        if (cosine) return length[i] == 0 || length[j] == 0 ? 1 : 1 - dot / length[i] / length[j];
        return length[i] * length[i] + length[j] * length[j] - 2 * dot;
    }

    private DenseMatrix columns(int[] chosen) {
        if (X instanceof DenseMatrix dense) return dense.selectColumns(chosen);
        SparseMatrix sparse = (SparseMatrix) X;
        DenseMatrix some = DenseMatrix.zeros(X.rows(), chosen.length);
        for (int q = 0; q < chosen.length; q++) {
            int at = q;
            sparse.forEachInColumn(chosen[q], (i, value) -> some.set(i, at, value));
        }
        return some;
    }

    /** Returns the distance of two samples, computed from their differences. */
    double distance(int i, int j) {
        if (cosine) return 1 - cosine(i, j);
        double squares = 0;
        double unit = Math.max(length[i], length[j]);
        if (unit == 0) return 0;
        for (int f = 0; f < X.rows(); f++) {
            double x = X.get(f, i) / unit;
            double y = X.get(f, j) / unit;
            squares += (x - y) * (x - y);
        }
        return unit * Math.sqrt(squares);
    }

    /** Divides each sample by its own length: that of one may vanish beside that of the other. */
    private double cosine(int i, int j) {
        if (length[i] == 0 || length[j] == 0) return length[i] == length[j] ? 1 : 0;
        double dots = 0;
        for (int f = 0; f < X.rows(); f++) dots += (X.get(f, i) / length[i]) * (X.get(f, j) / length[j]);
        return Math.min(1, dots);
    }
}
