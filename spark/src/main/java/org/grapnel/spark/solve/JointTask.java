package org.grapnel.spark.solve;

import java.io.Serializable;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.model.JointConstants;
import org.grapnel.spark.rdd.TaskBytes;

/**
 * Work of every partition in one update of H or of G.
 *
 * @param features p
 * @param sweeps rounds of coordinate steps
 * @param W p × r numbers; empty for an update of G
 * @param WtW r × r numbers; empty for an update of G
 * @param gram GGᵀ for an update of H, HHᵀ for an update of G, over the samples with an edge
 */
record JointTask(JointConstants constants, int features, int sweeps, double[] W, double[] WtW, double[] gram)
        implements Serializable {
    private static final double[] NONE = {};

    static JointTask forH(JointConstants constants, DenseMatrix W, DenseMatrix WtW, double[] GGt, int sweeps) {
        return new JointTask(constants, W.rows(), sweeps, numbers(W), numbers(WtW), GGt);
    }

    static JointTask forG(JointConstants constants, int features, double[] HHt, int sweeps) {
        return new JointTask(constants, features, sweeps, NONE, NONE, HHt);
    }

    /** A task that measures the columns as they are, with this W or none. */
    static JointTask forMeasure(JointConstants constants, int features, DenseMatrix W) {
        return new JointTask(constants, features, 0, numbers(W), NONE, NONE);
    }

    private static double[] numbers(DenseMatrix M) {
        double[] numbers = new double[Math.multiplyExact(M.rows(), M.cols())];
        M.rows(0, M.rows(), numbers);
        return numbers;
    }

    int rank() {
        return constants.rank();
    }

    byte[] toBytes() {
        return TaskBytes.write(this);
    }

    static JointTask create(byte[] bytes) {
        return TaskBytes.read(JointTask.class, bytes);
    }
}
