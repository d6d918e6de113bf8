package org.grapnel.select;

import java.util.List;
import org.grapnel.cluster.Clustering;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.ExecutionContext;

/**
 * Contrast moments of a matrix on one machine.
 *
 * <p>No list of pairs is needed. In a block of m samples, with xᵢ centred there and sᵢ = ‖xᵢ‖², sums over ordered pairs are
 *
 * <pre>   Σ fᵢ = 2m·sᵢ,    Σ fᵢfⱼ = 2m·Σₐ xᵢₐ²xⱼₐ² + 2sᵢsⱼ + 4⟨xᵢ, xⱼ⟩²   </pre>
 *
 * <p>The blocks are all samples with the weight ½/(n(n−1)) of a pair, and each group of size m with ½/(n′(m−1)), where n′
 * samples have a partner. Rows are centred when they are read; no copy of X and no p × p matrix is made.
 */
final class GroupMoments implements ContrastMoments {
    private final ExecutionContext context;
    private final Matrix X;
    private final int n;
    private final List<SampleGrouping> groupings;
    private final double weightOfAll;
    private final double[] center;
    private final FeatureMoments features;
    private final double[] mean;
    private final double[] squares;

    private GroupMoments(ExecutionContext context, Matrix X, List<SampleGrouping> groupings) {
        this.context = context;
        this.X = X;
        this.groupings = groupings;
        n = X.cols();
        center = new double[X.rows()];
        features = new FeatureMoments(
                X.rows(), groupings.stream().map(grouping -> grouping.sizes).toList());
        weightOfAll = features.groupings.get(0).weightOfAll();
        mean = features.mean;
        squares = features.squares;
    }

    static GroupMoments compute(ExecutionContext context, Matrix X, List<Clustering> groupings) {
        GroupMoments moments = new GroupMoments(
                context, X, groupings.stream().map(SampleGrouping::new).toList());
        int p = X.rows();
        context.runEach(p, 12.0 * p * X.cols() * groupings.size(), (i, scratch) -> moments.measure(i));
        return moments;
    }

    @Override
    public FeatureMoments features() {
        return features;
    }

    /** The weight of a pair in a group. */
    private double weight(SampleGrouping grouping, int block) {
        return grouping.sizes.weight(block, groupings.size());
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
        center[i] = differs ? sum / n : x[0]; // exact, so that a constant feature adds nothing
        if (!differs) return;
        double s = 0;
        double fourth = 0;
        for (int a = 0; a < n; a++) {
            x[a] -= center[i];
            double square = x[a] * x[a];
            s += square;
            fourth += square * square;
        }
        double[][] blockSquares = new double[groupings.size()][];
        double[][] blockFourths = new double[groupings.size()][];
        for (int g = 0; g < groupings.size(); g++) {
            SampleGrouping grouping = groupings.get(g);
            grouping.sort(x, sorted);
            double[] mu = blockMeans(grouping, sorted);
            blockSquares[g] = new double[mu.length];
            blockFourths[g] = new double[mu.length];
            for (int block = 0; block < mu.length; block++)
                for (int a = grouping.start[block]; a < grouping.start[block + 1]; a++) {
                    double square = (sorted[a] - mu[block]) * (sorted[a] - mu[block]);
                    blockSquares[g][block] += square;
                    blockFourths[g][block] += square * square;
                }
        }
        features.set(i, s, fourth, blockSquares, blockFourths);
    }

    /** into ← the centred row of a feature, in the order of the groups of a grouping. */
    private void sortedRow(int i, SampleGrouping grouping, double[] x, double[] into) {
        X.row(i, x);
        for (int a = 0; a < n; a++) into[a] = x[grouping.order[a]] - center[i];
    }

    /**
     * Sorted rows of some features, which are kept where they fit into {@value #MOST_STORED} numbers, and read again
     * where they do not.
     */
    private final class CandidateRows implements CandidateSet {
        private static final int MOST_STORED = 1 << 23;

        private final int[] features;
        private final boolean isStored;
        private final double[][][] stored; // [grouping][candidate]

        private CandidateRows(int[] features) {
            this.features = features;
            isStored = (double) groupings.size() * features.length * n <= MOST_STORED;
            stored = new double[isStored ? groupings.size() : 0][features.length][];
            if (!isStored) return;
            context.runEach(features.length, 4.0 * features.length * n, (q, scratch) -> {
                double[] x = new double[n];
                for (int g = 0; g < groupings.size(); g++) {
                    stored[g][q] = new double[n];
                    sortedRow(features[q], groupings.get(g), x, stored[g][q]);
                }
            });
        }

        private double[] row(int q, int grouping) {
            if (isStored) return stored[grouping][q];
            double[] sorted = new double[n];
            sortedRow(features[q], groupings.get(grouping), new double[n], sorted);
            return sorted;
        }

        @Override
        public MemberSet read(int[] members, double[] priority, int needed) {
            return new MemberRows(this, members);
        }
    }

    @Override
    public CandidateSet candidates(int[] rows) {
        return new CandidateRows(rows);
    }

    /** A batch of selected features: their sorted rows, and the sums over them that covariances need. */
    private final class MemberRows implements MemberSet {
        private final CandidateRows candidates;
        private final int[] features;
        private final double[][][] rows; // [grouping][member][sample], centred over all samples
        private final double[][][] blockMeans; // [grouping][member][block]
        private final double[][] weights; // of xₐ² in Σ_{a,j} of the fourth-order terms, [grouping][sample]
        private final double[][] blockWeights; // the part of them that belongs to the groups
        private final double[][] sumsOfBlockWeights; // [grouping][block]
        private final double[][] squaresInGroups; // [grouping][block]: Σⱼ sⱼ there
        private double meanOfMembers;
        private double squaresOfMembers;

        private MemberRows(CandidateRows candidates, int[] features) {
            this.candidates = candidates;
            this.features = features;
            int count = groupings.size();
            rows = new double[count][features.length][n];
            blockMeans = new double[count][features.length][];
            weights = new double[count][n];
            blockWeights = new double[count][n];
            sumsOfBlockWeights = new double[count][];
            squaresInGroups = new double[count][];
            double[] x = new double[n];
            for (int q = 0; q < count; q++) {
                SampleGrouping grouping = groupings.get(q);
                squaresInGroups[q] = new double[grouping.blocks()];
                sumsOfBlockWeights[q] = new double[grouping.blocks()];
                for (int j = 0; j < features.length; j++) add(q, grouping, j, x);
            }
            for (int j : features) {
                meanOfMembers += mean[j];
                squaresOfMembers += squares[j];
            }
        }

        private void add(int q, SampleGrouping grouping, int j, double[] x) {
            double[] row = rows[q][j];
            sortedRow(features[j], grouping, x, row);
            blockMeans[q][j] = blockMeans(grouping, row);
            if (q == 0) for (int a = 0; a < n; a++) weights[0][a] += weightOfAll * 2 * n * row[a] * row[a];
            for (int block = 0; block < grouping.blocks(); block++) {
                double mu = blockMeans[q][j][block];
                double factor = weight(grouping, block) * 2 * grouping.size(block);
                for (int a = grouping.start[block]; a < grouping.start[block + 1]; a++) {
                    double square = (row[a] - mu) * (row[a] - mu);
                    squaresInGroups[q][block] += square;
                    sumsOfBlockWeights[q][block] += factor * square;
                    blockWeights[q][a] += factor * square;
                    weights[q][a] += factor * square;
                }
            }
        }

        @Override
        public void addCovariances(boolean[] skipped, double[] sums) {
            int count = candidates.features.length;
            double operations = (6.0 + 2.0 * features.length) * count * n * groupings.size();
            context.runEach(count, operations, (q, scratch) -> {
                int i = candidates.features[q];
                if (skipped[i]) return;
                double sum = 0;
                for (int g = 0; g < groupings.size(); g++) sum += secondMoment(i, g, candidates.row(q, g), this);
                sums[i] += sum - mean[i] * meanOfMembers;
            });
        }

        @Override
        public double covariance(int i, int j) {
            double sum = weightOfAll * product(rows[0][i], 0, rows[0][j], 0, 0, n);
            for (int q = 0; q < groupings.size(); q++) {
                SampleGrouping grouping = groupings.get(q);
                for (int block = 0; block < grouping.blocks(); block++)
                    sum += weight(grouping, block)
                            * product(
                                    rows[q][i],
                                    blockMeans[q][i][block],
                                    rows[q][j],
                                    blockMeans[q][j][block],
                                    grouping.start[block],
                                    grouping.start[block + 1]);
            }
            return sum - mean[features[i]] * mean[features[j]];
        }
    }

    private static double[] blockMeans(SampleGrouping grouping, double[] sorted) {
        double[] means = new double[grouping.blocks()];
        for (int block = 0; block < means.length; block++) {
            double sum = 0;
            for (int a = grouping.start[block]; a < grouping.start[block + 1]; a++) sum += sorted[a];
            means[block] = sum / grouping.size(block);
        }
        return means;
    }

    /**
     * The part of Σⱼ E fᵢfⱼ that belongs to a grouping; that of all pairs belongs to the first. With the mean μ of a block,
     * Σ(x − μ)²w = Σx²w − 2μΣxw + μ²Σw and ⟨x − μ, y − ν⟩ = ⟨x, y⟩ − mμν, so one pass over x serves both laws.
     */
    private double secondMoment(int i, int g, double[] x, MemberRows members) {
        SampleGrouping grouping = groupings.get(g);
        double[] mu = blockMeans(grouping, x);
        double[] weights = members.weights[g];
        double sum = weightedSquares(x, weights);
        double[] allDots = new double[members.features.length];
        for (int block = 0; block < grouping.blocks(); block++) {
            int from = grouping.start[block];
            int end = grouping.start[block + 1];
            int m = end - from;
            double xw = dot(x, members.blockWeights[g], from, end);
            double w = members.sumsOfBlockWeights[g][block];
            double within = Math.max(0, dot(x, x, from, end) - m * mu[block] * mu[block]);
            double dots = 0;
            for (int j = 0; j < allDots.length; j++) {
                double raw = dot(x, members.rows[g][j], from, end);
                allDots[j] += raw;
                double centered = raw - m * mu[block] * members.blockMeans[g][j][block];
                dots += centered * centered;
            }
            sum += mu[block] * (mu[block] * w - 2 * xw)
                    + weight(grouping, block) * (2 * within * members.squaresInGroups[g][block] + 4 * dots);
        }
        if (g > 0) return sum;
        double dots = 0;
        int paired = grouping.paired();
        for (int j = 0; j < allDots.length; j++) {
            double all = allDots[j] + dot(x, members.rows[0][j], paired, n);
            dots += all * all;
        }
        return sum + weightOfAll * (2 * squares[i] * members.squaresOfMembers + 4 * dots);
    }

    /** Σ xₐ²wₐ, four sums at a time: one would wait for each addition. */
    private static double weightedSquares(double[] x, double[] w) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int a = 0;
        for (; a + 4 <= x.length; a += 4) {
            s0 += x[a] * x[a] * w[a];
            s1 += x[a + 1] * x[a + 1] * w[a + 1];
            s2 += x[a + 2] * x[a + 2] * w[a + 2];
            s3 += x[a + 3] * x[a + 3] * w[a + 3];
        }
        for (; a < x.length; a++) s0 += x[a] * x[a] * w[a];
        return (s0 + s1) + (s2 + s3);
    }

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

    /** Σ fᵢfⱼ over the ordered pairs of a block with the means μ of x and ν of y. */
    private static double product(double[] x, double mu, double[] y, double nu, int from, int end) {
        double fourth = 0;
        double dot = 0;
        double xx = 0;
        double yy = 0;
        for (int a = from; a < end; a++) {
            double u = x[a] - mu;
            double v = y[a] - nu;
            fourth += u * u * (v * v);
            dot += u * v;
            xx += u * u;
            yy += v * v;
        }
        return 2.0 * (end - from) * fourth + 2 * xx * yy + 4 * dot * dot;
    }
}
