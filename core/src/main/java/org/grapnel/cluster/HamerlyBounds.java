package org.grapnel.cluster;

/**
 * What is known of the distances without computing them (Hamerly 2010). For sample i with label a, since both were last measured,
 * <pre>‖xᵢ − cₐ‖ ≤ upperᵢ + way of cₐ,     ‖xᵢ − cⱼ‖ ≥ lowerᵢ − Σ longest way of all but cₐ   for every j ≠ a.</pre>
 * As long as the first is below the second, the label holds. Ways are summed up for centres, not taken off samples, so that
 * checking writes nothing. Everything is rounded to the safe side.
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

    /** Each centre has moved so far. */
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

    /** Whether sample i is certainly nearer to centre {@code label} than to any other, even as rounding has it. */
    boolean holds(int i, int label) {
        return lower[i] > (upper[i] + way[label] + othersWay[label]) * safe;
    }

    /** Nothing is known of this sample any more. */
    void forget(int i) {
        upper[i] = Double.POSITIVE_INFINITY;
    }

    /** Sample i has squared distance {@code own} to the centre of its label and at least {@code other} to all others, up to an error. */
    void learn(int i, int label, double own, double other, double error) {
        upper[i] = Math.nextUp(Math.sqrt(own + error) * safe - way[label]);
        lower[i] = Math.nextDown(Math.sqrt(Math.max(0, other - error)) / safe + othersWay[label]);
    }
}
