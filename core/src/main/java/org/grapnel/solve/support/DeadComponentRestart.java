package org.grapnel.solve.support;

import java.util.Optional;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.solve.block.CoordinateSampleBlock;
import org.grapnel.solve.block.CoordinateSampleBlock.ResidualDirection;

/**
 * Gives a component that explains nothing the largest part of the residual R = X − WH on the kept features:
 *
 * <pre>  i = argmax ‖[Rᵢ]₊‖,   h = [Rᵢ]₊/‖[Rᵢ]₊‖,   w = [Rhᵀ]₊/(1 + 2λ·hLhᵀ),</pre>
 *
 * which lowers F by at least ‖[Rᵢ]₊‖²/(2(1 + 2λ·hLhᵀ)).
 */
record DeadComponentRestart(CoordinateSampleBlock samples, double lambda) {
    /**
     * Gives component j, whose column of W is zero, a new column in W and in the candidate for H. Returns false, and changes nothing, where no
     * residual row is longer than {@code least}.
     */
    boolean restart(int j, RowSet kept, DenseMatrix W, double least) {
        Optional<ResidualDirection> found = samples.restartComponent(j, kept, W, least);
        if (found.isEmpty()) return false;
        ResidualDirection h = found.get();
        double ridge = 1 + 2 * lambda * h.graphEnergy();
        for (int q = 0; q < kept.count(); q++) {
            int i = kept.get(q);
            double Rh = h.Xh()[q];
            for (int l = 0; l < h.overlap().length; l++) Rh -= W.get(i, l) * h.overlap()[l];
            W.set(i, j, Math.max(0, Rh) / ridge);
        }
        return true;
    }
}
