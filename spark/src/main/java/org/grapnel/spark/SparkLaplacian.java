package org.grapnel.spark;

import org.apache.spark.api.java.JavaRDD;

public interface SparkLaplacian {
    double norm();

    JavaRDD<double[]> times(JavaRDD<double[]> Ht, int r);
}
