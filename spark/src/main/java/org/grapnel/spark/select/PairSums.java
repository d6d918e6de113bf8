package org.grapnel.spark.select;

import java.io.Serializable;
import java.util.Arrays;
import org.grapnel.linalg.Matrix;
import org.grapnel.select.GroupSizes;

/**
 * Sums over samples for pairs of a candidate i and a member j, from which {@link CentralMoments#covariance} follows. With
 * z centred over all samples and u in its block, they are
 *
 * <pre>   Σ (v·zᵢ²zⱼ² + v_b·uᵢ²uⱼ²),   and ⟨zᵢ, zⱼ⟩ on each block b and on the samples without a partner   </pre>
 *
 * <p>where v = 1/(n−1) and v_b = m/(n′(m−1)) for m samples of a block and n′ of all blocks. The members' values are in the panel of the
 * candidates, so nothing is sent but means. O(members × (stored entries of the candidates + candidates × groups)) for a
 * panel. Values of members are laid out by sample, so that the innermost loop runs along the members.
 *
 * @param candidates rows of the panel and their features
 * @param members rows of the panel and their features
 */
record PairSums(Rows candidates, Rows members) implements Serializable {
    /** Maximum number of members' values that are laid out at a time: 8 MB for each of three arrays. */
    private static final int MOST_VALUES = 1 << 20;

    /** Rows of a panel and the features that they hold. */
    record Rows(int[] row, int[] feature) implements Serializable {
        int count() {
            return row.length;
        }
    }

    /** Returns the numbers of a pair: one of fourth order and a dot product per block. */
    static int numbers(GroupSizes sizes) {
        return 2 + sizes.blocks();
    }

    /**
     * Adds a panel. The numbers of candidate q and member j in slot s are at (q·numbers + s)·members + j.
     *
     * @param groups the group of each sample of the panel
     */
    void add(Matrix X, int[] groups, FeatureMeans means, double[] sums) {
        int m = X.cols();
        int[] block = new int[m];
        for (int a = 0; a < m; a++) block[a] = means.sizes.blockOf(groups[a]);
        int width = Math.max(1, Math.min(members.count(), MOST_VALUES / Math.max(1, m)));
        FeatureEntries entries = new FeatureEntries(X, means.factor);
        for (int from = 0; from < members.count(); from += width) {
            MemberValues values =
                    new MemberValues(X, block, means, members, from, Math.min(width, members.count() - from));
            for (int q = 0; q < candidates.count(); q++) {
                entries.read(candidates.row[q]);
                values.multiply(entries, candidates.feature[q]);
                values.addTo(sums, q * numbers(means.sizes) * members.count() + from, members.count());
            }
        }
    }

    /** Values and weights of some members on a panel, and their sums with one candidate. */
    private static final class MemberValues {
        private final FeatureMeans means;
        private final int[] block;
        private final int width;
        private final double[] z; // by sample, then by member
        private final double[] weight; // v·z²
        private final double[] blockWeight; // v_b·u²
        private final double[][] zOfBlock; // sums over the samples of a block
        private final double[][] weightOfBlock;
        private final double[][] blockWeightOfBlock;
        private final double[][] dots; // by block
        private final double[] fourth;

        private MemberValues(Matrix X, int[] block, FeatureMeans means, Rows members, int from, int width) {
            this.means = means;
            this.block = block;
            this.width = width;
            int m = block.length;
            int slots = means.slots();
            z = new double[m * width];
            weight = new double[m * width];
            blockWeight = new double[m * width];
            zOfBlock = new double[slots][width];
            weightOfBlock = new double[slots][width];
            blockWeightOfBlock = new double[slots][width];
            dots = new double[slots][width];
            fourth = new double[width];
            double[] x = new double[m];
            for (int j = 0; j < width; j++) {
                X.row(members.row[from + j], x);
                place(x, members.feature[from + j], j);
            }
        }

        private void place(double[] x, int feature, int j) {
            GroupSizes sizes = means.sizes;
            double all = sizes.weightOfAll() * 2 * sizes.samples();
            for (int a = 0; a < x.length; a++) {
                int b = block[a];
                int at = a * width + j;
                z[at] = x[a] * means.factor - means.center[feature];
                weight[at] = all * z[at] * z[at];
                zOfBlock[b][j] += z[at];
                weightOfBlock[b][j] += weight[at];
                if (b == sizes.blocks()) continue;
                double u = z[at] - means.blockMeans[feature * means.slots() + b];
                blockWeight[at] = sizes.weight(b, 1) * 2 * sizes.size(b) * u * u;
                blockWeightOfBlock[b][j] += blockWeight[at];
            }
        }

        /** Sums over the entries; the others are zero, and what zeros would add on all samples comes first. */
        private void multiply(FeatureEntries entries, int feature) {
            double c = means.center[feature];
            int mu = feature * means.slots();
            boolean isFull = entries.isFull();
            Arrays.fill(fourth, 0);
            for (int b = 0; b < dots.length; b++) {
                Arrays.fill(dots[b], 0);
                if (isFull) continue;
                double u = c + means.blockMeans[mu + b];
                addMultiple(dots[b], -c, zOfBlock[b], 0);
                addMultiples(fourth, c * c, weightOfBlock[b], u * u, blockWeightOfBlock[b], 0);
            }
            for (int e = 0; e < entries.count(); e++) {
                int a = entries.sample(e);
                double x = entries.value(e);
                double u = c + means.blockMeans[mu + block[a]];
                // z and z² with u², or by how much they exceed those of a zero
                addMultiple(dots[block[a]], isFull ? x - c : x, z, a * width);
                double square = isFull ? (x - c) * (x - c) : x * (x - 2 * c);
                double blockSquare = isFull ? (x - u) * (x - u) : x * (x - 2 * u);
                addMultiples(fourth, square, weight, blockSquare, blockWeight, a * width);
            }
        }

        private static void addMultiple(double[] into, double s, double[] y, int from) {
            for (int j = 0; j < into.length; j++) into[j] += s * y[from + j];
        }

        private static void addMultiples(double[] into, double s, double[] y, double t, double[] v, int from) {
            for (int j = 0; j < into.length; j++) into[j] += s * y[from + j] + t * v[from + j];
        }

        private void addTo(double[] sums, int at, int step) {
            for (int j = 0; j < width; j++) sums[at + j] += fourth[j];
            for (int b = 0; b < dots.length; b++)
                for (int j = 0; j < width; j++) sums[at + (1 + b) * step + j] += dots[b][j];
        }
    }
}
