package org.grapnel;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.grapnel.linalg.Check;
import org.grapnel.solve.Method;

/**
 * How k features are chosen.
 *
 * @param blend θ of {@link By#STRUCTURE}: 0 keeps neighbours, 1 keeps distances
 */
public record FeatureChoice(By by, double blend) {
    /** The ways. */
    public enum By {
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
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        public static By of(String word) {
            return Arrays.stream(values())
                    .filter(b -> b.word().equals(word))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("unknown way to select '" + word + "', allowed are "
                            + Arrays.stream(values()).map(By::word).collect(Collectors.joining(", "))));
        }

        /** Whether it looks at which samples are neighbours. */
        public boolean needsGraph() {
            return this == STRUCTURE || this == LAPLACIAN_SCORE || this == MCFS;
        }
    }

    public FeatureChoice {
        Check.that(blend >= 0 && blend <= 1, "structure-blend must be between 0 and 1, got %s", blend);
    }

    /** As the model and its solver do it. */
    public static FeatureChoice model() {
        return of(By.MODEL);
    }

    public static FeatureChoice of(By by) {
        return new FeatureChoice(by, 0);
    }

    public FeatureChoice withBlend(double theta) {
        return new FeatureChoice(by, theta);
    }

    /** Whether the choice is made before this solver runs, and not by it. */
    boolean before(Method solver) {
        return by != By.MODEL && !(by == By.GAIN && solver == Method.BEST_SUPPORT);
    }
}
