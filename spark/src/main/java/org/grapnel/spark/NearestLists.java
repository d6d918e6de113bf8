package org.grapnel.spark;

import java.io.Serializable;
import java.util.Arrays;
import org.grapnel.graph.BlockSearch;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.Matrix;

/**
 * The nearest that have been found of some points: entries by (squared distance, number of the first equal, number), of no more than k
 * different firsts. Lists are put together in any order with the same result: they only choose.
 *
 * @param number of the points, ascending
 * @param start where the list of every point begins
 * @param dot xᵀy of every entry, where weights need it
 * @param self xᵀx of every point, where weights need it; may be missing until its block was searched within itself
 */
record NearestLists(int[] number, int[] start, int[] group, int[] member, double[] square, double[] dot, double[] self)
        implements Serializable {
    private static final double[] NONE = {};

    /** The lists of the points [from, end) of what was searched: they and their neighbours are columns of X. */
    static NearestLists of(
            Compute on, Matrix X, Points points, BlockSearch.Lists lists, int from, int end, boolean dots) {
        double[] products = dots ? lists.dots(on, X) : NONE;
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

    /** The same, with xᵀx of the points, which are the first columns of X. */
    NearestLists withSelf(Compute on, Matrix X) {
        int[] starts = new int[X.cols() + 1];
        int[] same = new int[number.length];
        for (int i = 0; i < starts.length; i++) starts[i] = Math.min(i, number.length);
        Arrays.setAll(same, i -> i);
        double[] squares = new double[number.length];
        X.columnDots(on, starts, same, squares);
        return new NearestLists(number, start, group, member, square, dot, squares);
    }

    /** Those of the points [from, end). */
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

    /** The nearest k of two searches of the same points, among different ones. */
    NearestLists with(NearestLists other, int k) {
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
                boolean mine = b == other.start[i + 1] || (a < start[i + 1] && before(a, other, b));
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

    private boolean before(int e, NearestLists other, int f) {
        if (square[e] != other.square[f]) return square[e] < other.square[f];
        return group[e] != other.group[f] ? group[e] < other.group[f] : member[e] < other.member[f];
    }
}
