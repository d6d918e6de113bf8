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
    private final double[] way;
    private final double[] othersWay;
    private final double safe;

    HamerlyBounds(ClusterPoints points, int clusters) {
        upper = new double[points.n];
        lower = new double[points.n];
        way = new double[clusters];
        othersWay = new double[clusters];
        safe = 1 + points.rounding();
    }

    /** Adds the distance that each centre has moved. */
    void moved(double[] distances) {
        int farthest = 0;
        for (int j = 1; j < distances.length; j++) if (distances[j] > distances[farthest]) farthest = j;
        double second = 0;
        for (int j = 0; j < distances.length; j++) if (j != farthest) second = Math.max(second, distances[j]);
        for (int j = 0; j < distances.length; j++) {
            way[j] = (way[j] + distances[j] * safe) * safe;
            othersWay[j] = (othersWay[j] + (j == farthest ? second : distances[farthest]) * safe) * safe;
        }
    }

    /** Whether sample i is certainly nearer to centre {@code label} than to any other, including rounding errors. */
    boolean holds(int i, int label) {
        return lower[i] > (upper[i] + way[label] + othersWay[label]) * safe;
    }

    /** Discards the bounds of a sample. */
    void forget(int i) {
        upper[i] = Double.POSITIVE_INFINITY;
    }

    /**
     * Sets the bounds of sample i: its squared distance is {@code own} to its centre and at least {@code other} to all
     * others, up to {@code error}.
     */
    void learn(int i, int label, double own, double other, double error) {
        upper[i] = Math.nextUp(Math.sqrt(own + error) * safe - way[label]);
        lower[i] = Math.nextDown(Math.sqrt(Math.max(0, other - error)) / safe + othersWay[label]);
    }
}
