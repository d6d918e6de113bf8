package org.grapnel.model;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.grapnel.graph.Laplacian;

/** How the graph enters the objective. */
public enum GraphTerm {
    /** λ·Tr(H L Hᵀ), the paper's. */
    TRACE,
    /** λ·Σⱼ ‖wⱼ‖²·hⱼ L hⱼᵀ, which does not change when a component's scale moves between W and H. */
    INVARIANT;

    /** The name users type. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static GraphTerm of(String word) {
        return Arrays.stream(values())
                .filter(t -> t.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown graph term '" + word + "', allowed are "
                        + Arrays.stream(values()).map(GraphTerm::word).collect(Collectors.joining(", "))));
    }

    Term term(double lambda, Laplacian L) {
        return this == TRACE ? new GraphPenalty(lambda, L) : new InvariantPenalty(lambda, L);
    }
}
