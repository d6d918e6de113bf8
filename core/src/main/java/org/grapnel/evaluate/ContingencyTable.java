package org.grapnel.evaluate;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.grapnel.cluster.Clustering;
import org.grapnel.data.DataException;
import org.grapnel.runtime.Preconditions;

/**
 * Counts nᵢⱼ of the samples of class i in cluster j, with aᵢ = Σⱼnᵢⱼ, bⱼ = Σᵢnᵢⱼ and n = Σᵢⱼnᵢⱼ. Every score against
 * labels depends only on this table. Empty classes and clusters do not appear, and only non-zero cells are stored, so a
 * cluster per sample does not need n² cells.
 */
public final class ContingencyTable {
    private static final long MOST_SAMPLES = 1L << 32;

    private final List<String> classes;
    private final List<Integer> clusters;
    private final int[] classOf; // of each cell, ascending, then by cluster
    private final int[] clusterOf;
    private final long[] count;
    private final long[] classSizes;
    private final long[] clusterSizes;
    private final long samples;

    private ContingencyTable(
            List<String> classes, List<Integer> clusters, int[] classOf, int[] clusterOf, long[] count, long samples) {
        this.classes = classes;
        this.clusters = clusters;
        this.classOf = classOf;
        this.clusterOf = clusterOf;
        this.count = count;
        this.samples = samples;
        classSizes = new long[classes.size()];
        clusterSizes = new long[clusters.size()];
        for (int cell = 0; cell < count.length; cell++) {
            classSizes[classOf[cell]] += count[cell];
            clusterSizes[clusterOf[cell]] += count[cell];
        }
    }

    public static ContingencyTable of(List<String> truth, Clustering clusters) {
        return of(truth, clusters.toArray());
    }

    /**
     * Counts the true label and the cluster of every sample. Refuses missing labels (blank, {@code NA} or {@code nan}):
     * a score of the other samples would look like a score of all.
     */
    public static ContingencyTable of(List<String> truth, int[] clusters) {
        refuseMissing(truth);
        return of(LabelCodes.encode(truth), clusters);
    }

    /** Counts two partitions whose labels are arbitrary integers. */
    public static ContingencyTable of(int[] truth, int[] clusters) {
        LabelCodes<Integer> codes = LabelCodes.encode(truth);
        return of(new LabelCodes<>(codes.labels().stream().map(String::valueOf).toList(), codes.codes()), clusters);
    }

    /** Creates a table from counts, one row per class. */
    public static ContingencyTable ofCounts(long[][] counts) {
        int classes = counts.length;
        int clusters = classes == 0 ? 0 : counts[0].length;
        long samples = 0;
        for (int i = 0; i < classes; i++) {
            Preconditions.require(
                    counts[i].length == clusters, "row %d has %d counts, expected %d", i, counts[i].length, clusters);
            for (long c : counts[i]) {
                Preconditions.require(c >= 0, "row %d has the count %d, counts must be >= 0", i, c);
                samples += c;
                Preconditions.require(
                        c <= MOST_SAMPLES && samples <= MOST_SAMPLES,
                        "the table has more than %d samples",
                        MOST_SAMPLES);
            }
        }
        Preconditions.require(samples > 0, "a contingency table needs at least 1 sample, got 0");
        int[] rows = IntStream.range(0, classes)
                .filter(i -> Arrays.stream(counts[i]).anyMatch(c -> c > 0))
                .toArray();
        int[] columns = IntStream.range(0, clusters)
                .filter(j -> Arrays.stream(counts).anyMatch(row -> row[j] > 0))
                .toArray();
        int[] cells = IntStream.range(0, Math.multiplyExact(rows.length, columns.length))
                .filter(cell -> counts[rows[cell / columns.length]][columns[cell % columns.length]] > 0)
                .toArray();
        return new ContingencyTable(
                Arrays.stream(rows).mapToObj(String::valueOf).toList(),
                Arrays.stream(columns).boxed().toList(),
                Arrays.stream(cells).map(cell -> cell / columns.length).toArray(),
                Arrays.stream(cells).map(cell -> cell % columns.length).toArray(),
                Arrays.stream(cells)
                        .mapToLong(cell -> counts[rows[cell / columns.length]][columns[cell % columns.length]])
                        .toArray(),
                samples);
    }

    private static ContingencyTable of(LabelCodes<String> truth, int[] labels) {
        int n = truth.codes().length;
        Preconditions.require(n == labels.length, "%d labels do not match %d clustered samples", n, labels.length);
        Preconditions.require(n > 0, "a contingency table needs at least 1 sample, got 0");
        LabelCodes<Integer> clusters = LabelCodes.encode(labels);
        long width = clusters.count();
        long[] cells = new long[n];
        for (int i = 0; i < n; i++) cells[i] = truth.codes()[i] * width + clusters.codes()[i];
        Arrays.sort(cells);
        int[] classOf = new int[n];
        int[] clusterOf = new int[n];
        long[] count = new long[n];
        int used = 0;
        for (int i = 0; i < n; i++) {
            if (i == 0 || cells[i] != cells[i - 1]) {
                classOf[used] = (int) (cells[i] / width);
                clusterOf[used++] = (int) (cells[i] % width);
            }
            count[used - 1]++;
        }
        return new ContingencyTable(
                truth.labels(),
                clusters.labels(),
                Arrays.copyOf(classOf, used),
                Arrays.copyOf(clusterOf, used),
                Arrays.copyOf(count, used),
                n);
    }

    private static void refuseMissing(List<String> truth) {
        int[] missing = IntStream.range(0, truth.size())
                .filter(i -> isMissing(truth.get(i)))
                .toArray();
        if (missing.length > 0)
            throw new DataException(
                    "sample %d has no label (\"%s\"), %d of %d samples have none; to score a subset, pass only that subset",
                    missing[0], truth.get(missing[0]), missing.length, truth.size());
    }

    /** Whether a label says that there is none: blank, {@code NA} or {@code nan}. */
    static boolean isMissing(String label) {
        String word = label.strip();
        return word.isEmpty()
                || word.equals("NA")
                || word.toLowerCase(Locale.ROOT).equals("nan");
    }

    /** Visits every non-zero cell, by class, then by cluster. */
    interface ContingencyVisitor {
        void at(int classIndex, int cluster, long count);
    }

    void forEach(ContingencyVisitor cell) {
        for (int e = 0; e < count.length; e++) cell.at(classOf[e], clusterOf[e], count[e]);
    }

    /** The labels of the classes in row order, ascending. */
    public List<String> classes() {
        return classes;
    }

    /** The numbers of the non-empty clusters in column order, ascending. */
    public List<Integer> clusters() {
        return clusters;
    }

    /** aᵢ. */
    public long classSize(int i) {
        return classSizes[i];
    }

    /** bⱼ. */
    public long clusterSize(int j) {
        return clusterSizes[j];
    }

    /** n. */
    public long samples() {
        return samples;
    }

    /** Whether each class is exactly one cluster: the partitions are equal up to names. */
    public boolean isBijection() {
        return count.length == classes.size() && count.length == clusters.size();
    }

    /** The table, one row per class. */
    public long[][] toArray() {
        long[][] table = new long[classes.size()][clusters.size()];
        forEach((i, j, c) -> table[i][j] = c);
        return table;
    }
}
