package org.grapnel.spark.app;

import org.grapnel.Spec;
import org.grapnel.spark.GraphNmf;

/** Converts the options of the command line to an estimator. */
final class EstimatorFactory {
    private EstimatorFactory() {}

    static GraphNmf create(Spec spec, SparkOptions spark) {
        GraphNmf estimator = new GraphNmf().setSpec(spec).setCheckpointInterval(spark.checkpointInterval);
        spark.partitions.ifPresent(estimator::setPartitions);
        return estimator;
    }
}
