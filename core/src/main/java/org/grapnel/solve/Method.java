package org.grapnel.solve;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The solvers by name: the paper's four, and one that solves rows instead of stepping. */
public enum Method {
    PALM,
    ACCPALM,
    IPALM,
    BPL,
    BEST_SUPPORT;

    /** The name users type. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static Method of(String word) {
        return Arrays.stream(values())
                .filter(m -> m.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown solver '" + word + "', allowed are "
                        + Arrays.stream(values()).map(Method::word).collect(Collectors.joining(", "))));
    }
}
