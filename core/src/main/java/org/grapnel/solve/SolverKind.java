package org.grapnel.solve;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The solvers by name: the paper's four, and one that solves rows instead of stepping. */
public enum SolverKind {
    PALM,
    ACCPALM,
    IPALM,
    BPL,
    BEST_SUPPORT;

    /** The name users type. */
    public String cliName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static SolverKind parse(String word) {
        return Arrays.stream(values())
                .filter(m -> m.cliName().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown solver '" + word + "', allowed are "
                        + Arrays.stream(values()).map(SolverKind::cliName).collect(Collectors.joining(", "))));
    }
}
