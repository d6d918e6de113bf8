package org.grapnel;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.SolverKind;

/**
 * How k features are chosen.
 *
 * @param blend θ of {@link Strategy#STRUCTURE}: 0 keeps neighbours, 1 keeps distances
 */
public record FeatureSelection(Strategy by, double blend) {
    /** The ways. */
    public enum Strategy {
        /** The constraint inside the solver. */
        MODEL,
        /** The k features of largest norm, which is what ‖W‖₂,₀ ≤ k amounts to when it is solved well. */
        ENERGY,
        /** What a feature explains with its best row of W: best-support. */
        GAIN,
        /** Neighbour contrast: the features whose distances best tell neighbours from strangers. */
        STRUCTURE,
        VARIANCE,
        LAPLACIAN_SCORE,
        /** Multi-cluster feature selection: the features that best rebuild the graph's eigenvectors. */
        MCFS;

        /** The name users type. */
        public String cliName() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        public static Strategy parse(String word) {
            return Arrays.stream(values())
                    .filter(b -> b.cliName().equals(word))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("unknown way to select '" + word + "', allowed are "
                            + Arrays.stream(values()).map(Strategy::cliName).collect(Collectors.joining(", "))));
        }

        /** Whether it looks at which samples are neighbours. */
        public boolean needsGraph() {
            return this == STRUCTURE || this == LAPLACIAN_SCORE || this == MCFS;
        }
    }

    public FeatureSelection {
        Preconditions.require(blend >= 0 && blend <= 1, "structure-blend must be between 0 and 1, got %s", blend);
    }

    /** As the model and its solver do it. */
    public static FeatureSelection model() {
        return of(Strategy.MODEL);
    }

    public static FeatureSelection of(Strategy by) {
        return new FeatureSelection(by, 0);
    }

    public FeatureSelection withBlend(double theta) {
        return new FeatureSelection(by, theta);
    }

    /** Whether the choice is made before this solver runs, and not by it. */
    boolean runsBefore(SolverKind solver) {
        return by != Strategy.MODEL && !(by == Strategy.GAIN && solver == SolverKind.BEST_SUPPORT);
    }
}
