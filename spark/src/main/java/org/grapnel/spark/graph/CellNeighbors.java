package org.grapnel.spark.graph;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import org.grapnel.graph.BlockSearch;
import org.grapnel.graph.SearchKind;
import org.grapnel.linalg.HorizontalConcat;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.rdd.IndexPartitioner;
import scala.Tuple2;

/**
 * Finds nearly all of the k nearest neighbours of every sample without comparing all pairs, and measures the recall.
 *
 * <p>Random samples are the landmarks. A sample is sent to the cells of its a nearest landmarks and searches the first
 * s of them, so x finds y if one of the first s cells of x is among the first a cells of y. Probe samples, whose true
 * neighbours are found by a scan of X, select the cheapest (a, s) that reaches the required recall. The reported recall
 * is that of the final lists of other probes. Distances are exact; only neighbours may be missing. The same seed and
 * partitions give the same neighbours.
 *
 * <p>One shuffle moves a·|X|. A task holds the samples of a cell: about 1000·a of them, four and a half times (as
 * received, as matrices in parts and joined, and in single precision). The driver holds the landmarks, at most 32 MB,
 * and a few hundred samples.
 */
final class ApproximateNeighbors {
    private static final int SAMPLES_PER_CELL = 1000;
    private static final int MOST_CELLS = 4096;
    private static final int FEWEST_CELLS = 16;
    private static final long DRIVER_BYTES = 32L << 20;
    /** Maximum number of cells that a sample is sent to. */
    private static final int MOST_OFFERS = 16;
    /** Maximum number of cells that a sample searches. */
    private static final int MOST_SEARCHED = 4;
    /** Number of probes. One half selects the number of cells, the other half measures the recall. */
    private static final int PROBES = 400;

    private final Panels X;
    private final NeighborSearchConfig config;
    private final JavaRDD<RankedPoints> points;
    private final int distinct;
    private final JavaSparkContext context;

    /** The nearest landmarks of some points, {@code offers} for each, nearest first. */
    private record CellAssignment(int[] number, int offers, int[] cell) implements Serializable {
        int[] of(int i) {
            return Arrays.copyOfRange(cell, i * offers, (i + 1) * offers);
        }
    }

    /** Number of cells that a sample is sent to, and number of cells that it searches. */
    private record CellPlan(int offered, int searched) implements Serializable {}

    /** Samples of a cell: those that search it, or the others. */
    private record CellMembers(boolean isFront, SearchPoints points) implements Serializable {}

    ApproximateNeighbors(Panels X, JavaRDD<DuplicateSamples> duplicates, int[] rank, NeighborSearchConfig config) {
        this.X = X;
        this.config = config;
        distinct = rank[rank.length - 1];
        points = RankedPoints.create(X, duplicates, rank, config.k() + 1);
        context = JavaSparkContext.fromSparkContext(X.rdd().context());
    }

    ExactNeighbors.NeighborSearchResult search() {
        SearchPoints landmarks = draw(countCells(), CounterRandom.split(config.seed(), 0));
        int offers = Math.min(MOST_OFFERS, landmarks.count());
        Broadcast<SearchPoints> marks = context.broadcast(landmarks);
        NeighborSearchConfig task = config;
        JavaRDD<CellAssignment> assigned = points.map(part -> assignCells(part.points(), marks.value(), offers, task))
                .persist(StorageLevel.MEMORY_AND_DISK());
        SearchPoints probes = draw(Math.min(PROBES, maxDriverSamples()), CounterRandom.split(config.seed(), 1));
        NearestLists truth = scan(probes);
        CellPlan plan = plan(truth, assigned, landmarks.count());
        int cells = landmarks.count();
        JavaPairRDD<Integer, CellMembers> pieces =
                points.zip(assigned).flatMapToPair(pair -> splitByCell(pair._1().points(), pair._2(), plan, cells));
        int[] first = X.offsets();
        JavaRDD<NearestLists> lists = pieces.partitionBy(new IndexPartitioner(cells))
                .values()
                .mapPartitions(arrived -> searchCell(arrived, task))
                .flatMapToPair(
                        list -> DirectedNeighbors.splitByPartition(list, first).iterator())
                .partitionBy(new IndexPartitioner(X.partitions()))
                .values()
                .mapPartitions(arrived -> merge(arrived, task.k()))
                .persist(StorageLevel.MEMORY_AND_DISK());
        double recall = recall(lists, truth);
        return new ExactNeighbors.NeighborSearchResult(
                completeShortLists(lists), List.of(lists, assigned), OptionalDouble.of(recall));
    }

    private double bytesPerSample() {
        return 12.0 * Math.max(1, X.nonZeros()) / X.samples();
    }

    /** Returns the number of samples that the driver may hold. */
    private int maxDriverSamples() {
        return (int) Math.max(1, Math.min(distinct, DRIVER_BYTES / bytesPerSample()));
    }

    private int countCells() {
        int wanted = Math.max(FEWEST_CELLS, distinct / Math.max(SAMPLES_PER_CELL, 8 * config.k()));
        return Math.min(Math.min(wanted, MOST_CELLS), maxDriverSamples());
    }

    /** Draws distinct samples at random and collects them. */
    private SearchPoints draw(int count, long seed) {
        TreeSet<Integer> drawn = new TreeSet<>();
        for (long draw = 0; drawn.size() < count; draw++)
            drawn.add((int) (CounterRandom.uniform(seed, draw, 0) * distinct));
        int[] ranks = drawn.stream().mapToInt(Integer::intValue).toArray();
        return SearchPoints.mergeByNumber(
                points.map(part -> part.selectRanks(ranks)).collect());
    }

    private static CellAssignment assignCells(
            SearchPoints part, SearchPoints landmarks, int offers, NeighborSearchConfig config) {
        int m = part.count();
        int[] cell = new int[m * offers];
        if (m > 0) {
            BlockSearch.NeighborLists lists = across(part, landmarks, offers, config);
            for (int i = 0; i < m; i++) for (int q = 0; q < offers; q++) cell[i * offers + q] = lists.point(i, q) - m;
        }
        return new CellAssignment(part.number(), offers, cell);
    }

    /** Finds the k nearest of some points among others. */
    private static BlockSearch.NeighborLists across(
            SearchPoints part, SearchPoints others, int k, NeighborSearchConfig config) {
        try (ExecutionContext context = ExecutionContext.create(1);
                Matrix A = part.panel().matrix();
                Matrix B = others.panel().matrix();
                Matrix both = HorizontalConcat.concat(List.of(A, B))) {
            return BlockSearch.nearestAcross(context, both, part.count(), k, config.metric(), config.unit());
        }
    }

    /** Finds the true neighbours of a few samples by comparing them with all. */
    private NearestLists scan(SearchPoints few) {
        Broadcast<SearchPoints> sent = context.broadcast(few);
        NeighborSearchConfig task = config;
        NearestLists all = points.filter(part -> part.points().count() > 0)
                .mapToPair(part -> new Tuple2<>(0, scan(sent.value(), part.points(), task)))
                .reduceByKey((a, b) -> a.mergeDisjoint(b, task.k() + 1), 1)
                .values()
                .collect()
                .get(0);
        sent.destroy();
        return all.withoutSelf(task.k());
    }

    private static NearestLists scan(SearchPoints few, SearchPoints part, NeighborSearchConfig config) {
        try (ExecutionContext context = ExecutionContext.create(1);
                Matrix A = few.panel().matrix();
                Matrix B = part.panel().matrix();
                Matrix both = HorizontalConcat.concat(List.of(A, B))) {
            // one more, because a sample finds itself
            BlockSearch.NeighborLists lists = BlockSearch.nearestAcross(
                    context, both, few.count(), config.k() + 1, config.metric(), config.unit());
            NearestLists of =
                    NearestLists.create(context, both, few.identities(part), lists, 0, few.count(), config.dots());
            return config.dots() ? of.withSelf(context, both) : of;
        }
    }

    /** Returns the cheapest plan with which half of the probes reach the required recall, or the largest plan. */
    private CellPlan plan(NearestLists truth, JavaRDD<CellAssignment> assigned, int cells) {
        Map<Integer, int[]> cellsOf = cellsOf(truth, assigned);
        int offers = Math.min(MOST_OFFERS, cells);
        CellPlan best = new CellPlan(offers, Math.min(MOST_SEARCHED, offers));
        double cheapest = Double.POSITIVE_INFINITY;
        // approximate cost of shuffling a sample relative to comparing it with a cell
        double move = 0.4 * SAMPLES_PER_CELL / ((double) distinct / cells);
        for (int offered = 1; offered <= offers; offered++) {
            for (int searched = 1; searched <= Math.min(offered, MOST_SEARCHED); searched++) {
                double cost = offered * (move + searched);
                CellPlan plan = new CellPlan(offered, searched);
                if (cost < cheapest && reachesRecall(plan, truth, cellsOf)) {
                    best = plan;
                    cheapest = cost;
                }
            }
        }
        return best;
    }

    private static boolean reachesRecall(CellPlan plan, NearestLists truth, Map<Integer, int[]> cellsOf) {
        long all = 0;
        long found = 0;
        for (int i = 0; i < truth.number().length; i += 2) {
            int[] own = cellsOf.getOrDefault(truth.number()[i], new int[0]);
            for (int e = truth.start()[i]; e < truth.start()[i + 1]; e++) {
                int[] other = cellsOf.getOrDefault(truth.group()[e], new int[0]);
                all++;
                if (shareCell(own, Math.min(own.length, plan.searched), other, Math.min(other.length, plan.offered)))
                    found++;
            }
        }
        double share = SearchKind.RECALL;
        // two standard errors more, because the other samples may fare slightly worse than the probes
        return found >= Math.min((double) all, share * all + 2 * Math.sqrt(all * share * (1 - share)));
    }

    private static boolean shareCell(int[] own, int searched, int[] other, int offered) {
        for (int q = 0; q < searched; q++) for (int t = 0; t < offered; t++) if (own[q] == other[t]) return true;
        return false;
    }

    /** Returns the cells of the probes and of their neighbours. */
    private Map<Integer, int[]> cellsOf(NearestLists truth, JavaRDD<CellAssignment> assigned) {
        TreeSet<Integer> wanted = new TreeSet<>();
        for (int number : truth.number()) wanted.add(number);
        for (int number : truth.group()) wanted.add(number);
        int[] numbers = wanted.stream().mapToInt(Integer::intValue).toArray();
        Map<Integer, int[]> cellsOf = new TreeMap<>();
        for (Tuple2<Integer, int[]> pair :
                assigned.flatMap(part -> cellsOf(part, numbers).iterator()).collect())
            cellsOf.put(pair._1(), pair._2());
        return cellsOf;
    }

    private static List<Tuple2<Integer, int[]>> cellsOf(CellAssignment part, int[] numbers) {
        List<Tuple2<Integer, int[]>> pairs = new ArrayList<>();
        for (int i = 0; i < part.number.length; i++)
            if (Arrays.binarySearch(numbers, part.number[i]) >= 0) pairs.add(new Tuple2<>(part.number[i], part.of(i)));
        return pairs;
    }

    /** Splits the points of a panel by the cells that they are sent to. */
    private static Iterator<Tuple2<Integer, CellMembers>> splitByCell(
            SearchPoints part, CellAssignment assigned, CellPlan plan, int cells) {
        int m = part.count();
        int[][] front = new int[cells][0];
        int[][] others = new int[cells][0];
        int[] fronts = new int[cells];
        int[] rest = new int[cells];
        for (int i = 0; i < m; i++) {
            for (int q = 0; q < plan.offered; q++) {
                int cell = assigned.cell[i * assigned.offers + q];
                boolean isFront = q < plan.searched;
                int[][] into = isFront ? front : others;
                int[] size = isFront ? fronts : rest;
                if (size[cell] == into[cell].length)
                    into[cell] = Arrays.copyOf(into[cell], Math.max(4, 2 * size[cell]));
                into[cell][size[cell]++] = i;
            }
        }
        List<Tuple2<Integer, CellMembers>> pieces = new ArrayList<>();
        try (Matrix matrix = part.panel().matrix()) {
            for (int cell = 0; cell < cells; cell++) {
                if (fronts[cell] > 0)
                    pieces.add(new Tuple2<>(
                            cell,
                            new CellMembers(true, part.select(matrix, Arrays.copyOf(front[cell], fronts[cell])))));
                if (rest[cell] > 0)
                    pieces.add(new Tuple2<>(
                            cell,
                            new CellMembers(false, part.select(matrix, Arrays.copyOf(others[cell], rest[cell])))));
            }
        }
        return pieces.iterator();
    }

    /** Finds the nearest neighbours within a cell for the samples that search it. */
    private static Iterator<NearestLists> searchCell(Iterator<CellMembers> arrived, NeighborSearchConfig config) {
        List<SearchPoints> front = new ArrayList<>();
        List<SearchPoints> others = new ArrayList<>();
        while (arrived.hasNext()) {
            CellMembers piece = arrived.next();
            (piece.isFront ? front : others).add(piece.points);
        }
        if (front.isEmpty()) return List.<NearestLists>of().iterator();
        front.sort((a, b) -> Integer.compare(a.number()[0], b.number()[0]));
        others.sort((a, b) -> Integer.compare(a.number()[0], b.number()[0]));
        int count = 0;
        for (SearchPoints part : front) count += part.count();
        List<SearchPoints> all = new ArrayList<>(front);
        all.addAll(others);
        SearchPoints names = SearchPoints.identities(all);
        List<Matrix> parts = new ArrayList<>();
        try (ExecutionContext context = ExecutionContext.create(1)) {
            for (SearchPoints part : all) parts.add(part.panel().matrix());
            try (Matrix M = HorizontalConcat.concat(parts)) {
                BlockSearch.NeighborLists lists = BlockSearch.nearestOfFront(
                        context, M, names.number(), count, config.k(), config.metric(), config.unit());
                NearestLists of = NearestLists.create(context, M, names, lists, 0, count, config.dots());
                return List.of(config.dots() ? of.withSelf(context, M) : of).iterator();
            }
        } finally {
            parts.forEach(Matrix::close);
        }
    }

    private static Iterator<NearestLists> merge(Iterator<NearestLists> arrived, int k) {
        List<NearestLists> all = new ArrayList<>();
        arrived.forEachRemaining(all::add);
        return List.of(NearestLists.merge(all, k)).iterator();
    }

    /**
     * Returns the share of the true neighbours that the lists contain. It is measured on every second probe. A sample as
     * near as the k-th neighbour counts as a true neighbour.
     */
    private static double recall(JavaRDD<NearestLists> lists, NearestLists truth) {
        int[] numbers = truth.number();
        long all = 0;
        long found = 0;
        Map<Integer, NearestLists> listed = new TreeMap<>();
        for (NearestLists part : lists.map(part -> part.create(numbers)).collect())
            for (int i = 0; i < part.number().length; i++) listed.put(part.number()[i], part.range(i, i + 1));
        for (int i = 1; i < numbers.length; i += 2) {
            NearestLists probe = truth.range(i, i + 1);
            NearestLists own = listed.get(numbers[i]);
            double farthest = probe.square()[probe.square().length - 1];
            int firsts = probe.countDistinct(0, Double.POSITIVE_INFINITY);
            all += firsts;
            if (own != null) found += Math.min(firsts, own.countDistinct(0, farthest));
        }
        return all == 0 ? 1 : (double) found / all;
    }

    /** Compares the few samples whose cells hold fewer than k others with all samples. */
    JavaRDD<NearestLists> completeShortLists(JavaRDD<NearestLists> lists) {
        int enough = Math.min(config.k(), distinct - 1);
        List<Integer> shorts = lists.map(part -> part.findShort(enough).length).collect();
        if (shorts.stream().mapToInt(Integer::intValue).sum() == 0) return lists;
        JavaRDD<NearestLists> whole = lists.map(part -> part.withoutShort(enough));
        int most = Math.min(maxDriverSamples(), PROBES);
        for (int index = 0; index < shorts.size(); index++) {
            if (shorts.get(index) == 0) continue;
            int[] numbers = lists.map(part -> part.findShort(enough))
                    .collectPartitions(new int[] {index})[0]
                    .get(0);
            for (int from = 0; from < numbers.length; from += most) {
                int[] batch = Arrays.copyOfRange(numbers, from, Math.min(numbers.length, from + most));
                SearchPoints few = SearchPoints.mergeByNumber(
                        points.map(ranked -> ranked.points().selectNumbers(batch))
                                .collect());
                whole = whole.union(context.parallelize(List.of(scan(few)), 1));
            }
        }
        return whole;
    }
}
