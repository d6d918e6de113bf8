package org.grapnel.evaluate;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.grapnel.cluster.Clustering;
import org.grapnel.data.DataException;
import org.grapnel.runtime.Preconditions;

/**
 * nᵢⱼ, the number of samples of class i in cluster j, with aᵢ = Σⱼnᵢⱼ, bⱼ = Σᵢnᵢⱼ and n = Σᵢⱼnᵢⱼ: all that a score of a
 * clustering against the truth depends on. Classes and clusters that no sample has do not appear, and only the cells
 * that are not zero are stored, so a cluster for every sample costs no n² numbers.
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
     * The table of the true label and the cluster of every sample. A label that is blank, {@code NA} or {@code nan} is
     * missing, and the whole is refused: a score over the other samples would look like a score over all.
     */
    public static ContingencyTable of(List<String> truth, int[] clusters) {
        refuseMissing(truth);
        return of(LabelCodes.encode(truth), clusters);
    }

    /** The table of two partitions whose labels are any numbers. */
    public static ContingencyTable of(int[] truth, int[] clusters) {
        LabelCodes<Integer> codes = LabelCodes.encode(truth);
        return of(new LabelCodes<>(codes.labels().stream().map(String::valueOf).toList(), codes.encode()), clusters);
    }

    /** From counts, a row for each class. */
    public static ContingencyTable ofCounts(long[][] counts) {
        int classes = counts.length;
        int clusters = classes == 0 ? 0 : counts[0].length;
        long samples = 0;
        for (int i = 0; i < classes; i++) {
            Preconditions.require(
                    counts[i].length == clusters, "row %d has %d counts, not %d", i, counts[i].length, clusters);
            for (long c : counts[i]) {
                Preconditions.require(c >= 0, "row %d has the count %d, allowed are numbers >= 0", i, c);
                samples += c;
                Preconditions.require(
                        c <= MOST_SAMPLES && samples <= MOST_SAMPLES, "more than %d samples", MOST_SAMPLES);
            }
        }
        Preconditions.require(samples > 0, "there are no samples to score");
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
        int n = truth.encode().length;
        Preconditions.require(n == labels.length, "%d labels for %d clustered samples", n, labels.length);
        Preconditions.require(n > 0, "there are no samples to score");
        LabelCodes<Integer> clusters = LabelCodes.encode(labels);
        long width = clusters.count();
        long[] cells = new long[n];
        for (int i = 0; i < n; i++) cells[i] = truth.encode()[i] * width + clusters.encode()[i];
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
                .filter(i -> missing(truth.get(i)))
                .toArray();
        if (missing.length > 0)
            throw new DataException(
                    "sample %d has no label (\"%s\"), %d of %d samples have none; to score a part, pass only that part",
                    missing[0], truth.get(missing[0]), missing.length, truth.size());
    }

    private static boolean missing(String label) {
        String word = label.strip();
        return word.isEmpty()
                || word.equals("NA")
                || word.toLowerCase(Locale.ROOT).equals("nan");
    }

    /** Called with every cell that is not zero, by class, then by cluster. */
    interface ContingencyVisitor {
        void at(int classIndex, int cluster, long count);
    }

    void forEach(ContingencyVisitor cell) {
        for (int e = 0; e < count.length; e++) cell.at(classOf[e], clusterOf[e], count[e]);
    }

    /** The labels of the classes, in the order of the rows: ascending. */
    public List<String> classes() {
        return classes;
    }

    /** The numbers of the clusters that are not empty, in the order of the columns: ascending. */
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

    /** Whether each class is exactly one cluster: the partitions are equal but for the names. */
    public boolean isBijection() {
        return count.length == classes.size() && count.length == clusters.size();
    }

    /** The table, a row for each class. */
    public long[][] toArray() {
        long[][] table = new long[classes.size()][clusters.size()];
        forEach((i, j, c) -> table[i][j] = c);
        return table;
    }
}
