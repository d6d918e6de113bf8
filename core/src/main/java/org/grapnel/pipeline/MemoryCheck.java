package org.grapnel.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.grapnel.FitListener;
import org.grapnel.InsufficientMemoryException;
import org.grapnel.Spec;
import org.grapnel.data.Description;
import org.grapnel.graph.ApproximateSearch;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.linalg.Matrix;
import org.grapnel.model.Loss;
import org.grapnel.runtime.MemoryBudget;
import org.grapnel.solve.joint.JointFactorization;

/** Compares the memory that a fit cannot do without with the memory there is. */
final class MemoryCheck {
    /** Beyond this share of the memory, the listener is told. */
    private static final double SCARCE = 0.8;

    private MemoryCheck() {}

    /** Memory that one step needs besides X, on the heap and outside it. */
    record RequiredMemory(String what, boolean dependsOnRank, long onHeap, long outside) {
        RequiredMemory(String what, boolean dependsOnRank, long outside) {
            this(what, dependsOnRank, 0, outside);
        }

        long bytes() {
            return onHeap + outside;
        }
    }

    /**
     * Returns the lower bounds of the steps that need most. What a fit needs beyond them depends on the data.
     *
     * @param searches whether neighbours are searched for
     */
    static List<RequiredMemory> lowerBounds(Matrix X, Spec spec, boolean searches) {
        return lowerBounds(X, Optional.empty(), spec, searches);
    }

    /** Returns the lower bounds for entries with weights: the solver has a copy C∘X, and lists the weights by feature and by sample. */
    static List<RequiredMemory> lowerBounds(Matrix X, Optional<EntryWeights> weights, Spec spec, boolean searches) {
        long p = X.rows();
        long n = X.cols();
        long r = spec.rank();
        boolean dense = X instanceof DenseMatrix;
        List<RequiredMemory> bounds = new ArrayList<>();
        // the search before a selection leaves out noise features, so its size is not known
        boolean onComponents = spec.graph()
                .components()
                .filter(components -> components.orFewer() || components.reduces(X.rows(), X.cols()))
                .isPresent();
        if (searches && onComponents) {
            long components = Math.min(spec.graph().components().orElseThrow().count(), Math.min(p, n));
            bounds.add(new RequiredMemory("the principal components", false, 8 * components * (p + n)));
            // groups are judged by neighbours on all features, of a sample where there are many samples
            boolean many = spec.graph().search().isApproximate(X.cols());
            long judged = many ? Math.min(n, ReferenceGraphs.SAMPLE) : n;
            if (dense && spec.isJoint())
                bounds.add(new RequiredMemory("the search for neighbours", false, 4 * p * judged));
        } else if (searches && dense && !spec.selectsBeforeFit())
            bounds.add(new RequiredMemory("the search for neighbours", false, 4 * p * n));
        if (searches && spec.graph().search().isApproximate(X.cols()) && (dense || onComponents)) {
            long dimensions = onComponents
                    ? Math.min(spec.graph().components().orElseThrow().count(), p)
                    : p;
            bounds.add(new RequiredMemory(
                    "the search for neighbours",
                    false,
                    ApproximateSearch.bytes(n, dimensions, spec.graph().neighbors()),
                    4 * dimensions * n));
        }
        if (spec.model().isKMeans()) {
            bounds.add(new RequiredMemory("the centres and the groups", true, 8 * r * (p + n)));
        } else if (spec.loss() == Loss.KL) {
            bounds.add(ofCounts(X, spec));
        } else {
            long rows = spec.selectsBeforeFit() ? Math.min(p, spec.keep().orElse((int) p)) : p;
            long selected = spec.selectsBeforeFit() && dense ? rows * n : 0;
            // joint: W and XHᵀ, and H, G and XᵀW of the samples
            long factors = spec.isJoint() ? r * (2 * rows + 3 * n) : 4 * r * (rows + n);
            long reordered = spec.isJoint() && dense && JointFactorization.isReordered(rows, n) ? rows * n : 0;
            long weighted = weights.isPresent() && dense ? rows * n : 0;
            long listed = weights.map(EntryWeights::count).orElse(0L) * 2 * (Integer.BYTES + Double.BYTES);
            bounds.add(
                    new RequiredMemory("the factors", true, listed, 8 * (factors + selected + reordered + weighted)));
        }
        return bounds;
    }

    /** W, H and what the graph term has beside H; and the positive entries by row and by column, which are not known where features are selected first. */
    private static RequiredMemory ofCounts(Matrix X, Spec spec) {
        long n = X.cols();
        long r = spec.rank();
        boolean selects = spec.selectsBeforeFit();
        long rows = selects ? Math.min(X.rows(), spec.keep().orElse(X.rows())) : X.rows();
        long entries = selects ? 0 : X.nonZeros();
        long onHeap = 24 * entries + 8 * r * (rows + n) + (spec.usesGraph() ? 8 * r * n : 0);
        long outside = spec.usesGraph() ? 8 * r * n * (spec.isJoint() ? 2 : 1) : 0;
        return new RequiredMemory("the counts and the factors", true, onHeap, outside);
    }

    /** Refuses a fit that cannot fit into memory, and tells the listener when memory is scarce. */
    static void require(Matrix X, Optional<EntryWeights> weights, Spec spec, boolean searches, FitListener listener) {
        for (RequiredMemory needed : lowerBounds(X, weights, spec, searches)) {
            if (needed.bytes() < MemoryBudget.WORTH_CHECKING) continue;
            MemoryBudget budget = MemoryBudget.currentFor(needed.onHeap, needed.outside);
            String what = String.format(Locale.ROOT, "%s of %,d features, %,d samples", needed.what, X.rows(), X.cols())
                    + (needed.dependsOnRank ? " and rank " + spec.rank() : "");
            if (!budget.fits(needed.onHeap, needed.outside))
                throw new InsufficientMemoryException(
                        budget.shortage(what + " need", needed.onHeap, needed.outside) + fitting(X, needed, budget));
            long available = Math.min(budget.outside(), budget.machine());
            if (needed.outside > SCARCE * available)
                listener.onNote(String.format(
                        Locale.ROOT,
                        "memory is scarce: %s need at least %s, and there are %s",
                        what,
                        Description.memory(needed.outside),
                        Description.memory(available)));
        }
    }

    /** Says how many samples would fit, where the memory grows with the samples. */
    private static String fitting(Matrix X, RequiredMemory needed, MemoryBudget budget) {
        double share = Math.min(
                (double) budget.machine() / needed.bytes(),
                Math.min(
                        needed.onHeap == 0 ? 1 : (double) budget.heap() / needed.onHeap,
                        needed.outside == 0 ? 1 : (double) budget.outside() / needed.outside));
        long samples = (long) (X.cols() * share);
        return samples > X.rows() ? String.format(Locale.ROOT, "; about %,d samples would fit", samples) : "";
    }
}
