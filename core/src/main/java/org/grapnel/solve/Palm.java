package org.grapnel.solve;

import org.grapnel.linalg.Check;
import org.grapnel.linalg.Ledger;
import org.grapnel.model.Block;

/**
 * Proximal alternating linearised minimisation with an extrapolation: W moves against the current H, then H against the W
 * just computed, each by a projected gradient step of length 1/(γ·L). A guarded extrapolation that lets F rise is thrown
 * away for a plain sweep, in which the constant of H is computed anew, since W is another [Algorithms 1–3; ERRATA 4–8].
 */
public record Palm(Extrapolation extrapolation, double stepFactor) implements Algorithm {
    public Palm {
        Check.that(
                stepFactor >= 1 && stepFactor < Double.POSITIVE_INFINITY,
                "the step factor must be a number >= 1, got %s",
                stepFactor);
    }

    public Palm(Extrapolation extrapolation) {
        this(extrapolation, 1);
    }

    @Override
    public Iteration start(Moves moves) {
        return new Run(moves, extrapolation.start());
    }

    private final class Run implements Iteration {
        private final Moves moves;
        private final Extrapolation.Rule rule;

        Run(Moves moves, Extrapolation.Rule rule) {
            this.moves = moves;
            this.rule = rule;
        }

        @Override
        public Outcome next() {
            double lipschitzW = moves.lipschitz(Block.W);
            Extrapolation.Pull pullW = rule.pull(Block.W, lipschitzW);
            move(Block.W, pullW, lipschitzW);
            double lipschitzH = moves.lipschitz(Block.H);
            Extrapolation.Pull pullH = rule.pull(Block.H, lipschitzH);
            move(Block.H, pullH, lipschitzH);
            Objective found = moves.objective();
            boolean accepted =
                    !rule.guarded() || found.total() <= moves.current().total();
            if (!accepted) {
                move(Block.W, pullW.still(), lipschitzW);
                lipschitzH = moves.lipschitz(Block.H);
                move(Block.H, pullH.still(), lipschitzH);
                found = moves.objective();
            }
            if (!Double.isFinite(lipschitzW + lipschitzH + found.total())) {
                return new Outcome(new Objective(Double.NaN, Double.NaN), Double.NaN, pullW.slope(), accepted);
            }
            double change = moves.change();
            moves.keep();
            rule.done(accepted, lipschitzH);
            return new Outcome(found, change, pullW.slope(), accepted);
        }

        @Override
        public void state(Ledger ledger) {
            rule.state(ledger);
        }

        private void move(Block block, Extrapolation.Pull pull, double lipschitz) {
            moves.move(block, pull.centre(), pull.slope(), stepFactor * pull.stretch() * lipschitz);
        }
    }
}
