package org.grapnel.spark.cluster;

import java.io.Serializable;

/** Some of the points to cluster, in the memory of a task. */
interface PointBlock {
    /** Returns the number of points. */
    int count();

    /** Prepares for distances from these centers. */
    void setCenters(double[][] centers);

    /** into[g] ← ‖x − center g‖² of a point. */
    void squares(int point, double[] into);

    /** sums[at …] += sign·x. */
    void add(int point, int sign, double[] sums, int at);

    /** Reads the points of an element of an RDD. */
    interface PointReader<T> extends Serializable {
        PointBlock read(T part);
    }
}
