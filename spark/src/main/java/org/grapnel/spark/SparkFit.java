package org.grapnel.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.Watch;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.solve.Certificate;
import org.grapnel.solve.Solution;
import org.grapnel.solve.Step;
import org.grapnel.solve.StopReason;
import org.grapnel.solve.Trace;

/** Stand-in. */
final class SparkFit {
    private SparkFit() {}

    record Result(
            DenseMatrix W,
            RowSet support,
            JavaRDD<double[]> Ht,
            Trace trace,
            StopReason stop,
            Certificate certificate) {}

    static DenseMatrix all(Panels X) {
        DenseMatrix all = DenseMatrix.zeros(X.features(), X.samples());
        for (Panel panel : X.rdd().collect())
            try (Matrix part = panel.matrix()) {
                for (int i = 0; i < part.rows(); i++)
                    for (int j = 0; j < part.cols(); j++) all.set(i, panel.first() + j, part.get(i, j));
            }
        return all;
    }

    static Result solve(
            Panels X,
            Optional<SparkLaplacian> L,
            Spec spec,
            int checkpointInterval,
            Consumer<Step> watch,
            BooleanSupplier enough) {
        try (DenseMatrix all = all(X)) {
            Solution s = Grapnel.solve(all, L.map(l -> l.graph), spec, new Watch() {
                @Override
                public void accept(Step step) {
                    watch.accept(step);
                }

                @Override
                public boolean enough() {
                    return enough.getAsBoolean();
                }
            });
            try (DenseMatrix Ht = s.Ht()) {
                List<double[]> parts = new ArrayList<>();
                for (int q = 0; q < X.partitions(); q++) {
                    int m = X.first(q + 1) - X.first(q);
                    double[] part = new double[m * spec.rank()];
                    if (m > 0) Ht.rows(X.first(q), m, part);
                    parts.add(part);
                }
                JavaRDD<double[]> rdd =
                        JavaSparkContext.fromSparkContext(X.rdd().context()).parallelize(parts, X.partitions());
                return new Result(s.W(), s.support(), rdd.cache(), s.trace(), s.stop(), s.certificate());
            }
        }
    }
}
