package org.grapnel.graph;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.grapnel.linalg.points.PointRows;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;

/**
 * Improves lists of near points: two neighbours of one point are probably neighbours of each other (Dong, Charikar, Li
 * 2011, <i>Efficient k-nearest neighbor graph construction for generic similarity measures</i>).
 *
 * <p>The first lists come from the leaves of {@link SplitTree}s, in which all pairs are compared. In a round, each point
 * brings together the points of its list and the points whose lists it is in. Pairs that were together in an earlier
 * round are left out. What a round compares depends on the lists at its start alone, so the result has the same bits for
 * any number of threads.
 *
 * <p>A round compares O(n·w²) pairs for lists of w entries. Memory: the points, and 16 bytes per entry of a list.
 */
final class NeighborDescent {
    /** Marks an entry of a snapshot that takes no part in the round. */
    private static final int UNUSED = Integer.MIN_VALUE;
    /** Points of one task; they are adjacent, so that they share neighbours in the cache. */
    private static final int BLOCK = 128;

    private static final int TARGET_BLOCKS = 16;

    private final ExecutionContext context;
    private final PointRows points;
    private final long seed;
    private final AtomicLong compared = new AtomicLong();
    private NearestLists lists;
    private int rounds;

    NeighborDescent(ExecutionContext context, PointRows points, int width, long seed) {
        this.context = context;
        this.points = points;
        this.seed = seed;
        lists = new NearestLists(points.count(), width);
    }

    NearestLists lists() {
        return lists;
    }

    /** Returns how many pairs were compared so far, with repetitions. */
    long compared() {
        return compared.get();
    }

    /** Makes the lists wider. The next rounds bring all entries together again. */
    void widen(int width) {
        lists = lists.widen(width);
    }

    /**
     * Grows trees and compares all pairs in every leaf of each.
     *
     * @param number the number of the first tree, which its random cuts depend on
     * @param leaf the most points of a leaf
     */
    void joinTrees(int number, int count, int leaf) {
        SplitTree[] trees = new SplitTree[count];
        context.run(
                count,
                (t, scratch) -> trees[t] = SplitTree.grow(points, leaf, CounterRandom.split(seed, -1 - number - t)));
        for (SplitTree tree : trees)
            context.run(tree.leaves(), (at, scratch) -> {
                int[] set = tree.leaf(at);
                compareLeaf(set, Workspace.of(scratch, set.length, lists.width()), scratch);
            });
    }

    /**
     * Compares all pairs of a leaf. Each pair is computed twice, so that all that is offered to a list is known at once;
     * that costs less than to open the list for every point.
     */
    private void compareLeaf(int[] set, Workspace workspace, Scratch scratch) {
        PointRows.PointSet near = points.gather(set, set.length, scratch);
        for (int a = 0; a < set.length; a++) {
            near.squares(a, 0, workspace.square);
            lists.offerAll(set[a], set, workspace.square, set.length, a, workspace.merger);
        }
        compared.addAndGet((long) set.length * (set.length - 1) / 2);
    }

    /**
     * Compares the points at places [0, first) of a set with all others of it, each pair once, and offers near ones to
     * each other.
     */
    private void compareSome(int[] set, int first, int size, Workspace workspace, Scratch scratch) {
        PointRows.PointSet near = points.gather(set, size, scratch);
        float[] square = workspace.square;
        float[] limit = workspace.limit;
        for (int j = 0; j < size; j++) limit[j] = lists.limit(set[j]);
        long pairs = 0;
        for (int a = 0; a < first && a < size - 1; a++) {
            near.squares(a, a + 1, square);
            int point = set[a];
            float own = limit[a];
            pairs += size - 1 - a;
            for (int j = a + 1; j < size; j++) {
                float distance = square[j];
                if (distance <= own) {
                    lists.offer(point, set[j], distance);
                    own = lists.limit(point);
                }
                if (distance <= limit[j]) {
                    lists.offer(set[j], point, distance);
                    limit[j] = lists.limit(set[j]);
                }
            }
        }
        compared.addAndGet(pairs);
    }

    /** Runs one round. */
    void round() {
        int n = points.count();
        int width = lists.width();
        int most = Math.max(8, width / 2);
        int[] snapshot = snapshot(most);
        ReverseLists fresh = new ReverseLists(n, most);
        ReverseLists used = new ReverseLists(n, most);
        long draw = CounterRandom.split(seed, rounds++);
        context.run(TARGET_BLOCKS, (b, scratch) -> {
            int from = ExecutionContext.blockStart(n, b, TARGET_BLOCKS);
            int end = ExecutionContext.blockStart(n, b + 1, TARGET_BLOCKS);
            for (int i = 0; i < n; i++)
                for (int q = i * width; q < (i + 1) * width; q++) {
                    int entry = snapshot[q];
                    if (entry == UNUSED) continue;
                    int j = entry < 0 ? ~entry : entry;
                    if (j >= from && j < end) (entry < 0 ? fresh : used).add(j, i, draw);
                }
        });
        context.run((n + BLOCK - 1) / BLOCK, (b, scratch) -> {
            Workspace workspace = Workspace.of(scratch, 2 * (width + most), width);
            for (int i = b * BLOCK; i < Math.min(n, (b + 1) * BLOCK); i++) {
                workspace.clear();
                for (int q = i * width; q < (i + 1) * width; q++)
                    if (snapshot[q] < 0 && snapshot[q] != UNUSED) workspace.add(~snapshot[q]);
                fresh.addTo(workspace, i);
                int first = workspace.size;
                if (first == 0) continue;
                for (int q = i * width; q < (i + 1) * width; q++) if (snapshot[q] >= 0) workspace.add(snapshot[q]);
                used.addTo(workspace, i);
                compareSome(workspace.set, first, workspace.size, workspace, scratch);
            }
        });
    }

    /**
     * Copies the lists: ~j for the first {@code most} fresh entries of a point, which are used from now on, j for used
     * entries.
     */
    private int[] snapshot(int most) {
        int n = points.count();
        int width = lists.width();
        int[] snapshot = new int[n * width];
        context.run(TARGET_BLOCKS, (b, scratch) -> {
            for (int i = ExecutionContext.blockStart(n, b, TARGET_BLOCKS),
                            end = ExecutionContext.blockStart(n, b + 1, TARGET_BLOCKS);
                    i < end;
                    i++) {
                int taken = 0;
                for (int q = 0; q < width; q++) {
                    int j = lists.point(i, q);
                    int entry = j < 0 ? UNUSED : j;
                    if (j >= 0 && lists.isFresh(i, q)) {
                        entry = taken < most ? ~j : UNUSED;
                        if (taken++ < most) lists.markUsed(i, q);
                    }
                    snapshot[i * width + q] = entry;
                }
            }
        });
        return snapshot;
    }

    /** For every point some of the points whose lists it is in, drawn at random where there are more than fit. */
    private static final class ReverseLists {
        private final int width;
        private final int[] point;
        private final int[] met;

        ReverseLists(int count, int width) {
            this.width = width;
            point = new int[Math.multiplyExact(count, width)];
            met = new int[count];
        }

        /** Reservoir sampling: each of the points met stays with the same probability. */
        void add(int i, int from, long draw) {
            int place = met[i]++;
            if (place >= width) place = (int) (CounterRandom.uniform(draw, i, from) * met[i]);
            if (place < width) point[i * width + place] = from;
        }

        void addTo(Workspace workspace, int i) {
            for (int q = i * width, end = q + Math.min(width, met[i]); q < end; q++) workspace.add(point[q]);
        }
    }

    /** Arrays of one thread. */
    private static final class Workspace implements AutoCloseable {
        private int[] set = new int[0];
        private float[] square = new float[0];
        private float[] limit = new float[0];
        private NearestLists.Merger merger = new NearestLists.Merger(0);
        private int size;
        /** A hash table of the set: places + 1, at least four times as long as the set. */
        private int[] table = new int[0];

        static Workspace of(Scratch scratch, int capacity, int width) {
            Workspace workspace = scratch.resource(Workspace.class, Workspace::new);
            if (workspace.set.length < capacity) {
                workspace.set = new int[capacity];
                workspace.square = new float[capacity];
                workspace.limit = new float[capacity];
                workspace.table = new int[Integer.highestOneBit(capacity) << 3];
            }
            if (workspace.merger.width() != width) workspace.merger = new NearestLists.Merger(width);
            return workspace;
        }

        void clear() {
            Arrays.fill(table, 0);
            size = 0;
        }

        /** Adds a point that is not in the set yet. */
        void add(int point) {
            int mask = table.length - 1;
            int slot = ((point * 0x9E3779B1) >>> 7) & mask;
            for (; table[slot] != 0; slot = slot + 1 & mask) if (set[table[slot] - 1] == point) return;
            set[size++] = point;
            table[slot] = size;
        }

        @Override
        public void close() {}
    }
}
