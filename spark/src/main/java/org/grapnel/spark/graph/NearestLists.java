package org.grapnel.spark.graph;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.grapnel.graph.BlockSearch;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.ExecutionContext;

/**
 * Lists of the nearest points found so far, sorted by (squared distance, number of the first duplicate, number), with
 * at most k distinct points each. The result of merging does not depend on the order.
 *
 * @param number numbers of the points, ascending
 * @param start start of the list of each point
 * @param group first duplicate of each entry
 * @param member sample number of each entry
 * @param dot xᵀy of each entry, if the weights need it
 * @param self xᵀx of each point, if the weights need it; missing until its block was searched within itself
 */
record NearestLists(int[] number, int[] start, int[] group, int[] member, double[] square, double[] dot, double[] self)
        implements Serializable {
    private static final double[] NONE = {};

    /** Creates the lists of the points [from, end). They and their neighbours are columns of X. */
    static NearestLists create(
            ExecutionContext context,
            Matrix X,
            SearchPoints points,
            BlockSearch.NeighborLists lists,
            int from,
            int end,
            boolean dots) {
        double[] products = dots ? lists.dots(context, X) : NONE;
        int skipped = 0;
        for (int i = 0; i < from; i++) skipped += lists.count(i);
        int entries = 0;
        for (int i = from; i < end; i++)
            for (int q = 0; q < lists.count(i); q++) entries += points.membersOf(lists.point(i, q)).length;
        int[] start = new int[end - from + 1];
        int[] group = new int[entries];
        int[] member = new int[entries];
        double[] square = new double[entries];
        double[] dot = new double[dots ? entries : 0];
        int filled = 0;
        int e = skipped;
        for (int i = from; i < end; i++) {
            for (int q = 0; q < lists.count(i); q++, e++) {
                for (int j : points.membersOf(lists.point(i, q))) {
                    group[filled] = points.number()[lists.point(i, q)];
                    member[filled] = j;
                    square[filled] = lists.square(i, q);
                    if (dots) dot[filled] = products[e];
                    filled++;
                }
            }
            start[i - from + 1] = filled;
        }
        return new NearestLists(
                Arrays.copyOfRange(points.number(), from, end), start, group, member, square, dot, NONE);
    }

    /** Adds xᵀx of the points, which are the first columns of X. */
    NearestLists withSelf(ExecutionContext context, Matrix X) {
        int[] starts = new int[X.cols() + 1];
        int[] same = new int[number.length];
        for (int i = 0; i < starts.length; i++) starts[i] = Math.min(i, number.length);
        Arrays.setAll(same, i -> i);
        double[] squares = new double[number.length];
        X.columnDots(context, starts, same, squares);
        return new NearestLists(number, start, group, member, square, dot, squares);
    }

    /** Returns the lists of the points [from, end). */
    NearestLists range(int from, int end) {
        int[] starts = new int[end - from + 1];
        for (int i = 0; i < starts.length; i++) starts[i] = start[from + i] - start[from];
        int a = start[from];
        int b = start[end];
        return new NearestLists(
                Arrays.copyOfRange(number, from, end),
                starts,
                Arrays.copyOfRange(group, a, b),
                Arrays.copyOfRange(member, a, b),
                Arrays.copyOfRange(square, a, b),
                dot.length == 0 ? dot : Arrays.copyOfRange(dot, a, b),
                self.length == 0 ? self : Arrays.copyOfRange(self, from, end));
    }

    /** Merges two searches of the same points among disjoint candidates, and keeps the nearest k. */
    NearestLists mergeDisjoint(NearestLists other, int k) {
        int most = start[number.length] + other.start[number.length];
        int[] starts = new int[start.length];
        int[] groups = new int[most];
        int[] members = new int[most];
        double[] squares = new double[most];
        double[] dots = new double[Math.max(dot.length, other.dot.length) == 0 ? 0 : most];
        int filled = 0;
        for (int i = 0; i < number.length; i++) {
            int a = start[i];
            int b = other.start[i];
            int firsts = 0;
            while (a < start[i + 1] || b < other.start[i + 1]) {
                boolean mine = b == other.start[i + 1] || (a < start[i + 1] && isNearer(a, other, b));
                NearestLists from = mine ? this : other;
                int e = mine ? a++ : b++;
                boolean isNew = filled == starts[i] || groups[filled - 1] != from.group[e];
                if (isNew && ++firsts > k) break;
                groups[filled] = from.group[e];
                members[filled] = from.member[e];
                squares[filled] = from.square[e];
                if (dots.length > 0) dots[filled] = from.dot[e];
                filled++;
            }
            starts[i + 1] = filled;
        }
        return new NearestLists(
                number,
                starts,
                Arrays.copyOf(groups, filled),
                Arrays.copyOf(members, filled),
                Arrays.copyOf(squares, filled),
                dots.length == 0 ? dots : Arrays.copyOf(dots, filled),
                self.length > 0 ? self : other.self);
    }

    /** Merges several searches and keeps the nearest k of every point. The searches may share points and results. */
    static NearestLists merge(List<NearestLists> parts, int k) {
        int rows = 0;
        for (NearestLists part : parts) rows += part.number.length;
        long[] row = new long[rows]; // point number and list index
        int[] inPart = new int[rows];
        int[] inRow = new int[rows];
        int at = 0;
        for (int p = 0; p < parts.size(); p++)
            for (int i = 0; i < parts.get(p).number.length; i++, at++) {
                row[at] = (long) parts.get(p).number[i] << 32 | at;
                inPart[at] = p;
                inRow[at] = i;
            }
        Arrays.sort(row);
        NearestListsBuilder filling = new NearestListsBuilder(rows);
        for (int from = 0, end; from < rows; from = end) {
            int point = (int) (row[from] >>> 32);
            List<NeighborEntry> found = new ArrayList<>();
            double square = 0;
            for (end = from; end < rows && (int) (row[end] >>> 32) == point; end++) {
                NearestLists part = parts.get(inPart[(int) row[end]]);
                int i = inRow[(int) row[end]];
                for (int e = part.start[i]; e < part.start[i + 1]; e++) found.add(part.entry(e));
                if (part.self.length > 0) square = part.self[i];
            }
            found.sort(null);
            filling.add(point, found, k, square);
        }
        return filling.lists(parts.stream().anyMatch(part -> part.self.length > 0));
    }

    private NeighborEntry entry(int e) {
        return new NeighborEntry(square[e], group[e], member[e], dot.length == 0 ? 0 : dot[e]);
    }

    private record NeighborEntry(double square, int group, int member, double dot)
            implements Comparable<NeighborEntry> {
        @Override
        public int compareTo(NeighborEntry other) {
            int by = Double.compare(square, other.square);
            if (by == 0) by = Integer.compare(group, other.group);
            return by == 0 ? Integer.compare(member, other.member) : by;
        }
    }

    /** Growing lists. */
    private static final class NearestListsBuilder {
        private final int[] number;
        private final double[] self;
        private final int[] start;
        private int points;
        private int filled;
        private int[] group = new int[64];
        private int[] member = new int[64];
        private double[] square = new double[64];
        private double[] dot = new double[64];

        NearestListsBuilder(int most) {
            number = new int[most];
            self = new double[most];
            start = new int[most + 1];
        }

        void add(int point, List<NeighborEntry> sorted, int k, double own) {
            number[points] = point;
            self[points] = own;
            int firsts = 0;
            for (NeighborEntry entry : sorted) {
                boolean any = filled > start[points];
                if (any && group[filled - 1] == entry.group && member[filled - 1] == entry.member) continue;
                if ((!any || group[filled - 1] != entry.group) && ++firsts > k) break;
                put(entry);
            }
            start[++points] = filled;
        }

        private void put(NeighborEntry entry) {
            if (filled == group.length) {
                group = Arrays.copyOf(group, 2 * filled);
                member = Arrays.copyOf(member, 2 * filled);
                square = Arrays.copyOf(square, 2 * filled);
                dot = Arrays.copyOf(dot, 2 * filled);
            }
            group[filled] = entry.group;
            member[filled] = entry.member;
            square[filled] = entry.square;
            dot[filled++] = entry.dot;
        }

        NearestLists lists(boolean dots) {
            return new NearestLists(
                    Arrays.copyOf(number, points),
                    Arrays.copyOf(start, points + 1),
                    Arrays.copyOf(group, filled),
                    Arrays.copyOf(member, filled),
                    Arrays.copyOf(square, filled),
                    dots ? Arrays.copyOf(dot, filled) : NONE,
                    dots ? Arrays.copyOf(self, points) : NONE);
        }
    }

    /** Returns the number of distinct points in a list up to a squared distance. */
    int countDistinct(int i, double farthest) {
        int firsts = 0;
        for (int e = start[i]; e < start[i + 1]; e++)
            if (square[e] <= farthest && (e == start[i] || group[e] != group[e - 1])) firsts++;
        return firsts;
    }

    /** Returns the points with fewer distinct neighbours than required. */
    int[] findShort(int enough) {
        return IntStream.range(0, number.length)
                .filter(i -> countDistinct(i, Double.POSITIVE_INFINITY) < enough)
                .map(i -> number[i])
                .toArray();
    }

    /** Returns the lists without short ones. */
    NearestLists withoutShort(int enough) {
        int[] shorts = findShort(enough);
        if (shorts.length == 0) return this;
        List<NearestLists> kept = new ArrayList<>();
        for (int i = 0; i < number.length; i++)
            if (Arrays.binarySearch(shorts, number[i]) < 0) kept.add(range(i, i + 1));
        return merge(kept, Integer.MAX_VALUE);
    }

    /** Returns the lists of the points with these ascending numbers. */
    NearestLists create(int[] numbers) {
        List<NearestLists> parts = new ArrayList<>();
        for (int i = 0; i < number.length; i++)
            if (Arrays.binarySearch(numbers, number[i]) >= 0) parts.add(range(i, i + 1));
        return merge(parts, Integer.MAX_VALUE);
    }

    /** Removes every point from its own list, and keeps the nearest k. */
    NearestLists withoutSelf(int k) {
        List<NearestLists> others = new ArrayList<>();
        for (int i = 0; i < number.length; i++) {
            List<NearestLists> parts = new ArrayList<>();
            NearestLists own = range(i, i + 1);
            int at = 0;
            while (at < own.group.length && own.group[at] != number[i]) at++;
            int end = at;
            while (end < own.group.length && own.group[end] == number[i]) end++;
            parts.add(own.cut(0, at));
            parts.add(own.cut(end, own.group.length));
            others.add(merge(parts, k));
        }
        return merge(others, k);
    }

    /** Returns the entries [from, end) of a single list. */
    private NearestLists cut(int from, int end) {
        return new NearestLists(
                number,
                new int[] {0, end - from},
                Arrays.copyOfRange(group, from, end),
                Arrays.copyOfRange(member, from, end),
                Arrays.copyOfRange(square, from, end),
                dot.length == 0 ? dot : Arrays.copyOfRange(dot, from, end),
                self);
    }

    private boolean isNearer(int e, NearestLists other, int f) {
        if (square[e] != other.square[f]) return square[e] < other.square[f];
        return group[e] != other.group[f] ? group[e] < other.group[f] : member[e] < other.member[f];
    }
}
