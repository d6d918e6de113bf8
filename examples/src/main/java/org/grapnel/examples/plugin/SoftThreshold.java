package org.grapnel.examples.plugin;

import java.util.OptionalDouble;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.Constraint;
import org.grapnel.plugin.ConstraintPlugin;
import org.grapnel.runtime.ExecutionContext;

/** The penalty weight · Σ zᵢⱼ on a factor Z ≥ 0, ℓ₁, by its prox: v ← max(0, v − weight · step length). */
public record SoftThreshold(double weight) implements Constraint {
    // quote
    @Override
    public void clip(double[] values, int count, double stepLength) {
        for (int q = 0; q < count; q++) values[q] = Math.max(0, values[q] - weight * stepLength);
    }
    // end

    @Override
    public boolean isPenalty() {
        return true;
    }

    @Override
    public double value(ExecutionContext context, DenseMatrix V, RowSet rows) {
        double sum = 0;
        for (int i : rows.toArray()) for (int j = 0; j < V.cols(); j++) sum += V.get(i, j);
        return weight * sum;
    }

    /** {@code --constraint-h soft-threshold:X}. */
    public static final class SoftThresholdPlugin implements ConstraintPlugin {
        @Override
        public String name() {
            return "soft-threshold";
        }

        @Override
        public Constraint constraint(OptionalDouble value) {
            if (value.isEmpty() || value.getAsDouble() < 0)
                throw new IllegalArgumentException("give a weight >= 0, such as soft-threshold:0.5");
            return new SoftThreshold(value.getAsDouble());
        }
    }
}
