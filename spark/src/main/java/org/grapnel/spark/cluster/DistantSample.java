package org.grapnel.spark.cluster;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;

/** A sample far from its center. */
record DistantSample(double square, int number, int label, double[] point) implements Serializable {
    static final Comparator<DistantSample> ORDER =
            Comparator.comparingDouble(DistantSample::square).reversed().thenComparingInt(DistantSample::number);

    /**
     * Returns the farthest samples of a partition. At most twice as many as centers can be needed: one per center, and
     * groups of one, which are skipped.
     */
    static List<DistantSample> find(Iterator<PointBlock> blocks, int first, double[][] centers) {
        int limit = 2 * centers.length;
        int d = centers[0].length;
        List<DistantSample> far = new ArrayList<>();
        double[] squares = new double[centers.length];
        int number = first;
        while (blocks.hasNext()) {
            PointBlock points = blocks.next();
            points.setCenters(centers);
            for (int i = 0; i < points.count(); i++, number++) {
                points.squares(i, squares);
                int label = LloydIterations.least(squares);
                double[] point = new double[d];
                points.add(i, 1, point, 0);
                far.add(new DistantSample(squares[label], number, label, point));
                if (far.size() >= 4 * limit) shorten(far, limit);
            }
        }
        shorten(far, limit);
        return far;
    }

    private static void shorten(List<DistantSample> far, int limit) {
        far.sort(ORDER);
        if (far.size() > limit) far.subList(limit, far.size()).clear();
    }
}
