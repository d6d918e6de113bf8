package org.grapnel.spark;

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
import org.grapnel.graph.Search;
import org.grapnel.linalg.Beside;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.Randoms;
import scala.Tuple2;

/**
 * Nearly all of the k nearest of every sample, and how nearly, without a look at all pairs. Some samples are drawn as landmarks; a sample
 * goes to the cells of its a nearest landmarks, and looks for neighbours in the first s of them. So x finds y where one of the first s cells of x is
 * among the first a of y. The cheapest (a, s) that finds the asked share is chosen by samples whose true neighbours are found first by a scan of X;
 * the recall that is told is that of the finished lists of other such samples. Distances are exact; only a neighbour may be missed. The
 * same seed and partitions give the same neighbours.
 *
 * <p>Moves a·|X| in one shuffle. A task holds the samples of one cell: on average about 1000·a of them, four and a half times (as they came, as a
 * matrix in parts and in one, and in single precision). The driver holds the landmarks, at most 32 MB, and a few hundred samples.
 */
final class ApproximateNeighbors {
    private static final int SAMPLES_A_CELL = 1000;
    private static final int MOST_CELLS = 4096;
    private static final int FEWEST_CELLS = 16;
    private static final long DRIVER_BYTES = 32L << 20;
    /** To how many cells a sample may go. */
    private static final int MOST_OFFERS = 16;
    /** In how many it may look. */
    private static final int MOST_SEARCHED = 4;
    /** Half of them choose how many cells are needed, half tell how good that was. */
    private static final int PROBES = 400;

    private final Panels X;
    private final How how;
    private final JavaRDD<Ranked> points;
    private final int distinct;
    private final JavaSparkContext context;

    /** The nearest landmarks of some points, {@code offers} of each, the nearest first. */
    private record Assigned(int[] number, int offers, int[] cell) implements Serializable {
        int[] of(int i) {
            return Arrays.copyOfRange(cell, i * offers, (i + 1) * offers);
        }
    }

    /** To how many cells a sample goes, and in how many it looks. */
    private record Plan(int offered, int searched) implements Serializable {}

    /** Samples for a cell: those that look for neighbours in it, or others. */
    private record Piece(boolean isFront, Points points) implements Serializable {}

    ApproximateNeighbors(Panels X, JavaRDD<Duplicates> duplicates, int[] rank, How how) {
        this.X = X;
        this.how = how;
        distinct = rank[rank.length - 1];
        points = Ranked.of(X, duplicates, rank, how.k() + 1);
        context = JavaSparkContext.fromSparkContext(X.rdd().context());
    }

    ExactNeighbors.Found search() {
        Points landmarks = drawn(cells(), Randoms.split(how.seed(), 0));
        int offers = Math.min(MOST_OFFERS, landmarks.count());
        Broadcast<Points> marks = context.broadcast(landmarks);
        How task = how;
        JavaRDD<Assigned> assigned = points.map(some -> assigned(some.points(), marks.value(), offers, task))
                .persist(StorageLevel.MEMORY_AND_DISK());
        Points probes = drawn(Math.min(PROBES, room()), Randoms.split(how.seed(), 1));
        NearestLists truth = scanned(probes);
        Plan plan = plan(truth, assigned, landmarks.count());
        int cells = landmarks.count();
        JavaPairRDD<Integer, Piece> pieces =
                points.zip(assigned).flatMapToPair(pair -> pieces(pair._1().points(), pair._2(), plan, cells));
        int[] first = X.firsts();
        JavaRDD<NearestLists> lists = pieces.partitionBy(new Aligned(cells))
                .values()
                .mapPartitions(arrived -> searched(arrived, task))
                .flatMapToPair(list -> Directed.slices(list, first).iterator())
                .partitionBy(new Aligned(X.partitions()))
                .values()
                .mapPartitions(arrived -> united(arrived, task.k()))
                .persist(StorageLevel.MEMORY_AND_DISK());
        double recall = recall(lists, truth);
        return new ExactNeighbors.Found(completed(lists), List.of(lists, assigned), OptionalDouble.of(recall));
    }

    private double bytesASample() {
        return 12.0 * Math.max(1, X.nonZeros()) / X.samples();
    }

    /** How many samples the driver may hold. */
    private int room() {
        return (int) Math.max(1, Math.min(distinct, DRIVER_BYTES / bytesASample()));
    }

    private int cells() {
        int wanted = Math.max(FEWEST_CELLS, distinct / Math.max(SAMPLES_A_CELL, 8 * how.k()));
        return Math.min(Math.min(wanted, MOST_CELLS), room());
    }

    /** So many distinct samples at random, brought to the driver. */
    private Points drawn(int count, long seed) {
        TreeSet<Integer> drawn = new TreeSet<>();
        for (long draw = 0; drawn.size() < count; draw++) drawn.add((int) (Randoms.uniform(seed, draw, 0) * distinct));
        int[] ranks = drawn.stream().mapToInt(Integer::intValue).toArray();
        return Points.beside(points.map(some -> some.drawn(ranks)).collect());
    }

    private static Assigned assigned(Points some, Points landmarks, int offers, How how) {
        int m = some.count();
        int[] cell = new int[m * offers];
        if (m > 0) {
            BlockSearch.Lists lists = across(some, landmarks, offers, how);
            for (int i = 0; i < m; i++) for (int q = 0; q < offers; q++) cell[i * offers + q] = lists.point(i, q) - m;
        }
        return new Assigned(some.number(), offers, cell);
    }

    /** Of some points the k nearest among others, which stand behind them. */
    private static BlockSearch.Lists across(Points some, Points others, int k, How how) {
        try (Compute on = Compute.of(1);
                Matrix A = some.panel().matrix();
                Matrix B = others.panel().matrix();
                Matrix both = Beside.of(List.of(A, B))) {
            return BlockSearch.across(on, both, some.count(), k, how.metric(), how.unit());
        }
    }

    /** The true neighbours of a few samples, by a look at all. */
    private NearestLists scanned(Points few) {
        Broadcast<Points> sent = context.broadcast(few);
        How task = how;
        NearestLists all = points.filter(some -> some.points().count() > 0)
                .mapToPair(some -> new Tuple2<>(0, scanned(sent.value(), some.points(), task)))
                .reduceByKey((a, b) -> a.with(b, task.k() + 1), 1)
                .values()
                .collect()
                .get(0);
        sent.destroy();
        return all.withoutThemselves(task.k());
    }

    private static NearestLists scanned(Points few, Points some, How how) {
        try (Compute on = Compute.of(1);
                Matrix A = few.panel().matrix();
                Matrix B = some.panel().matrix();
                Matrix both = Beside.of(List.of(A, B))) {
            // one more, because a sample finds itself
            BlockSearch.Lists lists = BlockSearch.across(on, both, few.count(), how.k() + 1, how.metric(), how.unit());
            NearestLists of = NearestLists.of(on, both, few.names(some), lists, 0, few.count(), how.dots());
            return how.dots() ? of.withSelf(on, both) : of;
        }
    }

    /** The cheapest way in which half of the probes find the asked share of their neighbours, or the most that there is. */
    private Plan plan(NearestLists truth, JavaRDD<Assigned> assigned, int cells) {
        Map<Integer, int[]> cellsOf = cellsOf(truth, assigned);
        int offers = Math.min(MOST_OFFERS, cells);
        Plan best = new Plan(offers, Math.min(MOST_SEARCHED, offers));
        double cheapest = Double.POSITIVE_INFINITY;
        // what a shuffled sample costs against one that is compared with a cell, about
        double move = 0.4 * SAMPLES_A_CELL / ((double) distinct / cells);
        for (int offered = 1; offered <= offers; offered++) {
            for (int searched = 1; searched <= Math.min(offered, MOST_SEARCHED); searched++) {
                double cost = offered * (move + searched);
                Plan plan = new Plan(offered, searched);
                if (cost < cheapest && isEnough(plan, truth, cellsOf)) {
                    best = plan;
                    cheapest = cost;
                }
            }
        }
        return best;
    }

    private static boolean isEnough(Plan plan, NearestLists truth, Map<Integer, int[]> cellsOf) {
        long all = 0;
        long found = 0;
        for (int i = 0; i < truth.number().length; i += 2) {
            int[] mine = cellsOf.getOrDefault(truth.number()[i], new int[0]);
            for (int e = truth.start()[i]; e < truth.start()[i + 1]; e++) {
                int[] theirs = cellsOf.getOrDefault(truth.group()[e], new int[0]);
                all++;
                if (meet(mine, Math.min(mine.length, plan.searched), theirs, Math.min(theirs.length, plan.offered)))
                    found++;
            }
        }
        double share = Search.RECALL;
        // a little more, because what is enough for these is not quite enough for the others: two standard errors
        return found >= Math.min((double) all, share * all + 2 * Math.sqrt(all * share * (1 - share)));
    }

    private static boolean meet(int[] mine, int searched, int[] theirs, int offered) {
        for (int q = 0; q < searched; q++) for (int t = 0; t < offered; t++) if (mine[q] == theirs[t]) return true;
        return false;
    }

    /** The cells of the probes and of their neighbours. */
    private Map<Integer, int[]> cellsOf(NearestLists truth, JavaRDD<Assigned> assigned) {
        TreeSet<Integer> wanted = new TreeSet<>();
        for (int number : truth.number()) wanted.add(number);
        for (int number : truth.group()) wanted.add(number);
        int[] numbers = wanted.stream().mapToInt(Integer::intValue).toArray();
        Map<Integer, int[]> cellsOf = new TreeMap<>();
        for (Tuple2<Integer, int[]> pair :
                assigned.flatMap(some -> cellsOf(some, numbers).iterator()).collect())
            cellsOf.put(pair._1(), pair._2());
        return cellsOf;
    }

    private static List<Tuple2<Integer, int[]>> cellsOf(Assigned some, int[] numbers) {
        List<Tuple2<Integer, int[]>> pairs = new ArrayList<>();
        for (int i = 0; i < some.number.length; i++)
            if (Arrays.binarySearch(numbers, some.number[i]) >= 0) pairs.add(new Tuple2<>(some.number[i], some.of(i)));
        return pairs;
    }

    /** The points of a panel for every cell that they go to. */
    private static Iterator<Tuple2<Integer, Piece>> pieces(Points some, Assigned assigned, Plan plan, int cells) {
        int m = some.count();
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
        List<Tuple2<Integer, Piece>> pieces = new ArrayList<>();
        try (Matrix matrix = some.panel().matrix()) {
            for (int cell = 0; cell < cells; cell++) {
                if (fronts[cell] > 0)
                    pieces.add(new Tuple2<>(
                            cell, new Piece(true, some.at(matrix, Arrays.copyOf(front[cell], fronts[cell])))));
                if (rest[cell] > 0)
                    pieces.add(new Tuple2<>(
                            cell, new Piece(false, some.at(matrix, Arrays.copyOf(others[cell], rest[cell])))));
            }
        }
        return pieces.iterator();
    }

    /** The nearest of those that look in a cell, among all in it. */
    private static Iterator<NearestLists> searched(Iterator<Piece> arrived, How how) {
        List<Points> front = new ArrayList<>();
        List<Points> others = new ArrayList<>();
        while (arrived.hasNext()) {
            Piece piece = arrived.next();
            (piece.isFront ? front : others).add(piece.points);
        }
        if (front.isEmpty()) return List.<NearestLists>of().iterator();
        front.sort((a, b) -> Integer.compare(a.number()[0], b.number()[0]));
        others.sort((a, b) -> Integer.compare(a.number()[0], b.number()[0]));
        int count = 0;
        for (Points some : front) count += some.count();
        List<Points> all = new ArrayList<>(front);
        all.addAll(others);
        Points names = Points.names(all);
        List<Matrix> parts = new ArrayList<>();
        try (Compute on = Compute.of(1)) {
            for (Points some : all) parts.add(some.panel().matrix());
            try (Matrix M = Beside.of(parts)) {
                BlockSearch.Lists lists =
                        BlockSearch.ofFront(on, M, names.number(), count, how.k(), how.metric(), how.unit());
                NearestLists of = NearestLists.of(on, M, names, lists, 0, count, how.dots());
                return List.of(how.dots() ? of.withSelf(on, M) : of).iterator();
            }
        } finally {
            parts.forEach(Matrix::close);
        }
    }

    private static Iterator<NearestLists> united(Iterator<NearestLists> arrived, int k) {
        List<NearestLists> all = new ArrayList<>();
        arrived.forEachRemaining(all::add);
        return List.of(NearestLists.united(all, k)).iterator();
    }

    /** The share of true neighbours in the lists of the other half of the probes: as near as the k-th is near enough. */
    private static double recall(JavaRDD<NearestLists> lists, NearestLists truth) {
        int[] numbers = truth.number();
        long all = 0;
        long found = 0;
        Map<Integer, NearestLists> listed = new TreeMap<>();
        for (NearestLists some : lists.map(part -> part.of(numbers)).collect())
            for (int i = 0; i < some.number().length; i++) listed.put(some.number()[i], some.range(i, i + 1));
        for (int i = 1; i < numbers.length; i += 2) {
            NearestLists probe = truth.range(i, i + 1);
            NearestLists mine = listed.get(numbers[i]);
            double farthest = probe.square()[probe.square().length - 1];
            int firsts = probe.firsts(0, Double.POSITIVE_INFINITY);
            all += firsts;
            if (mine != null) found += Math.min(firsts, mine.firsts(0, farthest));
        }
        return all == 0 ? 1 : (double) found / all;
    }

    /** The few whose cells hold fewer than k others are compared with all. */
    JavaRDD<NearestLists> completed(JavaRDD<NearestLists> lists) {
        int enough = Math.min(how.k(), distinct - 1);
        List<Integer> shorts = lists.map(some -> some.shorts(enough).length).collect();
        if (shorts.stream().mapToInt(Integer::intValue).sum() == 0) return lists;
        JavaRDD<NearestLists> whole = lists.map(some -> some.atLeast(enough));
        int most = Math.min(room(), PROBES);
        for (int part = 0; part < shorts.size(); part++) {
            if (shorts.get(part) == 0) continue;
            int[] numbers = lists.map(some -> some.shorts(enough))
                    .collectPartitions(new int[] {part})[0]
                    .get(0);
            for (int from = 0; from < numbers.length; from += most) {
                int[] some = Arrays.copyOfRange(numbers, from, Math.min(numbers.length, from + most));
                Points few = Points.beside(
                        points.map(ranked -> ranked.points().having(some)).collect());
                whole = whole.union(context.parallelize(List.of(scanned(few)), 1));
            }
        }
        return whole;
    }
}
