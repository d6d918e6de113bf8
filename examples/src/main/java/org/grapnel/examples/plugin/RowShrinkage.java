package org.grapnel.examples.plugin;

import java.util.OptionalDouble;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Constraint;
import org.grapnel.plugin.ConstraintPlugin;
import org.grapnel.runtime.ExecutionContext;

// quote
/**
 * The penalty weight · Σ ‖zᵢ‖₂ on a factor Z ≥ 0, ℓ₂,₁. Its prox clips, and then shortens each row by weight times the step length; a shorter row
 * becomes zero. On W it keeps few features, without a fixed number.
 */
public record RowShrinkage(double weight) implements Constraint {
    @Override
    public void sparsify(ExecutionContext context, DenseMatrix V, RowSet rows, double stepLength) {
        int[] before = rows.toArray();
        rows.clear();
        for (int i : before) {
            double norm = Math.sqrt(V.rowSquares(i));
            boolean drops = norm <= weight * stepLength; // false for NaN, which stays NaN
            if (!drops) rows.add(i);
            for (int j = 0; j < V.cols(); j++) V.set(i, j, drops ? 0 : (1 - weight * stepLength / norm) * V.get(i, j));
        }
    }

    @Override
    public boolean isPenalty() {
        return true;
    }

    @Override
    public double value(ExecutionContext context, DenseMatrix V, RowSet rows) {
        double sum = 0;
        for (int i : rows.toArray()) sum += Math.sqrt(V.rowSquares(i));
        return weight * sum;
    }
    // end

    /** {@code --constraint-w row-shrinkage:X}. */
    public static final class RowShrinkagePlugin implements ConstraintPlugin {
        @Override
        public String name() {
            return "row-shrinkage";
        }

        @Override
        public Constraint constraint(OptionalDouble value) {
            if (value.isEmpty() || value.getAsDouble() < 0)
                throw new IllegalArgumentException("give a weight >= 0, such as row-shrinkage:0.5");
            return new RowShrinkage(value.getAsDouble());
        }
    }
}
