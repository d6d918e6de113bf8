package org.grapnel.spark.graph;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeSet;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import org.grapnel.graph.Metric;
import org.grapnel.graph.SearchKind;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.spark.data.DensePanel;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.rdd.IndexPartitioner;
import scala.Tuple2;

/**
 * Finds nearly all of the k nearest neighbours of samples with few features in time O(n·log n), and measures the recall.
 *
 * <p>A {@link BlockTree} cuts the samples into blocks of about {@value #BLOCK}, in which all pairs are compared. Several
 * trees cut at different places; a neighbour is missed only if all of them separate it from the sample. The true
 * neighbours of probes tell before the search how many trees are needed: a tree is added until enough of them share a
 * block with their probe, up to {@value #MOST_TREES} trees. Of a few random trees the best for the probes is taken. The
 * reported recall is that of the final lists of other probes. Distances are exact; only neighbours may be missing. The
 * same seed gives the same neighbours, for any partitions.
 *
 * <p>T trees compare a sample with about T·{@value #BLOCK} others, whatever n is. One shuffle moves T·|X|. A task holds
 * the samples of a block, at most about 32 MB, four and a half times (as received, as matrices in parts and joined, and in
 * single precision). The driver holds at most 32 MB of samples and the trees, which are smaller.
 */
final class TreeNeighbors {
    /** Number of samples in a block. Smaller blocks need more trees; larger blocks need more comparisons. */
    static final int BLOCK = 10_000;

    /** Maximum number of trees. */
    static final int MOST_TREES = 16;
    /** Maximum number of features: wider samples need so many bytes that blocks become too small. */
    static final int MOST_FEATURES = 512;

    /** Number of random trees of which the best is taken. */
    private static final int CHOICE = 3;

    /** Number of sampled points in a block, on which a tree is grown. */
    private static final int SAMPLED = 128;

    private static final long BLOCK_BYTES = 32L << 20;

    private final Panels X;
    private final NeighborSearchConfig config;
    private final SampleScan scan;
    private final int blockSize;

    /** Coordinates of some samples, in the units of the search. */
    private record Coordinates(int[] number, double[][] x) {}

    /** Trees whose blocks are numbered one after the other, and the first block of each. */
    private record Forest(List<BlockTree> trees, int[] first) implements Serializable {
        static Forest of(List<BlockTree> trees) {
            int[] first = new int[trees.size() + 1];
            for (int t = 0; t < trees.size(); t++)
                first[t + 1] = first[t] + trees.get(t).blocks();
            return new Forest(List.copyOf(trees), first);
        }

        int blocks() {
            return first[trees.size()];
        }
    }

    TreeNeighbors(Panels X, NeighborSearchConfig config, SampleScan scan, int blockSize) {
        this.X = X;
        this.config = config;
        this.scan = scan;
        long most = BLOCK_BYTES / (8L * Math.max(1, X.features()));
        // so that most lists are full after the first tree
        this.blockSize = Math.max((int) Math.min(blockSize, most), 4 * config.k());
    }

    ExactNeighbors.NeighborSearchResult search() {
        NearestLists truth = scan.probe(CounterRandom.split(config.seed(), 1));
        Forest forest = Forest.of(plan(truth));
        Broadcast<Forest> sent = scan.context().broadcast(forest);
        NeighborSearchConfig task = config;
        JavaRDD<NearestLists> found = scan.points()
                .flatMapToPair(part -> splitByBlock(part.points(), sent.value(), task))
                .partitionBy(new IndexPartitioner(forest.blocks()))
                .values()
                .mapPartitions(arrived -> searchBlock(arrived, task));
        JavaRDD<NearestLists> lists =
                CellSearch.merge(found, X.offsets(), task.k()).persist(StorageLevel.MEMORY_AND_DISK());
        try {
            double recall = SampleScan.recall(lists, truth);
            return new ExactNeighbors.NeighborSearchResult(
                    scan.completeShortLists(lists), List.of(lists), OptionalDouble.of(recall));
        } catch (Exception | Error e) { // Scala throws undeclared checked exceptions
            lists.unpersist(false);
            throw e;
        }
    }

    /** Grows trees until the probes at even places share a block with enough of their true neighbours. */
    List<BlockTree> plan(NearestLists truth) {
        int most = (int) Math.min(scan.maxDriverSamples(), (long) SAMPLED * scan.distinct() / blockSize + 1);
        Coordinates sample = coordinates(scan.draw(most, CounterRandom.split(config.seed(), 0)), config);
        int inBlock = (int) Math.max(1, (long) blockSize * sample.x.length / scan.distinct());
        int[][] missing = pairs(truth);
        Coordinates ends = coordinates(scan.collect(numbers(missing)), config);
        int all = missing.length;
        double share = SearchKind.RECALL;
        // two standard errors more, because the other samples may fare slightly worse than the probes
        double needed = Math.min(all, share * all + 2 * Math.sqrt(all * share * (1 - share)));
        List<BlockTree> trees = new ArrayList<>();
        while (trees.isEmpty() || (all - missing.length < needed && trees.size() < MOST_TREES)) {
            BlockTree best = null;
            int[][] left = missing;
            for (int choice = 0; choice < CHOICE; choice++) {
                long seed = CounterRandom.split(config.seed(), 2L + (long) CHOICE * trees.size() + choice);
                BlockTree tree = BlockTree.grow(sample.x, sample.number, inBlock, seed);
                int[][] separated = separated(missing, tree, ends);
                if (best == null || separated.length < left.length) {
                    best = tree;
                    left = separated;
                }
            }
            trees.add(best);
            missing = left;
        }
        return trees;
    }

    /** Returns the pairs of a probe at an even place and a true neighbour, by number. */
    private static int[][] pairs(NearestLists truth) {
        List<int[]> pairs = new ArrayList<>();
        for (int i = 0; i < truth.number().length; i += 2)
            for (int e = truth.start()[i]; e < truth.start()[i + 1]; e++)
                if (e == truth.start()[i] || truth.group()[e] != truth.group()[e - 1])
                    pairs.add(new int[] {truth.number()[i], truth.group()[e]});
        return pairs.toArray(int[][]::new);
    }

    private static int[] numbers(int[][] pairs) {
        TreeSet<Integer> numbers = new TreeSet<>();
        for (int[] pair : pairs) for (int number : pair) numbers.add(number);
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Returns the pairs that a tree separates. */
    private static int[][] separated(int[][] pairs, BlockTree tree, Coordinates points) {
        int[] block = new int[points.number.length];
        for (int q = 0; q < block.length; q++) block[q] = tree.block(points.x[q], 0, points.number[q]);
        return Arrays.stream(pairs)
                .filter(pair -> block[Arrays.binarySearch(points.number, pair[0])]
                        != block[Arrays.binarySearch(points.number, pair[1])])
                .toArray(int[][]::new);
    }

    private static Coordinates coordinates(SearchPoints points, NeighborSearchConfig config) {
        try (Matrix X = points.panel().matrix()) {
            double[] all = coordinates(X, config);
            double[][] x = new double[points.count()][];
            Arrays.setAll(x, q -> Arrays.copyOfRange(all, q * X.rows(), (q + 1) * X.rows()));
            return new Coordinates(points.number(), x);
        }
    }

    /** Returns the columns of X, one after the other, divided by the unit of the search or by their lengths. */
    private static double[] coordinates(Matrix X, NeighborSearchConfig config) {
        int p = X.rows();
        int m = X.cols();
        double[] length = config.metric() == Metric.COSINE ? X.columnNorms() : new double[0];
        double[] x = new double[Math.multiplyExact(p, m)];
        double[] row = new double[m];
        for (int f = 0; f < p; f++) {
            X.row(f, row);
            for (int j = 0; j < m; j++) x[j * p + f] = row[j] / (length.length > 0 ? length[j] : config.unit());
        }
        return x;
    }

    /** Sends every point to one block of each tree. */
    private static Iterator<Tuple2<Integer, SearchPoints>> splitByBlock(
            SearchPoints part, Forest forest, NeighborSearchConfig config) {
        int m = part.count();
        if (m == 0) return List.<Tuple2<Integer, SearchPoints>>of().iterator();
        List<Tuple2<Integer, SearchPoints>> pieces = new ArrayList<>();
        try (Matrix X = part.panel().matrix()) {
            int p = X.rows();
            double[] x = coordinates(X, config);
            double[][] rows = new double[p][m];
            for (int f = 0; f < p; f++) X.row(f, rows[f]);
            int[] block = new int[m];
            for (int t = 0; t < forest.trees.size(); t++) {
                BlockTree tree = forest.trees.get(t);
                int[] end = new int[tree.blocks()];
                for (int j = 0; j < m; j++) {
                    block[j] = tree.block(x, j * p, part.number()[j]);
                    end[block[j]]++;
                }
                for (int b = 1; b < end.length; b++) end[b] += end[b - 1];
                int[] order = new int[m];
                for (int j = m - 1; j >= 0; j--) order[--end[block[j]]] = j; // end is now the start
                for (int b = 0; b < end.length; b++) {
                    int to = b + 1 < end.length ? end[b + 1] : m;
                    if (to > end[b])
                        pieces.add(new Tuple2<>(
                                forest.first[t] + b, select(part, rows, Arrays.copyOfRange(order, end[b], to))));
                }
            }
        }
        return pieces.iterator();
    }

    private static SearchPoints select(SearchPoints part, double[][] rows, int[] columns) {
        int[] number = new int[columns.length];
        int[][] members = new int[part.members().length == 0 ? 0 : columns.length][];
        double[][] values = new double[rows.length][columns.length];
        for (int q = 0; q < columns.length; q++) {
            number[q] = part.number()[columns[q]];
            if (members.length > 0) members[q] = part.members()[columns[q]];
        }
        for (int f = 0; f < rows.length; f++)
            for (int q = 0; q < columns.length; q++) values[f][q] = rows[f][columns[q]];
        return new SearchPoints(number, members, new DensePanel(0, columns.length, values));
    }

    private static Iterator<NearestLists> searchBlock(Iterator<SearchPoints> arrived, NeighborSearchConfig config) {
        List<SearchPoints> parts = new ArrayList<>();
        arrived.forEachRemaining(parts::add);
        return CellSearch.search(parts, List.of(), config).stream().iterator();
    }
}
