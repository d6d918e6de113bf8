package org.grapnel.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.grapnel.data.DataException;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;

/**
 * One start of k-means on one thread (Lloyd 1957): assigns every sample to its nearest centre (ties to the lower
 * centre), moves every centre to the mean of its samples, and repeats. {@link HamerlyBounds} exclude samples that
 * cannot change; the others are measured in blocks. Where two centres are within rounding errors, distances are
 * computed directly. The labels therefore equal those of the plain algorithm.
 */
final class Lloyd {
    /** Below this share of the spread, a difference of sums has lost too many digits to show progress. */
    private static final double CANCELLATION_SHARE = 1e-3;

    private final ClusterPoints points;
    private final int n;
    private final int d;
    private final int c;
    private final Scratch scratch;
    private final CenterDistances distances;
    private final HamerlyBounds bounds;
    private final double[] centres;
    private final double[] sums;
    private final int[] sizes;
    private final int[] labels;
    private final int[] uncertain; // samples whose label may change
    private final double spread;

    /** The result of one start. */
    record LloydResult(
            int[] labels, double[] centres, double inertia, int iterations, KMeansStop stop, List<Double> trace) {}

    /** Takes ownership of the centres, stored one after the other. */
    Lloyd(ExecutionContext context, ClusterPoints points, double[] centres, Scratch scratch) {
        this.points = points;
        this.centres = centres;
        this.scratch = scratch;
        n = points.n;
        d = points.d;
        c = centres.length / d;
        distances = new CenterDistances(context, points, scratch);
        bounds = new HamerlyBounds(points, c);
        sums = new double[centres.length];
        sizes = new int[c];
        labels = new int[n];
        uncertain = new int[n];
        spread = points.spread();
    }

    LloydResult run(int maxIterations, double tolerance) {
        double moveLimit = tolerance * spread / n / d;
        List<Double> trace = new ArrayList<>();
        assignAll();
        trace.add(points.inertia(labels, centres, scratch));
        KMeansStop stop = KMeansStop.ITERATION_LIMIT;
        int iteration = 0;
        while (iteration < maxIterations && stop == KMeansStop.ITERATION_LIMIT) {
            iteration++;
            fillEmpty();
            double moved = moveCentres();
            trace.add(inertiaOfMeans());
            if (assign() == 0) stop = KMeansStop.LABELS_SETTLED;
            else if (moved <= moveLimit && noneEmpty()) stop = KMeansStop.CENTRES_SETTLED;
        }
        if (stop == KMeansStop.LABELS_SETTLED) refreshMeans();
        return new LloydResult(labels, centres, points.inertia(labels, centres, scratch), iteration, stop, trace);
    }

    private void assignAll() {
        distances.setCentres(centres, c);
        for (int i = 0; i < n; i++) uncertain[i] = i;
        Arrays.fill(labels, -1);
        measure(n);
    }

    /** Assigns every sample to its nearest centre, and returns how many labels changed. */
    private int assign() {
        distances.setCentres(centres, c);
        int count = 0;
        for (int i = 0; i < n; i++) if (!bounds.isLabelCertain(i, labels[i])) uncertain[count++] = i;
        return measure(count);
    }

    private int measure(int count) {
        int changed = 0;
        int block = points.blockSize();
        for (int from = 0; from < count; from += block) {
            int m = Math.min(block, count - from);
            double[] squares = distances.squares(uncertain, from, m);
            for (int q = 0; q < m; q++) {
                int i = uncertain[from + q];
                int label = nearest(i, squares, q * c, distances.error(i));
                if (label != labels[i]) {
                    relabel(i, label);
                    changed++;
                }
            }
        }
        return changed;
    }

    /** The label of sample i, given its squared distances from position {@code at} on. */
    private int nearest(int i, double[] squares, int at, double error) {
        int best = 0;
        double smallest = squares[at];
        double second = Double.POSITIVE_INFINITY;
        for (int j = 1; j < c; j++) {
            double square = squares[at + j];
            if (square < smallest) {
                second = smallest;
                smallest = square;
                best = j;
            } else if (square < second) {
                second = square;
            }
        }
        if (second - smallest <= 2 * error) {
            best = nearestDirectly(i, squares, at, smallest + 2 * error);
            second = smallest; // no other centre is nearer than this
        }
        bounds.set(i, best, squares[at + best], second, error);
        return best;
    }

    /** The nearest centre by direct distances, where several are within rounding errors. */
    private int nearestDirectly(int i, double[] squares, int at, double threshold) {
        int best = -1;
        double smallest = Double.POSITIVE_INFINITY;
        for (int j = 0; j < c; j++) {
            if (squares[at + j] > threshold) continue;
            double square = points.distance(i, centres, j * d, scratch);
            if (square < smallest) {
                smallest = square;
                best = j;
            }
        }
        return best;
    }

    private void relabel(int i, int label) {
        int old = labels[i];
        if (old >= 0) {
            points.add(i, -1, sums, old * d, scratch);
            sizes[old]--;
        }
        points.add(i, 1, sums, label * d, scratch);
        sizes[label]++;
        labels[i] = label;
    }

    private boolean noneEmpty() {
        for (int size : sizes) if (size == 0) return false;
        return true;
    }

    /**
     * Gives every empty centre the sample farthest from its own centre (ties to the lower sample), from groups with
     * more than one sample. This never raises the inertia.
     */
    private void fillEmpty() {
        if (noneEmpty()) return;
        double[] far = new double[n];
        for (int i = 0; i < n; i++) far[i] = points.distance(i, centres, labels[i] * d, scratch);
        for (int j = 0; j < c; j++) {
            if (sizes[j] > 0) continue;
            int farthest = -1;
            for (int i = 0; i < n; i++)
                if (sizes[labels[i]] > 1 && (farthest < 0 || far[i] > far[farthest])) farthest = i;
            // every sample lies on a centre, and there are fewer distinct samples than centres
            if (far[farthest] == 0)
                throw new DataException(
                        "only %d distinguishable samples for %d clusters; lower the number of clusters",
                        points.countDistinct(scratch), c);
            relabel(farthest, j);
            bounds.reset(farthest);
        }
    }

    /** Moves every centre to the mean of its samples, and returns Σ of the squared moves. */
    private double moveCentres() {
        double[] moves = new double[c];
        double moved = 0;
        for (int j = 0; j < c; j++) {
            double move = 0;
            for (int f = j * d; f < (j + 1) * d; f++) {
                double mean = sums[f] / sizes[j];
                move += (mean - centres[f]) * (mean - centres[f]);
                centres[f] = mean;
            }
            moved += move;
            moves[j] = Math.sqrt(move);
        }
        bounds.addMoves(moves);
        return moved;
    }

    /** Σ ‖x − m‖² − Σ nⱼ·‖cⱼ − m‖²: the inertia where centres are means; from the differences where that cancels. */
    private double inertiaOfMeans() {
        double between = 0;
        for (int j = 0; j < c; j++) {
            double square = 0;
            for (int f = 0; f < d; f++) {
                double shifted = centres[j * d + f] - points.mean[f];
                square += shifted * shifted;
            }
            between += sizes[j] * square;
        }
        double within = spread - between;
        return within > CANCELLATION_SHARE * spread ? within : points.inertia(labels, centres, scratch);
    }

    /** Recomputes the means in sample order, to remove the rounding errors of repeated updates. */
    private void refreshMeans() {
        Arrays.fill(sums, 0);
        for (int i = 0; i < n; i++) points.add(i, 1, sums, labels[i] * d, scratch);
        for (int j = 0; j < c; j++) for (int f = j * d; f < (j + 1) * d; f++) centres[f] = sums[f] / sizes[j];
    }
}
