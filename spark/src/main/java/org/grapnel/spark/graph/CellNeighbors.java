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
 * Finds nearly all of the k nearest neighbours of samples with many features without comparing all pairs, and measures
 * the recall. {@link TreeNeighbors} is for samples with few features.
 *
 * <p>Random samples are the landmarks. A sample is sent to the cells of its a nearest landmarks and searches the first
 * s of them, so x finds y if one of the first s cells of x is among the first a cells of y. Probe samples, whose true
 * neighbours are found by a scan of X, select the cheapest (a, s) that reaches the required recall. The reported recall
 * is that of the final lists of other probes. Distances are exact; only neighbours may be missing. The same seed and
 * partitions give the same neighbours.
 *
 * <p>Time grows like n^1.5 or more, because the number of landmarks grows with n. One shuffle moves a·|X|. A task
 * holds the samples of a cell: about 1000·a of them, four and a half times (as received, as matrices in parts and joined,
 * and in single precision). The driver holds the landmarks, at most 32 MB, and a few hundred samples.
 */
final class CellNeighbors {
    private static final int SAMPLES_PER_CELL = 1000;
    private static final int MOST_CELLS = 4096;
    private static final int FEWEST_CELLS = 16;
    /** Maximum number of cells that a sample is sent to. */
    private static final int MOST_OFFERS = 16;
    /** Maximum number of cells that a sample searches. */
    private static final int MOST_SEARCHED = 4;

    private final Panels X;
    private final NeighborSearchConfig config;
    private final SampleScan scan;

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

    CellNeighbors(Panels X, NeighborSearchConfig config, SampleScan scan) {
        this.X = X;
        this.config = config;
        this.scan = scan;
    }

    ExactNeighbors.NeighborSearchResult search() {
        JavaRDD<RankedPoints> points = scan.points();
        SearchPoints landmarks = scan.draw(countCells(), CounterRandom.split(config.seed(), 0));
        int offers = Math.min(MOST_OFFERS, landmarks.count());
        Broadcast<SearchPoints> marks = scan.context().broadcast(landmarks);
        NeighborSearchConfig task = config;
        JavaRDD<CellAssignment> assigned = points.map(part -> assignCells(part.points(), marks.value(), offers, task))
                .persist(StorageLevel.MEMORY_AND_DISK());
        NearestLists truth = scan.probe(CounterRandom.split(config.seed(), 1));
        CellPlan plan = plan(truth, assigned, landmarks.count());
        int cells = landmarks.count();
        JavaPairRDD<Integer, CellMembers> pieces =
                points.zip(assigned).flatMapToPair(pair -> splitByCell(pair._1().points(), pair._2(), plan, cells));
        JavaRDD<NearestLists> found =
                pieces.partitionBy(new IndexPartitioner(cells)).values().mapPartitions(cell -> searchCell(cell, task));
        JavaRDD<NearestLists> lists =
                CellSearch.merge(found, X.offsets(), task.k()).persist(StorageLevel.MEMORY_AND_DISK());
        double recall = SampleScan.recall(lists, truth);
        return new ExactNeighbors.NeighborSearchResult(
                scan.completeShortLists(lists), List.of(lists, assigned), OptionalDouble.of(recall));
    }

    private int countCells() {
        int wanted = Math.max(FEWEST_CELLS, scan.distinct() / Math.max(SAMPLES_PER_CELL, 8 * config.k()));
        return Math.min(Math.min(wanted, MOST_CELLS), scan.maxDriverSamples());
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

    /** Returns the cheapest plan with which half of the probes reach the required recall, or the largest plan. */
    private CellPlan plan(NearestLists truth, JavaRDD<CellAssignment> assigned, int cells) {
        Map<Integer, int[]> cellsOf = cellsOf(truth, assigned);
        int offers = Math.min(MOST_OFFERS, cells);
        CellPlan best = new CellPlan(offers, Math.min(MOST_SEARCHED, offers));
        double cheapest = Double.POSITIVE_INFINITY;
        // approximate cost of shuffling a sample relative to comparing it with a cell
        double move = 0.4 * SAMPLES_PER_CELL / ((double) scan.distinct() / cells);
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
        return CellSearch.search(front, others, config).stream().iterator();
    }
}
