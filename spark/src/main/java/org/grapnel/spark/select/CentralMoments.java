package org.grapnel.spark.select;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.broadcast.Broadcast;
import org.grapnel.linalg.Matrix;
import org.grapnel.select.FeatureMoments;
import org.grapnel.select.GroupSizes;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.data.SampleGroups;
import org.grapnel.spark.rdd.SlicedSum;

/**
 * Second and fourth moments of every feature about its mean and about the means of the blocks, and the covariances of
 * squared differences that follow from them and from sums over pairs of features.
 */
final class CentralMoments implements Serializable {
    private static final long serialVersionUID = 1;

    private final FeatureMeans means;
    private final double[] squares;
    private final double[] blockSquares; // blocks numbers per feature
    private final double[] mean; // E f
    private final transient FeatureMoments features;

    private CentralMoments(FeatureMeans means, double[] sums) {
        this.means = means;
        int p = means.center.length;
        int blocks = means.sizes.blocks();
        int stride = stride(means.sizes);
        squares = new double[p];
        blockSquares = new double[p * blocks];
        mean = new double[p];
        features = new FeatureMoments(p, List.of(means.sizes));
        for (int i = 0; i < p; i++) {
            int at = i * stride;
            if (sums[at + 2] == 0) continue;
            double[] second = Arrays.copyOfRange(sums, at + 3, at + 3 + blocks);
            double[] fourth = Arrays.copyOfRange(sums, at + 3 + blocks, at + stride);
            features.set(i, sums[at], sums[at + 1], new double[][] {second}, new double[][] {fourth});
            squares[i] = sums[at];
            System.arraycopy(second, 0, blockSquares, i * blocks, blocks);
            mean[i] = features.mean(i);
        }
    }

    /** Σz², Σz⁴, the number of values that differ from the first, then Σu² and Σu⁴ of each block. */
    private static int stride(GroupSizes sizes) {
        return 3 + 2 * sizes.blocks();
    }

    /** Computes the moments in one pass over X, O(stored entries + p·groups for each panel). */
    static CentralMoments compute(Panels X, SampleGroups groups, FeatureMeans local, Broadcast<FeatureMeans> means) {
        int length = Math.multiplyExact(X.features(), stride(local.sizes));
        double[] sums = SlicedSum.sum(
                GroupedPanels.sum(
                        X.rdd(), groups, length, (panel, first, own, into) -> add(panel, own, means.value(), into)),
                length);
        return new CentralMoments(local, sums);
    }

    /** Returns the moments of single features; on the driver only. */
    FeatureMoments features() {
        return features;
    }

    private static void add(Matrix X, int[] groups, FeatureMeans means, double[] sums) {
        GroupSizes sizes = means.sizes;
        int slots = means.slots();
        int stride = stride(sizes);
        int[] samples = new int[slots];
        for (int g : groups) samples[sizes.blockOf(g)]++;
        FeatureEntries entries = new FeatureEntries(X, means.factor);
        for (int i = 0; i < X.rows(); i++) {
            entries.read(i);
            BlockPowers powers = new BlockPowers(means, i);
            int[] zeros = samples.clone();
            for (int e = 0; e < entries.count(); e++) {
                int b = sizes.blockOf(groups[entries.sample(e)]);
                powers.add(entries.value(e), b, 1);
                zeros[b]--;
            }
            if (!entries.isFull()) for (int b = 0; b < slots; b++) if (zeros[b] > 0) powers.add(0, b, zeros[b]);
            powers.addTo(sums, i * stride);
        }
    }

    /** Sums of the powers of centred values of a feature on a panel. */
    private static final class BlockPowers {
        private final FeatureMeans means;
        private final int feature;
        private final double[] second;
        private final double[] fourth;
        private double squares;
        private double fourths;
        private long differing;

        private BlockPowers(FeatureMeans means, int feature) {
            this.means = means;
            this.feature = feature;
            second = new double[means.slots()];
            fourth = new double[means.slots()];
        }

        private void add(double x, int block, int times) {
            double z = x - means.center[feature];
            double u = z - means.blockMeans[feature * second.length + block];
            squares += times * (z * z);
            fourths += times * (z * z * (z * z));
            second[block] += times * (u * u);
            fourth[block] += times * (u * u * (u * u));
            if (x != means.reference[feature]) differing += times;
        }

        private void addTo(double[] sums, int at) {
            sums[at] += squares;
            sums[at + 1] += fourths;
            sums[at + 2] += differing;
            int blocks = second.length - 1;
            for (int b = 0; b < blocks; b++) {
                sums[at + 3 + b] += second[b];
                sums[at + 3 + blocks + b] += fourth[b];
            }
        }
    }

    /**
     * Returns cov(fᵢ, fⱼ). With zᵢ centred over all samples and uᵢ in its block, E fᵢfⱼ is
     *
     * <pre>   Σ weighted zᵢ²zⱼ² and uᵢ²uⱼ² + w·(2sᵢsⱼ + 4⟨zᵢ, zⱼ⟩²) + Σ over blocks w·(2sᵢsⱼ + 4⟨uᵢ, uⱼ⟩²)   </pre>
     *
     * @param sums see {@link PairSums}: the number of the pair in each slot
     * @param at place of the first of them
     * @param step distance from one to the next
     */
    double covariance(int i, int j, double[] sums, int at, int step) {
        GroupSizes sizes = means.sizes;
        int blocks = sizes.blocks();
        int slots = means.slots();
        double total = sums[at];
        double allDots = 0;
        for (int b = 0; b < blocks; b++) {
            double dot = sums[at + (1 + b) * step];
            allDots += dot;
            double centered = dot - sizes.size(b) * means.blockMeans[i * slots + b] * means.blockMeans[j * slots + b];
            total += sizes.weight(b, 1)
                    * (2 * blockSquares[i * blocks + b] * blockSquares[j * blocks + b] + 4 * centered * centered);
        }
        allDots += sums[at + (1 + blocks) * step];
        total += sizes.weightOfAll() * (2 * squares[i] * squares[j] + 4 * allDots * allDots);
        return total - mean[i] * mean[j];
    }
}
