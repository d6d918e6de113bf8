package org.grapnel.embed;

import java.util.Arrays;
import org.grapnel.graph.Neighbors;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;
import org.grapnel.runtime.ScratchArray;

/**
 * The affinities P of t-SNE (van der Maaten and Hinton 2008): pᵢⱼ = (pⱼ|ᵢ + pᵢ|ⱼ) / 2n, where pⱼ|ᵢ ∝ exp(−βᵢ·dᵢⱼ²) over
 * the ⌊3·perplexity⌋ nearest neighbours j of i. βᵢ is such that the entropy of p·|ᵢ is log(perplexity). P is symmetric
 * and sums to one. It is stored as pairs i &lt; j, each once.
 */
final class TsneAffinities {
    private final int[] start; // the pairs of sample i are start[i] … start[i+1]−1, j ascending
    private final int[] second;
    private final double[] p;

    private TsneAffinities(int[] start, int[] second, double[] p) {
        this.start = start;
        this.second = second;
        this.p = p;
    }

    /** Returns how many neighbours a perplexity needs. */
    static int neighbors(double perplexity) {
        return Math.max(1, (int) (3 * perplexity));
    }

    static TsneAffinities compute(ExecutionContext context, Neighbors neighbors, double perplexity) {
        int n = neighbors.size();
        int k = neighbors(perplexity);
        Preconditions.require(
                neighbors.count() >= k,
                "perplexity %s needs the %d nearest neighbours of every sample, got %d",
                perplexity,
                k,
                neighbors.count());
        double[] conditional = new double[Math.multiplyExact(n, k)];
        context.runEach(n, 200.0 * n * k, (i, scratch) -> {
            double[] row = scratch.doubles(ScratchArray.ROW, k);
            for (int rank = 0; rank < k; rank++) row[rank] = checkedDistance(neighbors, i, rank);
            calibrate(row, k, perplexity);
            System.arraycopy(row, 0, conditional, i * k, k);
        });
        return mergeDirections(neighbors, k, conditional);
    }

    private static double checkedDistance(Neighbors neighbors, int i, int rank) {
        int j = neighbors.index(i, rank);
        double d = neighbors.distance(i, rank);
        Preconditions.require(
                j >= 0 && j < neighbors.size() && j != i,
                "neighbour %d of sample %d is %d, expected another of the %d samples",
                rank,
                i,
                j,
                neighbors.size());
        Preconditions.require(
                d >= 0 && d <= Double.MAX_VALUE,
                "the distance from sample %d to its neighbour %d is %s, not a finite number >= 0",
                i,
                j,
                d);
        return d;
    }

    /**
     * Converts distances, smallest first, to pⱼ|ᵢ. The entropy H(β) = log Σ e^(−βt) + β·E[t] falls with slope
     * −β·Var[t], so β comes from Newton steps in log β, kept within a shrinking bracket. If at least as many nearest
     * neighbours as the perplexity are tied, no β reaches it, and they share the weight.
     */
    static void calibrate(double[] row, int k, double perplexity) {
        double nearest = row[0];
        double farthest = row[k - 1];
        int tied = 0;
        for (int r = 0; r < k; r++) { // t = d² − (smallest d)², in units that neither overflow nor underflow
            row[r] = farthest > 0 ? ((row[r] - nearest) / farthest) * ((row[r] + nearest) / farthest / 2) : 0;
            if (row[r] <= 0) tied++;
        }
        double beta =
                tied >= perplexity || tied == k ? Double.POSITIVE_INFINITY : findBeta(row, k, Math.log(perplexity));
        double sum = 0;
        for (int r = 0; r < k; r++) {
            row[r] = row[r] <= 0 ? 1 : Math.exp(-beta * row[r]);
            sum += row[r];
        }
        for (int r = 0; r < k; r++) row[r] /= sum;
    }

    private static double findBeta(double[] t, int k, double target) {
        double mean = 0;
        for (int r = 0; r < k; r++) mean += t[r] / k;
        double log = -Math.log(mean);
        double low = Double.NEGATIVE_INFINITY;
        double high = Double.POSITIVE_INFINITY;
        for (int round = 0; round < 200; round++) {
            double beta = Math.exp(log);
            double sum = 0;
            double first = 0;
            double squared = 0;
            for (int r = 0; r < k; r++) {
                double e = Math.exp(-beta * t[r]);
                sum += e;
                first += e * t[r];
                squared += e * t[r] * t[r];
            }
            first /= sum;
            double excess = Math.log(sum) + beta * first - target;
            if (Math.abs(excess) < 1e-11) break;
            if (excess > 0) low = log;
            else high = log;
            double slope = beta * beta * (squared / sum - first * first);
            double next = log + excess / slope;
            if (!(Math.abs(next - log) < 4)) next = log + Math.copySign(2, excess); // too flat to trust the tangent
            if (!(next > low && next < high)) next = (low + high) / 2;
            if (next == log) break;
            log = next;
        }
        return Math.exp(log);
    }

    /** Merges both directions of a pair. Two stable counting sorts, by j and then by i, make them adjacent. */
    private static TsneAffinities mergeDirections(Neighbors neighbors, int k, double[] conditional) {
        int n = neighbors.size();
        int entries = n * k;
        int[] larger = new int[n + 1];
        int[] smaller = new int[n + 1];
        for (int e = 0; e < entries; e++) {
            int i = e / k;
            int j = neighbors.index(i, e % k);
            larger[Math.max(i, j) + 1]++;
            smaller[Math.min(i, j) + 1]++;
        }
        for (int i = 0; i < n; i++) {
            larger[i + 1] += larger[i];
            smaller[i + 1] += smaller[i];
        }
        int[] byLarger = new int[entries];
        int[] next = Arrays.copyOf(larger, n);
        for (int e = 0; e < entries; e++) {
            int i = e / k;
            byLarger[next[Math.max(i, neighbors.index(i, e % k))]++] = e;
        }
        int[] second = new int[entries];
        double[] p = new double[entries];
        int[] end = Arrays.copyOf(smaller, n);
        for (int e : byLarger) {
            int i = e / k;
            int j = neighbors.index(i, e % k);
            int row = Math.min(i, j);
            int at = end[row];
            if (at > smaller[row] && second[at - 1] == Math.max(i, j)) at--; // the other direction is already there
            else end[row]++;
            second[at] = Math.max(i, j);
            p[at] += conditional[e] / (2.0 * n);
        }
        return compact(smaller, end, second, p);
    }

    private static TsneAffinities compact(int[] from, int[] end, int[] second, double[] p) {
        int n = end.length;
        int[] start = new int[n + 1];
        for (int i = 0; i < n; i++) {
            int count = end[i] - from[i];
            System.arraycopy(second, from[i], second, start[i], count);
            System.arraycopy(p, from[i], p, start[i], count);
            start[i + 1] = start[i] + count;
        }
        return new TsneAffinities(start, Arrays.copyOf(second, start[n]), Arrays.copyOf(p, start[n]));
    }

    int size() {
        return start.length - 1;
    }

    /** Returns the number of pairs. */
    int pairs() {
        return p.length;
    }

    /** Returns the first sample whose pairs start at or after pair e. */
    int sampleAt(int e) {
        int at = Arrays.binarySearch(start, e);
        while (at > 0 && start[at - 1] == e) at--; // samples without pairs share a start
        return at >= 0 ? at : -at - 1;
    }

    /** Returns pᵢⱼ; zero if neither sample is a neighbour of the other. */
    double get(int i, int j) {
        int row = Math.min(i, j);
        int at = Arrays.binarySearch(second, start[row], start[row + 1], Math.max(i, j));
        return at >= 0 ? p[at] : 0;
    }

    /** Returns Σ pᵢⱼ·log pᵢⱼ over all i ≠ j. */
    double negativeEntropy() {
        double sum = 0;
        for (double v : p) if (v > 0) sum += v * Math.log(v);
        return 2 * sum;
    }

    /** A ← A + Σⱼ pᵢⱼqᵢⱼ(yᵢ−yⱼ) for both samples of the pairs whose first sample is in [from, to). */
    void attract(int from, int to, double[] Y, double[] A) {
        for (int i = from; i < to; i++) {
            double x = Y[2 * i];
            double y = Y[2 * i + 1];
            double ax = 0;
            double ay = 0;
            for (int e = start[i]; e < start[i + 1]; e++) {
                int j = 2 * second[e];
                double dx = x - Y[j];
                double dy = y - Y[j + 1];
                double pull = p[e] / (1 + dx * dx + dy * dy);
                ax += pull * dx;
                ay += pull * dy;
                A[j] -= pull * dx;
                A[j + 1] -= pull * dy;
            }
            A[2 * i] += ax;
            A[2 * i + 1] += ay;
        }
    }

    /** Returns Σ pᵢⱼ·log(1+‖yᵢ−yⱼ‖²) over all i ≠ j whose smaller index is in [from, to). */
    double spread(int from, int to, double[] Y) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            for (int e = start[i]; e < start[i + 1]; e++) {
                int j = 2 * second[e];
                double dx = Y[2 * i] - Y[j];
                double dy = Y[2 * i + 1] - Y[j + 1];
                sum += p[e] * Math.log(1 + dx * dx + dy * dy);
            }
        }
        return 2 * sum;
    }
}
