package org.grapnel.solve.start;

import java.util.Optional;
import org.grapnel.cluster.Clustering;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;

/**
 * H = (E + 0.2)·√(r/n): eⱼᵢ is 1 where component j belongs to the group of sample i, and 0 elsewhere. W is zero, so a solver starts from H.
 *
 * <p>With as many components as groups, component j belongs to group j. With more components, the components g, g + c, g + 2c, … belong to group
 * g of c groups, and its samples are dealt to them by the seed. With fewer components, group g has component g mod r.
 *
 * <p>A restart has numbers from [0, 1) in place of 0.2, drawn with its seed: the group still has the largest entry on average, and the solver
 * starts in another place.
 *
 * @param drawn whether the small entries are drawn
 */
record GroupStart(Clustering groups, long seed, boolean drawn) implements Start {
    private static final double OTHERS = 0.2;
    private static final int SPLIT_STREAM = 3;
    private static final int ENTRY_STREAM = 4;

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
        double scale = Math.sqrt((double) r / n);
        long entries = CounterRandom.split(seed, ENTRY_STREAM);
        double[] h = new double[r];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < r; j++) h[j] = (drawn ? CounterRandom.uniform(entries, i, j) : OTHERS) * scale;
            h[component(i, r)] += scale;
            Ht.setRow(i, h);
        }
        return new StartPoint(DenseMatrix.zeros(X.rows(), r), Ht);
    }

    /** The component of a sample. */
    private int component(int sample, int r) {
        int group = groups.labelOf(sample);
        int c = groups.clusters();
        if (group >= r) return group % r;
        int parts = (r - 1 - group) / c + 1;
        double u = CounterRandom.uniform(CounterRandom.split(seed, SPLIT_STREAM), sample, 0);
        return group + c * (int) (u * parts);
    }
}
