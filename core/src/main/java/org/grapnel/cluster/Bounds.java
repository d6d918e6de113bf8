package org.grapnel.cluster;

/**
 * What is known of the distances without computing them. Centres fall into groups; for sample i with label a,
 * <pre>‖xᵢ − cₐ‖ ≤ upperᵢ + way of cₐ since then,     ‖xᵢ − cⱼ‖ ≥ lowerᵢ,g − longest way in g since then   for j ≠ a in group g.</pre>
 * As long as the first is below all of the second, the label holds (one group: Hamerly 2010; as many as centres: Elkan 2003; between:
 * Ding et al. 2015). Ways are summed up for centres, not subtracted from samples, so that checking writes nothing. Everything
 * is rounded to the safe side.
 */
final class Bounds {
    private static final int MOST_GROUPS = Integer.getInteger("groups", 16);

    /** 128 MB of lower bounds for each start that runs. */
    private static final int MOST_DOUBLES = 1 << 24;

    final int groups;
    private final double[] upper;
    private final double[] lower;
    private final double[] way;
    private final double[] groupWay;
    private final double safe;

    Bounds(Points points, int clusters) {
        groups = Math.max(1, Math.min(Math.min(clusters, MOST_GROUPS), MOST_DOUBLES / points.n));
        upper = new double[points.n];
        lower = new double[points.n * groups];
        way = new double[clusters];
        groupWay = new double[groups];
        safe = 1 + points.rounding();
    }

    /** Centre j has moved so far. */
    void moved(int j, double distance) {
        way[j] = (way[j] + distance * safe) * safe;
    }

    /** After all centres have moved. */
    void settle(double[] distance) {
        double[] longest = new double[groups];
        for (int j = 0; j < distance.length; j++) longest[j % groups] = Math.max(longest[j % groups], distance[j]);
        for (int g = 0; g < groups; g++) groupWay[g] = (groupWay[g] + longest[g] * safe) * safe;
    }

    /** Whether the sample is certainly nearer to centre {@code label} than to any other, even as rounding has it. */
    boolean holds(int i, int label) {
        double most = (upper[i] + way[label]) * safe;
        for (int g = 0, at = i * groups; g < groups; g++) if (!(lower[at + g] > most + groupWay[g])) return false;
        return true;
    }

    /** Nothing is known of this sample any more. */
    void forget(int i) {
        upper[i] = Double.POSITIVE_INFINITY;
    }

    /** Takes over the squared distances to all centres, from {@code at} on, known up to an error. */
    void learn(int i, int label, double[] squares, int at, double error) {
        upper[i] = Math.nextUp(Math.sqrt(squares[at + label] + error) * safe - way[label]);
        int clusters = way.length;
        for (int g = 0; g < groups; g++) {
            double least = Double.POSITIVE_INFINITY;
            for (int j = g; j < clusters; j += groups) if (j != label) least = Math.min(least, squares[at + j]);
            lower[i * groups + g] = Math.nextDown(Math.sqrt(Math.max(0, least - error)) / safe + groupWay[g]);
        }
    }
}
