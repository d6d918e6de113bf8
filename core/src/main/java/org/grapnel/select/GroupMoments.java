package org.grapnel.select;

import java.util.Arrays;
import java.util.List;
import org.grapnel.cluster.Clustering;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.ExecutionContext;

/**
 * Means and covariances of the squared differences fᵢ(a, b) = (xᵢₐ − xᵢᵦ)² over pairs of samples, under the even mixture
 * of two laws: <i>all</i> pairs a ≠ b alike; <i>near</i> pairs, a sample of a group with at least two and a partner from
 * the rest of that group. With several groupings, near pairs are their even mixture.
 *
 * <p>No list of pairs is needed. In a block of m samples, with xᵢ centred there and sᵢ = ‖xᵢ‖², sums over ordered pairs are
 *
 * <pre>   Σ fᵢ = 2m·sᵢ,    Σ fᵢfⱼ = 2m·Σₐ xᵢₐ²xⱼₐ² + 2sᵢsⱼ + 4⟨xᵢ, xⱼ⟩²   </pre>
 *
 * <p>The blocks are all samples with the weight ½/(n(n−1)) of a pair, and each group of size m with ½/(n′(m−1)), where n′
 * samples have a partner. Rows are centred when they are read; no copy of X and no p × p matrix is made.
 */
final class GroupMoments {
    private final Matrix X;
    private final int n;
    private final List<SampleGrouping> groupings;
    private final double weightOfAll;
    private final double[] center;

    /** ‖xᵢ‖² of the centred row of every feature. */
    final double[] squares;

    /** Whether a feature has two different values. */
    final boolean[] varying;

    /** The share of the variance between the groups, η²; the mean over groupings. */
    final double[] share;

    /** The probability of such a share by chance, of the grouping where it is smallest. */
    final double[] chance;

    /** E fᵢ under the mixture. */
    final double[] mean;

    /** var fᵢ under the mixture. */
    final double[] variance;

    /** cov(fᵢ, t)/sd(t) for t = 0 on near pairs and 1 on all pairs: half of E_all fᵢ − E_near fᵢ. */
    final double[] contrast;

    private GroupMoments(Matrix X, List<SampleGrouping> groupings) {
        this.X = X;
        this.groupings = groupings;
        n = X.cols();
        weightOfAll = 0.5 / (n * (n - 1.0));
        int p = X.rows();
        center = new double[p];
        squares = new double[p];
        varying = new boolean[p];
        share = new double[p];
        chance = new double[p];
        mean = new double[p];
        variance = new double[p];
        contrast = new double[p];
    }

    static GroupMoments compute(ExecutionContext context, Matrix X, List<Clustering> groupings) {
        GroupMoments moments =
                new GroupMoments(X, groupings.stream().map(SampleGrouping::new).toList());
        int p = X.rows();
        context.runEach(p, 12.0 * p * X.cols() * groupings.size(), (i, scratch) -> moments.measure(i));
        return moments;
    }

    /** The weight of a pair in a group. */
    private double weight(SampleGrouping grouping, int block) {
        return 0.5 / groupings.size() / (grouping.paired() * (grouping.size(block) - 1.0));
    }

    private void measure(int i) {
        double[] x = new double[n];
        double[] sorted = new double[n];
        X.row(i, x);
        double sum = 0;
        boolean differs = false;
        for (double value : x) {
            sum += value;
            differs |= value != x[0];
        }
        varying[i] = differs;
        chance[i] = 1;
        if (!differs) return;
        center[i] = sum / n;
        double s = 0;
        double fourth = 0;
        for (int a = 0; a < n; a++) {
            x[a] -= center[i];
            double square = x[a] * x[a];
            s += square;
            fourth += square * square;
        }
        squares[i] = s;
        double first = weightOfAll * 2 * n * s;
        double second = weightOfAll * (2 * n * fourth + 6 * s * s);
        double near = 0;
        for (SampleGrouping grouping : groupings) {
            grouping.sort(x, sorted);
            double within = 0;
            for (int block = 0; block < grouping.blocks(); block++) {
                int from = grouping.start[block];
                int end = grouping.start[block + 1];
                int m = end - from;
                double mu = 0;
                for (int a = from; a < end; a++) mu += sorted[a];
                mu /= m;
                double squareSum = 0;
                double fourthSum = 0;
                for (int a = from; a < end; a++) {
                    double square = (sorted[a] - mu) * (sorted[a] - mu);
                    squareSum += square;
                    fourthSum += square * square;
                }
                within += squareSum;
                double weight = weight(grouping, block);
                near += weight * 2 * m * squareSum;
                second += weight * (2 * m * fourthSum + 6 * squareSum * squareSum);
            }
            double between = s > 0 ? Math.min(1, Math.max(0, 1 - within / s)) : 0;
            share[i] += between / groupings.size();
            chance[i] = Math.min(chance[i], FTest.upperTail(between, grouping.groups, n));
        }
        mean[i] = first + near;
        variance[i] = Math.max(0, second - mean[i] * mean[i]);
        contrast[i] = first - near; // each law has the weight ½, and so has the contrast
    }

    /** The rows of some features, sorted by the groups of every grouping, and what their sums need. */
    final class MemberRows {
        private final int[] features;
        private final double[][][] rows; // [grouping][member][sample], centred over all samples
        private final double[][][] centered; // centred in every group
        private final double[] fourth; // Σⱼ xⱼₐ² over the members, in the order of the first grouping
        private final double[][] fourthInGroups; // the same of the rows that are centred in their group
        private final double[][] squaresInGroups; // [grouping][block]: Σⱼ sⱼ there

        private MemberRows(int[] features) {
            this.features = features;
            int count = groupings.size();
            rows = new double[count][features.length][n];
            centered = new double[count][features.length][n];
            fourth = new double[n];
            fourthInGroups = new double[count][n];
            squaresInGroups = new double[count][];
            double[] x = new double[n];
            for (int j = 0; j < features.length; j++) {
                row(features[j], x);
                for (int q = 0; q < count; q++) {
                    groupings.get(q).sort(x, rows[q][j]);
                    center(groupings.get(q), rows[q][j], centered[q][j]);
                    for (int a = 0; a < n; a++) fourthInGroups[q][a] += centered[q][j][a] * centered[q][j][a];
                }
                for (int a = 0; a < n; a++) fourth[a] += rows[0][j][a] * rows[0][j][a];
            }
            for (int q = 0; q < count; q++) {
                SampleGrouping grouping = groupings.get(q);
                squaresInGroups[q] = new double[grouping.blocks()];
                for (int block = 0; block < grouping.blocks(); block++)
                    for (int a = grouping.start[block]; a < grouping.start[block + 1]; a++)
                        squaresInGroups[q][block] += fourthInGroups[q][a];
            }
        }
    }

    /** Reads the rows of some features. */
    MemberRows read(int[] features) {
        return new MemberRows(features);
    }

    /** into ← the centred row of a feature. */
    private void row(int i, double[] into) {
        X.row(i, into);
        for (int a = 0; a < n; a++) into[a] -= center[i];
    }

    private static void center(SampleGrouping grouping, double[] sorted, double[] into) {
        Arrays.fill(into, grouping.paired(), into.length, 0);
        for (int block = 0; block < grouping.blocks(); block++) {
            int from = grouping.start[block];
            int end = grouping.start[block + 1];
            double mu = 0;
            for (int a = from; a < end; a++) mu += sorted[a];
            mu /= end - from;
            for (int a = from; a < end; a++) into[a] = sorted[a] - mu;
        }
    }

    /** sums[i] ← sums[i] + Σⱼ cov(fᵢ, fⱼ) over the members j, for the given features i. */
    void addCovariances(ExecutionContext context, int[] features, MemberRows members, double[] sums) {
        double meanOfMembers = 0;
        double squaresOfMembers = 0;
        for (int j : members.features) {
            meanOfMembers += mean[j];
            squaresOfMembers += squares[j];
        }
        double means = meanOfMembers;
        double sumOfSquares = squaresOfMembers;
        double operations = (8.0 + 4.0 * members.features.length) * features.length * n * groupings.size();
        context.runEach(features.length, operations, (q, scratch) -> {
            int i = features[q];
            sums[i] += secondMoment(i, members, sumOfSquares) - mean[i] * means;
        });
    }

    /** Σⱼ E fᵢfⱼ over the members j. */
    private double secondMoment(int i, MemberRows members, double sumOfSquares) {
        double[] x = new double[n];
        double[] sorted = new double[n];
        double[] centered = new double[n];
        row(i, x);
        double sum = 0;
        for (int q = 0; q < groupings.size(); q++) {
            SampleGrouping grouping = groupings.get(q);
            grouping.sort(x, sorted);
            if (q == 0)
                sum += weightOfAll
                        * (2.0 * n * weightedSquares(sorted, members.fourth, 0, n)
                                + 2 * squares[i] * sumOfSquares
                                + 4 * squaredDots(sorted, members.rows[0], 0, n));
            center(grouping, sorted, centered);
            for (int block = 0; block < grouping.blocks(); block++) {
                int from = grouping.start[block];
                int end = grouping.start[block + 1];
                sum += weight(grouping, block)
                        * (2.0 * (end - from) * weightedSquares(centered, members.fourthInGroups[q], from, end)
                                + 2 * dot(centered, centered, from, end) * members.squaresInGroups[q][block]
                                + 4 * squaredDots(centered, members.centered[q], from, end));
            }
        }
        return sum;
    }

    private static double weightedSquares(double[] x, double[] weight, int from, int end) {
        double sum = 0;
        for (int a = from; a < end; a++) sum += x[a] * x[a] * weight[a];
        return sum;
    }

    private static double squaredDots(double[] x, double[][] rows, int from, int end) {
        double sum = 0;
        for (double[] row : rows) {
            double dot = dot(x, row, from, end);
            sum += dot * dot;
        }
        return sum;
    }

    /** Four sums at a time: one would wait for each addition. */
    private static double dot(double[] x, double[] y, int from, int end) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int a = from;
        for (; a + 4 <= end; a += 4) {
            s0 += x[a] * y[a];
            s1 += x[a + 1] * y[a + 1];
            s2 += x[a + 2] * y[a + 2];
            s3 += x[a + 3] * y[a + 3];
        }
        for (; a < end; a++) s0 += x[a] * y[a];
        return (s0 + s1) + (s2 + s3);
    }

    /** cov(fᵢ, fⱼ) for two members. */
    double covariance(MemberRows members, int i, int j) {
        double sum = weightOfAll * product(members.rows[0][i], members.rows[0][j], 0, n);
        for (int q = 0; q < groupings.size(); q++) {
            SampleGrouping grouping = groupings.get(q);
            for (int block = 0; block < grouping.blocks(); block++)
                sum += weight(grouping, block)
                        * product(
                                members.centered[q][i],
                                members.centered[q][j],
                                grouping.start[block],
                                grouping.start[block + 1]);
        }
        return sum - mean[members.features[i]] * mean[members.features[j]];
    }

    /** Σ fᵢfⱼ over the ordered pairs of a block, in which x and y are centred. */
    private static double product(double[] x, double[] y, int from, int end) {
        double fourth = 0;
        for (int a = from; a < end; a++) fourth += x[a] * x[a] * (y[a] * y[a]);
        double dot = dot(x, y, from, end);
        return 2.0 * (end - from) * fourth + 2 * dot(x, x, from, end) * dot(y, y, from, end) + 4 * dot * dot;
    }
}
