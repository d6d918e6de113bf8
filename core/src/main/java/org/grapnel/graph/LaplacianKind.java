package org.grapnel.graph;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Which matrix of a graph the graph term uses. */
public enum LaplacianKind {
    /** L = D − A [after eq. 5]. A sample counts as much as its degree. */
    PLAIN,

    /** L = I − D^(−½) A D^(−½), with eigenvalues from 0 to 2 whatever the weights. Every sample that has a neighbour counts the same. */
    NORMALIZED;

    /** The name users type. */
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
