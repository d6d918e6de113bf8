package org.grapnel.solve.block;

import org.grapnel.graph.Laplacian;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseProduct;
import org.grapnel.linalg.SquaredDifferences;
import org.grapnel.model.GramCache;
import org.grapnel.runtime.ExecutionContext;

/**
 * Measures a candidate H: HHᵀ, L·Ht, hⱼLhⱼᵀ and {@link SampleSums}, in one round of tasks. Four rounds would cost a small problem as much in
 * hand-overs between threads as in sums. Each part is cut into blocks as if it ran alone, so one round gives the same bits.
 *
 * <p>hⱼLhⱼᵀ from squared differences is needed only where hⱼ·(Lhⱼ) cancels. Either most iterations need them or few do: the sums are part of the
 * round if the last candidate needed them, and have a round of their own if only this one does.
 */
final class CandidateMeasurement {
    private final ExecutionContext context;
    private final SampleSums sums;
    private final double[] graphEnergy;
    private boolean neededDifferences;

    CandidateMeasurement(ExecutionContext context, int r) {
        this.context = context;
        sums = new SampleSums(context, r);
        graphEnergy = new double[r];
    }

    /** Computes HHᵀ of the candidate, and the sums without the graph. */
    SampleBlock.CandidateSums compute(
            DenseMatrix Ht, RowSet all, DenseMatrix before, DenseMatrix XtW, DenseMatrix HHt) {
        Gram.GramBlocks gram = Gram.blocks(context, Ht, all);
        SampleSums.SumBlocks rows = sums.blocks(Ht, before, XtW, null, null);
        context.run(rows.count() + gram.count(), (task, scratch) -> {
            if (task < rows.count()) rows.compute(task, scratch);
            else gram.compute(task - rows.count(), scratch);
        });
        gram.addTo(HHt);
        rows.add();
        return new SampleBlock.CandidateSums(sums.inner(), sums.moved());
    }

    /** Computes HHᵀ, LHt ← L·Ht and hⱼLhⱼᵀ of the candidate, and the sums. */
    SampleBlock.CandidateSums compute(
            Laplacian L,
            DenseMatrix Ht,
            RowSet all,
            DenseMatrix before,
            DenseMatrix XtW,
            DenseMatrix LHt,
            GramCache into) {
        Gram.GramBlocks gram = Gram.blocks(context, Ht, all);
        SparseProduct product = L.product(context, Ht);
        SampleSums.SumBlocks rows = sums.blocks(Ht, before, XtW, LHt, product);
        SquaredDifferences.DifferenceBlocks edges =
                neededDifferences ? L.graphEnergyBlocks(context, Ht, product) : null;
        int measured = rows.count() + gram.count();
        context.run(measured + (edges == null ? 0 : edges.count()), (task, scratch) -> {
            if (task < rows.count()) rows.compute(task, scratch);
            else if (task < measured) gram.compute(task - rows.count(), scratch);
            else if (edges != null) edges.compute(task - measured, scratch);
        });
        gram.addTo(into.HHt());
        rows.add();
        neededDifferences = sums.graphEnergyCancels(L, into.HHt(), graphEnergy);
        if (neededDifferences && edges != null) edges.addTo(graphEnergy);
        else if (neededDifferences) L.graphEnergy(context, Ht, graphEnergy);
        for (int j = 0; j < graphEnergy.length; j++) into.setGraphEnergy(j, graphEnergy[j]);
        return new SampleBlock.CandidateSums(sums.inner(), sums.moved());
    }
}
