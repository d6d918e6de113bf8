package org.grapnel.examples.plugin;

import org.grapnel.model.FactorId;
import org.grapnel.model.GradientChunk;
import org.grapnel.model.GramCache;
import org.grapnel.model.Term;
import org.grapnel.plugin.TermPlugin;

// quote
/** weight · Σ hⱼₛ, the ℓ₁ norm of H ≥ 0: most samples have few components. */
public record L1OnH(double weight) implements Term {
    @Override
    public double value(GramCache at) {
        return weight * at.sum(FactorId.H);
    }

    @Override
    public double lipschitz(FactorId factor, GramCache at) {
        return 0; // the gradient is constant
    }

    @Override
    public void addGradient(FactorId factor, GramCache at, GradientChunk chunk) {
        if (factor == FactorId.H) for (int q = 0; q < chunk.size(); q++) chunk.gradient()[q] += weight;
    }

    public static final class L1Plugin implements TermPlugin {
        @Override
        public String name() {
            return "l1";
        }

        @Override
        public Term term(double weight) {
            return new L1OnH(weight);
        }
    }
}
// end
