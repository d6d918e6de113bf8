package org.grapnel.embed;

import java.util.function.Consumer;
import org.grapnel.graph.Neighbors;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;

/**
 * t-SNE: points y₁ … yₙ of the plane that minimise KL(P‖Q) = Σ pᵢⱼ·log(pᵢⱼ/qᵢⱼ), where P are the affinities of the
 * samples ({@link TsneAffinities}) and qᵢⱼ ∝ 1/(1+‖yᵢ−yⱼ‖²) (van der Maaten and Hinton 2008; van der Maaten 2014). The
 * schedule is scikit-learn's: P is exaggerated for the first 250 iterations at momentum ½, then used as is at momentum
 * 0.8. The stop rules are tested every 50 iterations.
 *
 * <p>The same input gives the same bits for any number of threads.
 */
public final class Tsne {
    private static final int EXAGGERATED_ITERATIONS = 250;
    private static final int CHECK_EVERY = 50;
    private static final int PATIENCE = 300;
    private static final double MIN_GRADIENT = 1e-7;

    private Tsne() {}

    /** Finds the {@code count} nearest columns of X for every column. */
    public interface NeighborSearch {
        Neighbors nearest(ExecutionContext context, Matrix X, int count);
    }

    /** Embeds the columns of X, starting from their two leading principal components. */
    public static TsneResult embed(
            ExecutionContext context,
            Matrix X,
            NeighborSearch search,
            TsneOptions options,
            Consumer<? super TsneProgress> listener) {
        int n = X.cols();
        Preconditions.require(n >= 1, "there are no samples to embed");
        if (n > 1) options.check(n); // before the neighbours are searched
        Neighbors neighbors =
                n > 1 ? search.nearest(context, X, options.neighbors()) : Neighbors.of(new int[1][0], new double[1][0]);
        try (DenseMatrix start = TsneStart.pca(context, X)) {
            return embed(context, neighbors, start, options, listener);
        }
    }

    /**
     * Embeds samples with these neighbours from a start with a row per sample, n × 2, which is unchanged. The start
     * should be small (a standard deviation of 10⁻⁴ is usual), and different samples should start at different points.
     * A single sample is placed at the origin.
     *
     * @param neighbors at least {@link TsneOptions#neighbors()} for every sample
     */
    public static TsneResult embed(
            ExecutionContext context,
            Neighbors neighbors,
            DenseMatrix start,
            TsneOptions options,
            Consumer<? super TsneProgress> listener) {
        int n = start.rows();
        Preconditions.require(
                n >= 1 && start.cols() == 2, "a start must be n × 2 with n >= 1, got %d × %d", n, start.cols());
        if (n == 1) return new TsneResult(DenseMatrix.zeros(1, 2), 0, 0);
        options.check(n);
        Preconditions.require(
                neighbors.size() == n, "there are %d samples in the start, but neighbours of %d", n, neighbors.size());
        double[] Y = new double[2 * n];
        start.rows(0, n, Y);
        for (int c = 0; c < 2 * n; c++)
            Preconditions.require(
                    Math.abs(Y[c]) <= Double.MAX_VALUE,
                    "the start of sample %d is %s, not a finite number",
                    c / 2,
                    Y[c]);
        var descent = new TsneDescent(
                context, TsneAffinities.compute(context, neighbors, options.perplexity()), Y, options.theta());
        double rate = options.rate(n);
        var early = new TsnePhase(
                options.earlyExaggeration(), rate, 0.5, Math.min(EXAGGERATED_ITERATIONS, options.iterations() / 2));
        int done = run(descent, early, 0, listener);
        descent.resetMomentum();
        done = run(descent, new TsnePhase(1, rate, 0.8, options.iterations()), done, listener);
        computeForces(descent, done, rate);
        return new TsneResult(center(descent.Y(), n), descent.divergence(), done);
    }

    private record TsnePhase(double exaggeration, double rate, double momentum, int end) {}

    /**
     * Iterates after {@code done} to the end of the phase, or until there is no more progress; returns the iterations
     * done.
     */
    private static int run(TsneDescent descent, TsnePhase phase, int done, Consumer<? super TsneProgress> listener) {
        double least = Double.POSITIVE_INFINITY;
        int leastAt = done;
        for (int i = done + 1; i <= phase.end; i++) {
            computeForces(descent, i, phase.rate);
            boolean check = i % CHECK_EVERY == 0;
            double divergence = check ? descent.divergence() : 0;
            double gradient = descent.move(phase.exaggeration, phase.rate, phase.momentum);
            if (!check) continue;
            listener.accept(new TsneProgress(i, divergence));
            if (divergence < least) {
                least = divergence;
                leastAt = i;
            } else if (i - leastAt > PATIENCE) {
                return i;
            }
            if (gradient <= MIN_GRADIENT) return i;
        }
        return phase.end;
    }

    private static void computeForces(TsneDescent descent, int iteration, double rate) {
        descent.computeForces();
        Preconditions.require(
                descent.Z() > 0 && descent.Z() <= Double.MAX_VALUE,
                "the points diverged at iteration %d: the learning rate %s is too large; leave it empty to derive it "
                        + "from n",
                iteration,
                rate);
    }

    private static DenseMatrix center(double[] Y, int n) {
        double x = 0;
        double y = 0;
        for (int i = 0; i < n; i++) {
            x += Y[2 * i] / n;
            y += Y[2 * i + 1] / n;
        }
        for (int i = 0; i < n; i++) {
            Y[2 * i] -= x;
            Y[2 * i + 1] -= y;
        }
        DenseMatrix centred = DenseMatrix.zeros(n, 2);
        centred.setRows(0, n, Y);
        return centred;
    }
}
