package org.grapnel.evaluate;

import java.math.BigInteger;
import org.grapnel.cluster.Clustering;

/**
 * Adjusted Rand index: ARI = (Σᵢⱼ C(nᵢⱼ,2) − E) / (½·(A + B) − E) with A = Σᵢ C(aᵢ,2), B = Σⱼ C(bⱼ,2) and E = A·B /
 * C(n,2). It is 0 on average for random clusters and 1 for equal partitions. Hubert and Arabie, Comparing partitions,
 * Journal of Classification 2 (1985).
 *
 * <p>Over pairs of samples: with t pairs together in both partitions, s apart in both, f and g together in one only,
 *
 * <pre>  ARI = 2(ts − fg) / ((t + f)(f + s) + (t + g)(g + s)).</pre>
 *
 * Pairs are counted in longs, exact up to 2³² samples, and products are exact too, so no digits are lost where ts and
 * fg nearly cancel.
 */
public final class AdjustedRand {
    private AdjustedRand() {}

    public static double compute(ContingencyTable table) {
        long[] both = new long[1];
        table.forEach((i, j, count) -> both[0] += pairs(count));
        long together = both[0];
        long inClasses = 0;
        for (int i = 0; i < table.classes().size(); i++) inClasses += pairs(table.classSize(i));
        long inClusters = 0;
        for (int j = 0; j < table.clusters().size(); j++) inClusters += pairs(table.clusterSize(j));
        return compute(together, inClasses, inClusters, table.samples());
    }

    /** Computes the index of two partitions of the same samples in O(n), without a table. */
    public static double compute(Clustering a, Clustering b) {
        return compute(ClusterOverlaps.count(a, b).pairs(), pairs(a.sizes()), pairs(b.sizes()), a.size());
    }

    private static double compute(long together, long inClasses, long inClusters, long samples) {
        long classOnly = inClasses - together;
        long clusterOnly = inClusters - together;
        if (classOnly == 0 && clusterOnly == 0) return 1;
        long apart = pairs(samples) - inClasses - clusterOnly;
        BigInteger above = product(together, apart).subtract(product(classOnly, clusterOnly));
        BigInteger below = product(inClasses, classOnly + apart).add(product(inClusters, clusterOnly + apart));
        return 2 * above.doubleValue() / below.doubleValue();
    }

    private static BigInteger product(long a, long b) {
        return BigInteger.valueOf(a).multiply(BigInteger.valueOf(b));
    }

    /** C(n, 2); halves the even factor first. */
    static long pairs(long n) {
        return n % 2 == 0 ? n / 2 * (n - 1) : (n - 1) / 2 * n;
    }

    private static long pairs(int[] sizes) {
        long pairs = 0;
        for (int size : sizes) pairs += pairs((long) size);
        return pairs;
    }
}
