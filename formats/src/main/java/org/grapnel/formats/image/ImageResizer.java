package org.grapnel.formats.image;

import java.util.Arrays;

/**
 * Resizes an image while its rows arrive, so that a large image is never held as numbers. Along a side that shrinks, a
 * new pixel is the mean of the area it covers, with parts of pixels weighted by their area. Along a side that grows, it
 * is interpolated between the two nearest centers. The sides are independent, so proportions follow the requested size.
 * All sums have a fixed order and give the same bits on every machine.
 */
final class ImageResizer {
    private final ResizeAxis rows;
    private final ResizeAxis cols;
    private final double[] resized;
    private final double[] line;
    private int y;
    private int first; // the new rows before this one are finished

    /** @param resized receives the new image, row by row */
    ImageResizer(int height, int width, int newHeight, int newWidth, double[] resized) {
        rows = ResizeAxis.of(height, newHeight);
        cols = ResizeAxis.of(width, newWidth);
        line = new double[newWidth];
        this.resized = resized;
        Arrays.fill(resized, 0);
    }

    /** Adds the next row of the original image. */
    void add(double[] row) {
        for (int x = 0; x < line.length; x++) line[x] = cols.value(x, row);
        for (int at = first; at < rows.start.length && rows.start[at] <= y; at++) {
            double weight = rows.weight(at, y);
            if (rows.start[at] + rows.weights[at].length <= y + 1 && at == first) first++;
            if (weight == 0) continue;
            for (int x = 0, into = at * line.length; x < line.length; x++) resized[into + x] += weight * line[x];
        }
        y++;
    }

    /** One side: new pixel i is Σₖ weights[i][k] · pixel start[i] + k. */
    private record ResizeAxis(int[] start, double[][] weights) {
        static ResizeAxis of(int length, int target) {
            int[] start = new int[target];
            double[][] weights = new double[target][];
            for (int i = 0; i < target; i++) {
                if (target <= length) area(i, length, target, start, weights);
                else interpolate(i, length, target, start, weights);
            }
            return new ResizeAxis(start, weights);
        }

        /** Cuts in units of 1/target pixel, [i·length, (i+1)·length), in integers, so nothing is rounded. */
        private static void area(int i, int length, int target, int[] start, double[][] weights) {
            long from = (long) i * length;
            long end = from + length;
            start[i] = (int) (from / target);
            weights[i] = new double[(int) ((end + target - 1) / target) - start[i]];
            for (int k = 0; k < weights[i].length; k++) {
                long pixel = (long) (start[i] + k) * target;
                weights[i][k] = (double) (Math.min(end, pixel + target) - Math.max(from, pixel)) / length;
            }
        }

        private static void interpolate(int i, int length, int target, int[] start, double[][] weights) {
            double center = Math.max(0, Math.min(length - 1, (i + 0.5) * length / target - 0.5));
            start[i] = (int) center;
            double part = center - start[i];
            weights[i] = part == 0 ? new double[] {1} : new double[] {1 - part, part};
        }

        double weight(int i, int pixel) {
            int k = pixel - start[i];
            return k < weights[i].length ? weights[i][k] : 0;
        }

        double value(int i, double[] pixels) {
            double sum = 0;
            for (int k = 0; k < weights[i].length; k++) sum += weights[i][k] * pixels[start[i] + k];
            return sum;
        }
    }
}
