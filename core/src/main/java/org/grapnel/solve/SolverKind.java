package org.grapnel.solve;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The solvers: the paper's four gradient methods, and best-support, which solves rows of W exactly. */
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

    /** Returns the solver with this {@link #cliName}. */
    public static SolverKind parse(String word) {
        return Arrays.stream(values())
                .filter(m -> m.cliName().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown solver '" + word + "', allowed are "
                        + Arrays.stream(values()).map(SolverKind::cliName).collect(Collectors.joining(", "))));
    }
}
