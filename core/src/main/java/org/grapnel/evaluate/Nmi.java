package org.grapnel.evaluate;

/**
 * Normalised mutual information: NMI = I(C, T) / N, the mutual information I = Σᵢⱼ (nᵢⱼ/n)·ln(n·nᵢⱼ / (aᵢbⱼ)) of
 * clusters C and classes T, divided by an {@link NmiNormalizer}. Between 0 and 1; 1 for equal partitions. Vinh, Epps
 * and Bailey, Information theoretic measures for clusterings comparison, JMLR 11 (2010).
 *
 * <p>Where N = 0, the conventions of scikit-learn hold: two partitions of one part each score 1, one part against
 * several scores 0. {@link Scores} instead refuses to score labels of a single class.
 */
public final class Nmi {
    private Nmi() {}

    /** Computes NMI with the paper's normaliser. */
    public static double compute(ContingencyTable table) {
        return compute(table, NmiNormalizer.ARITHMETIC);
    }

    public static double compute(ContingencyTable table, NmiNormalizer normalizer) {
        if (table.isBijection()) return 1;
        double mutual = mutualInformation(table);
        // independent partitions leave only rounding errors, and a single part 0: avoid 0/0
        if (mutual <= Math.ulp(1.0)) return 0;
        double HT = 0;
        for (int i = 0; i < table.classes().size(); i++) HT += entropy(table.classSize(i), table.samples());
        double HC = 0;
        for (int j = 0; j < table.clusters().size(); j++) HC += entropy(table.clusterSize(j), table.samples());
        return Math.min(1, mutual / normalizer.divisor(HC, HT, mutual));
    }

    /** I(C, T) in nats. */
    public static double mutualInformation(ContingencyTable table) {
        double n = table.samples();
        double[] sum = new double[1];
        table.forEach((i, j, count) -> {
            // aᵢ·bⱼ is at most 2⁶⁴, where a double still has 16 digits
            double ratio = n * count / ((double) table.classSize(i) * table.clusterSize(j));
            sum[0] += count / n * StrictMath.log(ratio);
        });
        return Math.max(0, sum[0]);
    }

    private static double entropy(long size, long n) {
        double share = (double) size / n;
        return -share * StrictMath.log(share);
    }
}
