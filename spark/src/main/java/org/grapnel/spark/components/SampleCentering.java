package org.grapnel.spark.components;

import java.io.Serializable;

/**
 * What happens to a sample before its principal components: (x − μ)/u, or x/‖x‖.
 *
 * @param centred whether μ is subtracted; otherwise a sample is divided by its length
 * @param mean μ; zeros unless centred
 * @param unit u, a power of two that keeps the squares of products in range; 1 unless centred
 */
record SampleCentering(boolean centred, double[] mean, double unit) implements Serializable {
    /** Returns a sample divided by its length. */
    static SampleCentering unitLength(int features) {
        return new SampleCentering(false, new double[features], 1);
    }
}
