package org.grapnel.embed;

import org.grapnel.linalg.DenseMatrix;

/**
 * An embedding in the plane. Close it to free the coordinates.
 *
 * @param Y a row per sample, n × 2, centred
 * @param divergence KL(P‖Q) of Y; its normaliser Z is as exact as theta makes it
 * @param iterations the number of iterations done
 */
public record TsneResult(DenseMatrix Y, double divergence, int iterations) implements AutoCloseable {
    @Override
    public void close() {
        Y.close();
    }
}
