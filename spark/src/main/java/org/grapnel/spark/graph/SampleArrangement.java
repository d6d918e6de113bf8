package org.grapnel.spark.graph;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.Preconditions;
import org.grapnel.spark.data.ArrangedPanels;
import org.grapnel.spark.data.Panel;
import org.grapnel.spark.data.PanelMerger;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.data.SampleGroups;
import org.grapnel.spark.rdd.IndexPartitioner;
import org.grapnel.spark.rdd.OrderedSum;
import org.grapnel.spark.rdd.RddCheckpoints;
import scala.Tuple2;

/**
 * Another order of the samples, in which most neighbours share a partition. Steps that exchange rows along the edges of a graph hundreds of
 * times run in this order, because an edge within a partition costs nothing.
 *
 * <p>A {@link BlockTree} cuts the points into small blocks; consecutive blocks form regions of about the same size, as many as there are
 * partitions, or fewer if these are small. Region t becomes partition t, and its samples keep their order. So a move sends every row once, and needs no numbers: what
 * arrives is joined in the order of its origin. The driver holds how many samples of each partition are in each region, and at most
 * {@value #MOST_SAMPLED} points while the tree grows.
 */
public final class SampleArrangement implements AutoCloseable {
    private static final int MOST_SAMPLED = 20_000;

    /** Small partitions are merged up to this number of samples: a product costs little work, but a task for each region. */
    private static final int MERGED = 1 << 16;

    /** Numbers of X that a region may hold when panels move: 128 MB. */
    private static final long MOST_NUMBERS = 1 << 24;

    /** Number of sampled points in a region, and of blocks. Regions of more blocks have more equal sizes. */
    private static final int SAMPLED = 128;

    private static final int BLOCKS = 8;

    private final JavaRDD<int[]> regions; // of the samples of each partition
    private final int[] first;
    private final int[][] counts; // by partition, then by region
    private final int[] arrangedFirst;

    /** Numbers of samples that go from one partition to another. */
    private record MovedRows(int from, double[] rows) implements Serializable {}

    private SampleArrangement(JavaRDD<int[]> regions, int count) {
        this.regions = regions;
        List<int[]> parts = regions.map(own -> count(own, count)).collect();
        counts = parts.toArray(int[][]::new);
        first = new int[counts.length + 1];
        arrangedFirst = new int[count + 1];
        for (int q = 0; q < counts.length; q++) {
            first[q + 1] = first[q] + Arrays.stream(counts[q]).sum();
            for (int t = 0; t < count; t++) arrangedFirst[t + 1] += counts[q][t];
        }
        for (int t = 0; t < count; t++) arrangedFirst[t + 1] += arrangedFirst[t];
    }

    private static int[] count(int[] of, int count) {
        int[] counts = new int[count];
        for (int t : of) counts[t]++;
        return counts;
    }

    /** Arranges samples by the places of their points; the same seed gives the same order. The caller closes it. */
    public static SampleArrangement byPlace(Panels points, long seed) {
        int n = points.samples();
        int wanted = countRegions(n, points.partitions());
        int[] sample = CounterRandom.sample(n, Math.min(n, Math.min(MOST_SAMPLED, SAMPLED * wanted)), seed);
        BlockTree tree = BlockTree.grow(
                coordinates(points, sample), sample, Math.max(1, sample.length / (BLOCKS * wanted)), seed);
        int[] offsets = points.offsets();
        JavaRDD<int[]> blocks = points.rdd()
                .mapPartitionsWithIndex(
                        (part, own) -> List.of(blocks(own, offsets[part + 1] - offsets[part], tree))
                                .iterator(),
                        true)
                .persist(StorageLevel.MEMORY_AND_DISK());
        int count = tree.blocks();
        try {
            double[] sizes = OrderedSum.sum(blocks.map(own -> toDoubles(count(own, count))));
            int[] region = regions(sizes, n, wanted);
            return of(blocks.map(own -> Arrays.stream(own).map(b -> region[b]).toArray()), wanted);
        } finally {
            blocks.unpersist(false);
        }
    }

    static int countRegions(int samples, int partitions) {
        long merged = Math.max(1, (long) MERGED * partitions / samples);
        return (int) Math.max(Math.min(2, partitions), (partitions + merged - 1) / merged);
    }

    /**
     * Arranges samples by given regions. The caller closes it.
     *
     * @param regions the region of each sample, one array per partition
     */
    public static SampleArrangement of(JavaRDD<int[]> regions, int count) {
        regions.persist(StorageLevel.MEMORY_AND_DISK());
        RddCheckpoints.mark(regions); // before the first job
        try {
            return new SampleArrangement(regions, count);
        } catch (Exception | Error e) { // Scala throws undeclared checked exceptions
            regions.unpersist(false);
            throw e;
        }
    }

    private static double[][] coordinates(Panels points, int[] sample) {
        SearchPoints found = SamplePoints.collect(points, sample);
        double[][] x = new double[sample.length][points.features()];
        try (Matrix X = found.panel().matrix()) {
            double[] row = new double[sample.length];
            for (int f = 0; f < X.rows(); f++) {
                X.row(f, row);
                for (int q = 0; q < row.length; q++) x[q][f] = row[q];
            }
        }
        return x;
    }

    private static int[] blocks(Iterator<Panel> panels, int samples, BlockTree tree) {
        int[] blocks = new int[samples];
        int at = 0;
        while (panels.hasNext()) {
            Panel panel = panels.next();
            try (Matrix X = panel.matrix()) {
                int p = X.rows();
                double[] x = new double[Math.multiplyExact(p, X.cols())];
                double[] row = new double[X.cols()];
                for (int f = 0; f < p; f++) {
                    X.row(f, row);
                    for (int j = 0; j < row.length; j++) x[j * p + f] = row[j];
                }
                for (int j = 0; j < row.length; j++) blocks[at++] = tree.block(x, j * p, panel.first() + j);
            }
        }
        return blocks;
    }

    /** Returns the region of each block: consecutive blocks, of about the same number of samples together. */
    private static int[] regions(double[] sizes, int n, int count) {
        int[] region = new int[sizes.length];
        double before = 0;
        for (int b = 0; b < sizes.length; b++) {
            region[b] = Math.min(count - 1, (int) ((before + sizes[b] / 2) * count / n));
            before += sizes[b];
        }
        return region;
    }

    /** Returns the order of some samples, which are numbered from 0 and stay in their partitions. The caller closes it. */
    public SampleArrangement select(JavaRDD<boolean[]> kept) {
        return of(
                regions.zipPartitions(
                        kept,
                        (own, chosen) ->
                                List.of(select(own.next(), chosen.next())).iterator()),
                arrangedFirst.length - 1);
    }

    private static int[] select(int[] regions, boolean[] kept) {
        int[] selected = new int[regions.length];
        int count = 0;
        for (int i = 0; i < kept.length; i++) if (kept[i]) selected[count++] = regions[i];
        return Arrays.copyOf(selected, count);
    }

    /** Returns the first sample of every partition in this order, followed by the number of samples. */
    public int[] offsets() {
        return arrangedFirst.clone();
    }

    /** Returns the new number of the first sample that each region takes from each partition. */
    private int[][] firstNumbers() {
        int[][] numbers = new int[counts.length][];
        int[] next = Arrays.copyOf(arrangedFirst, arrangedFirst.length - 1);
        for (int q = 0; q < counts.length; q++) {
            numbers[q] = next.clone();
            for (int t = 0; t < next.length; t++) next[t] += counts[q][t];
        }
        return numbers;
    }

    /**
     * Moves rows to this order, lazily.
     *
     * @param rows one array per partition, r numbers for every sample
     */
    public JavaRDD<double[]> arrange(JavaRDD<double[]> rows, int r) {
        int targets = arrangedFirst.length - 1;
        JavaRDD<List<double[]>> split = regions.zipPartitions(
                rows,
                (own, mine) ->
                        List.of(split(own.next(), mine.next(), r, targets)).iterator());
        JavaPairRDD<Integer, MovedRows> sent =
                JavaPairRDD.fromJavaRDD(split.mapPartitionsWithIndex((q, pieces) -> address(pieces.next(), q), false));
        return sent.partitionBy(new IndexPartitioner(targets))
                .values()
                .mapPartitions(arrived -> List.of(join(inOrder(arrived))).iterator());
    }

    /** Moves rows back to the order of the samples, lazily. */
    public JavaRDD<double[]> restore(JavaRDD<double[]> arranged, int r) {
        int[][] sizes = counts;
        JavaPairRDD<Integer, MovedRows> sent = JavaPairRDD.fromJavaRDD(arranged.mapPartitionsWithIndex(
                (t, own) -> address(cut(own.next(), sizes, t, r), t), false));
        return regions.zipPartitions(
                sent.partitionBy(new IndexPartitioner(counts.length)).values(),
                (own, arrived) ->
                        List.of(merge(own.next(), inOrder(arrived), r)).iterator());
    }

    /** Returns the rows of each region. */
    private static List<double[]> split(int[] regions, double[] rows, int r, int targets) {
        double[][] parts = new double[targets][];
        int[] filled = new int[targets];
        int[] sizes = count(regions, targets);
        for (int t = 0; t < targets; t++) parts[t] = new double[Math.multiplyExact(sizes[t], r)];
        for (int i = 0; i < regions.length; i++)
            System.arraycopy(rows, i * r, parts[regions[i]], r * filled[regions[i]]++, r);
        return List.of(parts);
    }

    /** Returns the rows that came from each partition to region t. */
    private static List<double[]> cut(double[] rows, int[][] counts, int t, int r) {
        List<double[]> parts = new ArrayList<>();
        int at = 0;
        for (int[] count : counts) {
            parts.add(Arrays.copyOfRange(rows, at * r, (at + count[t]) * r));
            at += count[t];
        }
        return parts;
    }

    private static Iterator<Tuple2<Integer, MovedRows>> address(List<double[]> parts, int from) {
        List<Tuple2<Integer, MovedRows>> sent = new ArrayList<>();
        for (int to = 0; to < parts.size(); to++)
            if (parts.get(to).length > 0) sent.add(new Tuple2<>(to, new MovedRows(from, parts.get(to))));
        return sent.iterator();
    }

    private static List<MovedRows> inOrder(Iterator<MovedRows> arrived) {
        List<MovedRows> all = new ArrayList<>();
        arrived.forEachRemaining(all::add);
        all.sort(Comparator.comparingInt(MovedRows::from));
        return all;
    }

    private static double[] join(List<MovedRows> parts) {
        double[] all =
                new double[parts.stream().mapToInt(part -> part.rows.length).sum()];
        int at = 0;
        for (MovedRows part : parts) {
            System.arraycopy(part.rows, 0, all, at, part.rows.length);
            at += part.rows.length;
        }
        return all;
    }

    private static double[] merge(int[] regions, List<MovedRows> parts, int r) {
        double[] all = new double[Math.multiplyExact(regions.length, r)];
        int[] next = new int[parts.isEmpty() ? 0 : parts.get(parts.size() - 1).from + 1];
        double[][] rows = new double[next.length][];
        for (MovedRows part : parts) rows[part.from] = part.rows;
        for (int i = 0; i < regions.length; i++)
            System.arraycopy(rows[regions[i]], r * next[regions[i]]++, all, i * r, r);
        return all;
    }

    /** Moves groups to this order. The caller closes them. */
    public SampleGroups arrange(SampleGroups groups) {
        JavaRDD<double[]> moved = arrange(groups.labels().map(SampleArrangement::toDoubles), 1);
        return SampleGroups.create(moved.map(SampleArrangement::toInts), groups.clusters());
    }

    static double[] toDoubles(int[] numbers) {
        return Arrays.stream(numbers).asDoubleStream().toArray();
    }

    static int[] toInts(double[] numbers) {
        return Arrays.stream(numbers).mapToInt(x -> (int) x).toArray();
    }

    /** Returns whether a region of panels fits in the memory of a task, which holds it while it arrives. */
    public boolean canArrange(Panels X) {
        return (long) X.features() * X.samples() / (arrangedFirst.length - 1) <= MOST_NUMBERS;
    }

    /** Moves panels to this order, lazily; {@link Panels#persist} the result. */
    public Panels arrange(Panels X) {
        requireSame(X.offsets());
        int targets = arrangedFirst.length - 1;
        int[] from = first;
        int[][] numbers = firstNumbers();
        JavaPairRDD<Integer, Panel> sent = JavaPairRDD.fromJavaRDD(
                regions.zipPartitions(X.rdd(), (own, panels) -> new ArrangedPanels(own.next(), panels, from, numbers)));
        JavaRDD<Panel> moved = sent.partitionBy(new IndexPartitioner(targets))
                .values()
                .mapPartitions(arrived -> new PanelMerger(inSampleOrder(arrived)));
        return Panels.of(moved, X.features(), arrangedFirst, X.isGivenDense());
    }

    private void requireSame(int[] offsets) {
        Preconditions.require(
                Arrays.equals(offsets, first),
                "the order is that of %d samples in %d partitions, but there are %d in %d",
                first[first.length - 1],
                counts.length,
                offsets[offsets.length - 1],
                offsets.length - 1);
    }

    private static Iterator<Panel> inSampleOrder(Iterator<Panel> arrived) {
        List<Panel> all = new ArrayList<>();
        arrived.forEachRemaining(all::add);
        all.sort(Comparator.comparingInt(Panel::first));
        return all.iterator();
    }

    /** Moves a graph to this order. The caller closes it. */
    public SampleGraph arrange(SampleGraph graph) {
        requireSame(graph.offsets());
        int targets = arrangedFirst.length - 1;
        int[][] numbers = firstNumbers();
        JavaRDD<double[]> places = regions.mapPartitionsWithIndex(
                (q, own) -> List.of(places(own.next(), numbers[q])).iterator(), true);
        int[] offsets = arrangedFirst;
        JavaPairRDD<Integer, AdjacencyRows> sent = JavaPairRDD.fromJavaRDD(new GraphExchange(graph.patterns())
                .step(places, 1, own -> own, (share, own, slots) -> ArrangedRows.split(share, own, slots, offsets))
                .flatMap(List::iterator));
        return graph.replaceRows(
                sent.partitionBy(new IndexPartitioner(targets))
                        .values()
                        .mapPartitionsWithIndex(
                                (t, arrived) -> List.of(ArrangedRows.join(arrived, offsets[t]))
                                        .iterator(),
                                true),
                arrangedFirst,
                "the arranged graph");
    }

    /** Returns the new number of each sample. */
    private static double[] places(int[] regions, int[] firstNumbers) {
        int[] next = firstNumbers.clone();
        return Arrays.stream(regions).mapToDouble(t -> next[t]++).toArray();
    }

    @Override
    public void close() {
        regions.unpersist(false);
        RddCheckpoints.delete(regions);
    }
}
