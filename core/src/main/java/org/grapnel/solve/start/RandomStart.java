package org.grapnel.solve.start;

import java.util.Optional;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.model.FactorId;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;

/** Uniform factors, scaled to the mean of the data. */
record RandomStart(long seed) implements Start {
    private static final int W_STREAM = 1;
    private static final int H_STREAM = 2;

    @Override
    public String kind() {
        return "random";
    }

    @Override
    public Optional<Start> restart(int i) {
        return Optional.of(new RandomStart(seed + i));
    }

    @Override
    public StartPoint point(ExecutionContext context, Matrix X, int r) {
        DenseMatrix W = DenseMatrix.zeros(X.rows(), r);
        DenseMatrix Ht = DenseMatrix.zeros(X.cols(), r);
        double scale = Start.scale(X.sum(), Start.uniform(seed, FactorId.W, W), Start.uniform(seed, FactorId.H, Ht));
        W.map((i, j, w) -> w * scale);
        Ht.map((i, j, h) -> h * scale);
        return new StartPoint(W, Ht);
    }

    /** The seed of a factor. */
    static long seedOf(long seed, FactorId factor) {
        return CounterRandom.split(seed, factor == FactorId.W ? W_STREAM : H_STREAM);
    }
}
