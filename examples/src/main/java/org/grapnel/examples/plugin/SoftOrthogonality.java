package org.grapnel.examples.plugin;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.model.FactorId;
import org.grapnel.model.GradientChunk;
import org.grapnel.model.GramCache;
import org.grapnel.model.Term;
import org.grapnel.plugin.TermPlugin;

// quote
/**
 * (weight/2) · Σ_{j≠l} ⟨zⱼ, zₗ⟩ over the columns zⱼ of W or the rows zⱼ of H. As no entry is negative, it is 0 exactly where they are orthogonal: each
 * feature or sample then belongs to one component. Its gradient is weight · Z(E − I) with E full of ones, whose norm is r − 1.
 */
public record SoftOrthogonality(FactorId of, double weight) implements Term {
    @Override
    public double value(GramCache at) {
        DenseMatrix gram = of == FactorId.W ? at.WtW() : at.HHt();
        double sum = 0;
        for (int j = 0; j < at.rank(); j++) for (int l = 0; l < at.rank(); l++) if (j != l) sum += gram.get(j, l);
        return weight / 2 * sum;
    }

    @Override
    public double lipschitz(FactorId factor, GramCache at) {
        return factor == of ? weight * (at.rank() - 1) : 0;
    }

    @Override
    public void addGradient(FactorId factor, GramCache at, GradientChunk chunk) {
        if (factor != of) return;
        int r = chunk.rank();
        double[] Z = chunk.Z();
        for (int i = 0; i < chunk.rows(); i++) {
            double sum = 0;
            for (int j = 0; j < r; j++) sum += Z[i * r + j];
            for (int j = 0; j < r; j++) chunk.gradient()[i * r + j] += weight * (sum - Z[i * r + j]);
        }
    }
    // end

    /** {@code --term orthogonal-w:X}. */
    public static final class OrthogonalW implements TermPlugin {
        @Override
        public String name() {
            return "orthogonal-w";
        }

        @Override
        public Term term(double weight) {
            return new SoftOrthogonality(FactorId.W, weight);
        }
    }

    /** {@code --term orthogonal-h:X}. */
    public static final class OrthogonalH implements TermPlugin {
        @Override
        public String name() {
            return "orthogonal-h";
        }

        @Override
        public Term term(double weight) {
            return new SoftOrthogonality(FactorId.H, weight);
        }
    }
}
