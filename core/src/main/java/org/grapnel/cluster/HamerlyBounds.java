package org.grapnel.cluster;

/**
 * Bounds on distances to centres that avoid computing them (Hamerly 2010). For sample i with label a, since its last
 * measurement,
 * <pre>‖xᵢ − cₐ‖ ≤ upperᵢ + path of cₐ,     ‖xᵢ − cⱼ‖ ≥ lowerᵢ − Σ longest move of all centres but cₐ   for every j ≠ a.</pre>
 * While the first is below the second, the label holds. Moves are summed per centre, so a check writes nothing. All
 * bounds are rounded to the safe side.
 */
final class HamerlyBounds {
    private final double[] upper;
    private final double[] lower;
    private final double[] path;
    private final double[] longestOtherMoves;
    private final double safe;

    HamerlyBounds(ClusterPoints points, int clusters) {
        upper = new double[points.n];
        lower = new double[points.n];
        path = new double[clusters];
        longestOtherMoves = new double[clusters];
        safe = 1 + points.rounding();
    }

    /** Adds the distance that each centre has moved. */
    void addMoves(double[] distances) {
        int farthest = 0;
        for (int j = 1; j < distances.length; j++) if (distances[j] > distances[farthest]) farthest = j;
        double second = 0;
        for (int j = 0; j < distances.length; j++) if (j != farthest) second = Math.max(second, distances[j]);
        for (int j = 0; j < distances.length; j++) {
            path[j] = (path[j] + distances[j] * safe) * safe;
            longestOtherMoves[j] =
                    (longestOtherMoves[j] + (j == farthest ? second : distances[farthest]) * safe) * safe;
        }
    }

    /** Whether sample i is certainly nearer to centre {@code label} than to any other, including rounding errors. */
    boolean isLabelCertain(int i, int label) {
        return lower[i] > (upper[i] + path[label] + longestOtherMoves[label]) * safe;
    }

    /** Discards the bounds of a sample. */
    void reset(int i) {
        upper[i] = Double.POSITIVE_INFINITY;
    }

    /**
     * Sets the bounds of sample i: its squared distance is {@code own} to its centre and at least {@code other} to all
     * others, up to {@code error}.
     */
    void set(int i, int label, double own, double other, double error) {
        upper[i] = Math.nextUp(Math.sqrt(own + error) * safe - path[label]);
        lower[i] = Math.nextDown(Math.sqrt(Math.max(0, other - error)) / safe + longestOtherMoves[label]);
    }
}
