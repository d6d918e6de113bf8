package org.grapnel.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.grapnel.linalg.points.PointRows;
import org.grapnel.runtime.CounterRandom;

/**
 * A random cut of the points into small sets of near points. A set is cut across the line through two of its points,
 * drawn at random, into halves of equal size, until it is small enough to be a leaf. Different seeds cut at
 * different places, so that points which one tree separates are together in another.
 *
 * <p>Time O(n·p·log n).
 */
final class SplitTree {
    private final int[] order;
    private final int[] bounds;

    private SplitTree(int[] order, int[] bounds) {
        this.order = order;
        this.bounds = bounds;
    }

    /** Grows a tree with at most {@code most} points in a leaf, and at least half as many. */
    static SplitTree grow(PointRows points, int most, long seed) {
        int n = points.count();
        int[] order = new int[n];
        Arrays.setAll(order, i -> i);
        float[] position = new float[n];
        List<Integer> bounds = new ArrayList<>();
        bounds.add(0);
        cut(points, most, seed, order, position, 0, n, bounds);
        return new SplitTree(order, bounds.stream().mapToInt(Integer::intValue).toArray());
    }

    private static void cut(
            PointRows points,
            int most,
            long seed,
            int[] order,
            float[] position,
            int from,
            int end,
            List<Integer> bounds) {
        int size = end - from;
        if (size <= most) {
            bounds.add(end);
            return;
        }
        int a = from + (int) (CounterRandom.uniform(seed, from, size) * size);
        int b = from + (int) (CounterRandom.uniform(seed, size, from) * (size - 1));
        if (b >= a) b++;
        points.project(order[a], order[b], order, from, end, position);
        int leaves = (size + most - 1) / most;
        int middle = from + (int) ((long) size * (leaves / 2) / leaves);
        select(position, order, from, end - 1, middle);
        cut(points, most, seed, order, position, from, middle, bounds);
        cut(points, most, seed, order, position, middle, end, bounds);
    }

    /** Moves the points with the smallest positions before {@code middle} (Hoare's selection). */
    private static void select(float[] position, int[] order, int from, int to, int middle) {
        int low = from;
        int high = to;
        while (low < high) {
            float pivot = position[(low + high) >>> 1];
            int i = low;
            int j = high;
            while (i <= j) {
                while (position[i] < pivot) i++;
                while (position[j] > pivot) j--;
                if (i <= j) {
                    float p = position[i];
                    position[i] = position[j];
                    position[j] = p;
                    int o = order[i];
                    order[i++] = order[j];
                    order[j--] = o;
                }
            }
            if (middle <= j) high = j;
            else if (middle >= i) low = i;
            else return;
        }
    }

    /** Returns the points, leaf after leaf. */
    int[] order() {
        return order;
    }

    int leaves() {
        return bounds.length - 1;
    }

    /** Returns the points of a leaf. */
    int[] leaf(int number) {
        return Arrays.copyOfRange(order, bounds[number], bounds[number + 1]);
    }
}
