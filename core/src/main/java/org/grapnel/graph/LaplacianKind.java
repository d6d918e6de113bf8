package org.grapnel.graph;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The kind of Laplacian in the graph term. */
public enum LaplacianKind {
    /** L = D − A [after eq. 5]. A sample counts in proportion to its degree. */
    PLAIN,

    /**
     * L = I − D^(−½) A D^(−½), with eigenvalues from 0 to 2 for any weights. Every sample with a neighbour counts the
     * same.
     */
    NORMALIZED;

    /** Returns the word that users type. */
    public String cliName() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static LaplacianKind parse(String word) {
        return Arrays.stream(values())
                .filter(kind -> kind.cliName().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown laplacian '" + word + "', allowed are "
                        + Arrays.stream(values()).map(LaplacianKind::cliName).collect(Collectors.joining(", "))));
    }

    @Override
    public String toString() {
        return cliName();
    }
}
