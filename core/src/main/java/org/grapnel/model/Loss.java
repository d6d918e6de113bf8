package org.grapnel.model;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** How far the data are from their reconstruction. */
public enum Loss {
    /** ½‖X − WH‖². A feature that is not kept costs ½‖xᵢ‖². */
    SQUARED,
    /**
     * The Kullback–Leibler divergence Σ x log(x/y) − x + y with y = WH, for counts. A feature that is not kept is explained by the
     * {@link CountBackground}. See {@link KlProblem}; the package {@code solve.kl} solves it.
     */
    KL;

    /** The name users type. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the loss with this name. */
    public static Loss parse(String word) {
        return Arrays.stream(values())
                .filter(loss -> loss.toString().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown loss '" + word + "', allowed are "
                        + Arrays.stream(values()).map(Loss::toString).collect(Collectors.joining(", "))));
    }
}
