package org.grapnel.solve.start;

import java.util.Optional;
import org.grapnel.cluster.Clustering;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;

/**
 * H with the rows of {@link GroupRows}. W is zero, so a solver starts from H. A restart draws the small entries with its seed: the group still has
 * the largest entry on average, and the solver starts in another place.
 *
 * @param drawn whether the small entries are drawn
 */
record GroupStart(Clustering groups, long seed, boolean drawn) implements Start {
    @Override
    public String kind() {
        return "groups";
    }

    @Override
    public Optional<Start> restart(int i) {
        return Optional.of(new GroupStart(groups, seed + i, true));
    }

    @Override
    public StartPoint point(ExecutionContext context, Matrix X, int r) {
        int n = X.cols();
        Preconditions.require(
                groups.size() == n, "the start has groups of %d samples, the data have %d samples", groups.size(), n);
        DenseMatrix Ht = DenseMatrix.zeros(n, r);
        GroupRows rows = new GroupRows(seed, drawn);
        double[] h = new double[r];
        for (int i = 0; i < n; i++) {
            rows.compute(i, n, groups.labelOf(i), groups.clusters(), h);
            Ht.setRow(i, h);
        }
        return new StartPoint(DenseMatrix.zeros(X.rows(), r), Ht);
    }

    @Override
    public Optional<GroupRows> groupRows() {
        return Optional.of(new GroupRows(seed, drawn));
    }
}
