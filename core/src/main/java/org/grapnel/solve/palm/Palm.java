package org.grapnel.solve.palm;

import org.grapnel.checkpoint.StateStream;
import org.grapnel.model.FactorId;
import org.grapnel.model.Objective;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.Algorithm;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.block.BlockUpdates;
import org.grapnel.solve.block.StepParameters;
import org.grapnel.solve.palm.Extrapolation.ExtrapolationRule;
import org.grapnel.solve.palm.Extrapolation.ExtrapolationWeights;

/**
 * Proximal alternating linearised minimisation with extrapolation [Algorithms 1–3; ERRATA 4–8]: PALM, accPALM, iPALM and BPL, which differ in
 * their {@link Extrapolation}.
 *
 * <p>W is updated against the current H, then H against the new W, each by a projected gradient step of length 1/(γ·L). A guarded
 * extrapolation that raises F is replaced by a plain iteration, in which the Lipschitz constant of H is computed anew, since W differs.
 *
 * @param stepFactor γ
 */
public record Palm(Extrapolation extrapolation, double stepFactor) implements Algorithm {
    public Palm {
        Preconditions.require(
                stepFactor >= 1 && stepFactor < Double.POSITIVE_INFINITY,
                "the step factor must be a number >= 1, got %s",
                stepFactor);
    }

    public Palm(Extrapolation extrapolation) {
        this(extrapolation, 1);
    }

    /**
     * The algorithm that a spec names.
     *
     * @param convexW whether the constraint on W is convex, which BPL's theory distinguishes
     */
    public static Palm create(SolverSpec spec, boolean convexW) {
        Extrapolation extrapolation = switch (spec.kind()) {
            case PALM -> Extrapolation.none();
            case ACCPALM ->
                spec.fixedBeta()
                        ? Extrapolation.accPalmWithFixedBeta(spec.beta())
                        : Extrapolation.accPalm(spec.beta(), spec.momentum(), spec.betaMax());
            case IPALM -> spec.byTheory() ? Extrapolation.ipalmByTheory() : Extrapolation.ipalm();
            case BPL -> spec.byTheory() && !convexW ? Extrapolation.bplByTheory() : Extrapolation.bpl();
            case BEST_SUPPORT -> throw new IllegalStateException("best-support makes no gradient steps");
        };
        return new Palm(extrapolation, spec.stepFactor());
    }

    @Override
    public AlgorithmRun start(BlockUpdates updates) {
        return new PalmRun(updates, extrapolation.start());
    }

    private final class PalmRun implements AlgorithmRun {
        private final BlockUpdates updates;
        private final ExtrapolationRule rule;

        PalmRun(BlockUpdates updates, ExtrapolationRule rule) {
            this.updates = updates;
            this.rule = rule;
        }

        @Override
        public Outcome next() {
            double lipschitzW = updates.lipschitz(FactorId.W);
            ExtrapolationWeights weightsW = rule.weights(FactorId.W, lipschitzW);
            update(FactorId.W, weightsW, lipschitzW);
            double lipschitzH = updates.lipschitz(FactorId.H);
            ExtrapolationWeights weightsH = rule.weights(FactorId.H, lipschitzH);
            update(FactorId.H, weightsH, lipschitzH);
            Objective found = updates.objective();
            boolean accepted =
                    !rule.isGuarded() || found.total() <= updates.current().total();
            if (!accepted) {
                update(FactorId.W, weightsW.withoutMomentum(), lipschitzW);
                lipschitzH = updates.lipschitz(FactorId.H);
                update(FactorId.H, weightsH.withoutMomentum(), lipschitzH);
                found = updates.objective();
            }
            if (!Double.isFinite(lipschitzW + lipschitzH + found.total()))
                return new Outcome(new Objective(Double.NaN, Double.NaN), Double.NaN, weightsW.slope(), accepted);
            double change = updates.change();
            updates.commit();
            rule.afterIteration(accepted, lipschitzH);
            return new Outcome(found, change, weightsW.slope(), accepted);
        }

        private void update(FactorId factor, ExtrapolationWeights weights, double lipschitz) {
            double curvature = stepFactor * weights.stretch() * lipschitz;
            updates.update(factor, new StepParameters(weights.centre(), weights.slope(), curvature));
        }

        @Override
        public void transfer(StateStream stream) {
            rule.transfer(stream);
        }
    }
}
