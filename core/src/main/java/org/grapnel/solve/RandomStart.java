package org.grapnel.solve;

import java.util.Optional;
import org.grapnel.linalg.Compute;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.Randoms;
import org.grapnel.model.Block;

/** Uniform factors of the size of the data. */
record RandomStart(long seed) implements Start {
    private static final int FOR_W = 1;
    private static final int FOR_H = 2;

    @Override
    public String word() {
        return "random";
    }

    @Override
    public Optional<Start> restart(int i) {
        return Optional.of(new RandomStart(seed + i));
    }

    @Override
    public Point point(Compute on, Matrix X, int r) {
        DenseMatrix W = DenseMatrix.zeros(X.rows(), r);
        DenseMatrix Ht = DenseMatrix.zeros(X.cols(), r);
        double scale = Start.scale(X.sum(), Start.uniform(seed, Block.W, W), Start.uniform(seed, Block.H, Ht));
        W.mapped((i, j, w) -> w * scale);
        Ht.mapped((i, j, h) -> h * scale);
        return new Point(W, Ht);
    }

    /** What the block draws from. */
    static long part(long seed, Block block) {
        return Randoms.split(seed, block == Block.W ? FOR_W : FOR_H);
    }
}
