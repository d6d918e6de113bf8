package org.grapnel.solve.palm;

import org.grapnel.checkpoint.StateStream;
import org.grapnel.model.FactorId;
import org.grapnel.model.Objective;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.Algorithm;
import org.grapnel.solve.block.BlockUpdates;

/**
 * Proximal alternating linearised minimisation with an extrapolation: W moves against the current H, then H against the W
 * just computed, each by a projected gradient step of length 1/(γ·L). A guarded extrapolation that lets F rise is thrown
 * away for a plain sweep, in which the constant of H is computed anew, since W is another [Algorithms 1–3; ERRATA 4–8].
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

    @Override
    public Iteration start(BlockUpdates moves) {
        return new PalmIteration(moves, extrapolation.start());
    }

    private final class PalmIteration implements Iteration {
        private final BlockUpdates moves;
        private final Extrapolation.ExtrapolationRule rule;

        PalmIteration(BlockUpdates moves, Extrapolation.ExtrapolationRule rule) {
            this.moves = moves;
            this.rule = rule;
        }

        @Override
        public Outcome next() {
            double lipschitzW = moves.lipschitz(FactorId.W);
            Extrapolation.ExtrapolationWeights pullW = rule.weights(FactorId.W, lipschitzW);
            move(FactorId.W, pullW, lipschitzW);
            double lipschitzH = moves.lipschitz(FactorId.H);
            Extrapolation.ExtrapolationWeights pullH = rule.weights(FactorId.H, lipschitzH);
            move(FactorId.H, pullH, lipschitzH);
            Objective found = moves.objective();
            boolean accepted =
                    !rule.guarded() || found.total() <= moves.current().total();
            if (!accepted) {
                move(FactorId.W, pullW.withoutMomentum(), lipschitzW);
                lipschitzH = moves.lipschitz(FactorId.H);
                move(FactorId.H, pullH.withoutMomentum(), lipschitzH);
                found = moves.objective();
            }
            if (!Double.isFinite(lipschitzW + lipschitzH + found.total())) {
                return new Outcome(new Objective(Double.NaN, Double.NaN), Double.NaN, pullW.slope(), accepted);
            }
            double change = moves.change();
            moves.commit();
            rule.done(accepted, lipschitzH);
            return new Outcome(found, change, pullW.slope(), accepted);
        }

        @Override
        public void state(StateStream ledger) {
            rule.state(ledger);
        }

        private void move(FactorId block, Extrapolation.ExtrapolationWeights pull, double lipschitz) {
            moves.update(block, pull.centre(), pull.slope(), stepFactor * pull.stretch() * lipschitz);
        }
    }
}
