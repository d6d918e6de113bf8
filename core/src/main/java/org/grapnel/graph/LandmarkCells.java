package org.grapnel.graph;

import java.util.Arrays;
import org.grapnel.linalg.points.PointBlocks;
import org.grapnel.runtime.ExecutionContext;

/**
 * Points sorted by their nearest landmark, so that near points are adjacent. Landmarks are drawn at random. A cell too
 * wide for a block is split.
 */
final class LandmarkCells {
    private static final int POINTS_PER_CELL = 192;

    private final int[] order;
    private final int[] bounds;
    private final int[] cell;

    private LandmarkCells(int[] order, int[] bounds) {
        this.order = order;
        this.bounds = bounds;
        cell = new int[order.length];
        for (int b = 0; b + 1 < bounds.length; b++) for (int q = bounds[b]; q < bounds[b + 1]; q++) cell[order[q]] = b;
    }

    static LandmarkCells create(ExecutionContext context, PointSubset points, long seed) {
        int n = points.size();
        int[] landmarks = PointSubset.drawIndices(n, Math.max(1, n / POINTS_PER_CELL), seed);
        int[] nearest = points.nearestAmong(context, landmarks);
        int[] start = new int[landmarks.length + 1];
        for (int c : nearest) start[c + 1]++;
        for (int c = 0; c < landmarks.length; c++) start[c + 1] += start[c];
        int[] next = start.clone();
        int[] order = new int[n];
        for (int i = 0; i < n; i++) order[next[nearest[i]]++] = i;
        int widest = PointBlocks.maxBlockWidth(points.X());
        int[] bounds = new int[landmarks.length + n / widest + 2];
        int count = 1;
        for (int c = 0; c < landmarks.length; c++)
            for (int at = start[c]; at < start[c + 1]; ) {
                at = Math.min(start[c + 1], at + widest);
                bounds[count++] = at;
            }
        return new LandmarkCells(order, Arrays.copyOf(bounds, count));
    }

    int count() {
        return bounds.length - 1;
    }

    int size(int c) {
        return bounds[c + 1] - bounds[c];
    }

    /** Returns the cell of a point. */
    int cellOf(int point) {
        return cell[point];
    }

    /** Returns the point at each place. */
    int[] order() {
        return order;
    }

    /** Returns the bounds: cell c has the places from bounds[c] to bounds[c + 1]. */
    int[] bounds() {
        return bounds;
    }
}
