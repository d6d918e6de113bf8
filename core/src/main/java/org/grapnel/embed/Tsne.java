package org.grapnel.embed;

import java.util.OptionalDouble;
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

    /**
     * Settings of t-SNE.
     *
     * @param perplexity the effective number of neighbours; at most (n−1)/3 for n samples
     * @param iterations most iterations. The first 250 of them, or half if there are fewer than 500, are exaggerated
     * @param earlyExaggeration factor of P in the first iterations
     * @param learningRate the step for a gain of one; empty for max(n / earlyExaggeration / 4, 50)
     * @param theta how large two cells may be, relative to their distance, to interact as a whole: the sum of their
     *     radii over the distance of their centres. 0 is exact and takes n² operations. On USPS (9298 samples) the
     *     divergence at 0.3, 0.5, 0.6 and 0.7 is about 0.99, 0.99, 1.00 and 1.03 of scikit-learn's at its angle 0.5
     */
    public record TsneOptions(
            double perplexity, int iterations, double earlyExaggeration, OptionalDouble learningRate, double theta) {
        private static final double PERPLEXITY = 30;

        public TsneOptions {
            Preconditions.require(
                    perplexity > 0 && perplexity <= Double.MAX_VALUE,
                    "perplexity must be a number above 0, got %s; 5 to 50 is usual",
                    perplexity);
            Preconditions.require(iterations >= 1, "iterations must be at least 1, got %d; 1000 is usual", iterations);
            Preconditions.require(
                    earlyExaggeration >= 1 && earlyExaggeration <= Double.MAX_VALUE,
                    "early exaggeration must be at least 1, got %s; 12 is usual, 1 exaggerates nothing",
                    earlyExaggeration);
            double rate = learningRate.orElse(1);
            Preconditions.require(
                    rate > 0 && rate <= Double.MAX_VALUE,
                    "the learning rate must be a number above 0, got %s; leave it empty to derive it from n",
                    rate);
            Preconditions.require(
                    theta >= 0 && theta < 1, "theta must be at least 0 and below 1, got %s; 0.5 is usual", theta);
        }

        /**
         * Returns perplexity 30, 1000 iterations, exaggeration 12, a learning rate that follows from n, and theta 0.5.
         */
        public static TsneOptions defaults() {
            return new TsneOptions(PERPLEXITY, 1000, 12, OptionalDouble.empty(), 0.5);
        }

        /** Returns the largest usable perplexity up to the default: min(30, (n−1)/3). */
        public static double perplexityFor(int n) {
            return n > 1 ? Math.min(PERPLEXITY, (n - 1) / 3.0) : PERPLEXITY;
        }

        /** Returns how many neighbours of every sample the perplexity needs: ⌊3·perplexity⌋, at least one. */
        public int neighbors() {
            return TsneAffinities.neighbors(perplexity);
        }

        public TsneOptions withPerplexity(double perplexity) {
            return new TsneOptions(perplexity, iterations, earlyExaggeration, learningRate, theta);
        }

        public TsneOptions withIterations(int iterations) {
            return new TsneOptions(perplexity, iterations, earlyExaggeration, learningRate, theta);
        }

        public TsneOptions withEarlyExaggeration(double earlyExaggeration) {
            return new TsneOptions(perplexity, iterations, earlyExaggeration, learningRate, theta);
        }

        public TsneOptions withLearningRate(double learningRate) {
            return new TsneOptions(perplexity, iterations, earlyExaggeration, OptionalDouble.of(learningRate), theta);
        }

        public TsneOptions withTheta(double theta) {
            return new TsneOptions(perplexity, iterations, earlyExaggeration, learningRate, theta);
        }

        private double rate(int n) {
            return learningRate.orElse(Math.max(n / earlyExaggeration / 4, 50));
        }

        private void check(int n) {
            Preconditions.require(
                    3 * perplexity <= n - 1,
                    "perplexity %s is too large for %d samples: it may be at most %.4g, "
                            + "a third of the other samples",
                    perplexity,
                    n,
                    (n - 1) / 3.0);
        }
    }

    /** The state of a run: the iterations done, and KL(P‖Q) before the last of them, without exaggeration. */
    public record TsneProgress(int iteration, double divergence) {}

    /**
     * The embedding.
     *
     * @param Y a row per sample, n × 2, centred
     * @param divergence KL(P‖Q) of Y; its normaliser Z is as exact as theta makes it
     * @param iterations the number of iterations done
     */
    public record TsneResult(DenseMatrix Y, double divergence, int iterations) implements AutoCloseable {
        @Override
        public void close() {
            Y.close();
        }
    }

    /** Finds the {@code count} nearest columns of X for every column. */
    public interface TsneNeighborSearch {
        Neighbors nearest(ExecutionContext context, Matrix X, int count);
    }

    /** Embeds the columns of X, starting from their two leading principal components. */
    public static TsneResult embed(
            ExecutionContext context,
            Matrix X,
            TsneNeighborSearch search,
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
                context, TsneAffinities.compute(context, neighbors, options.perplexity), Y, options.theta);
        double rate = options.rate(n);
        var early = new TsnePhase(
                options.earlyExaggeration, rate, 0.5, Math.min(EXAGGERATED_ITERATIONS, options.iterations / 2));
        int done = run(descent, early, 0, listener);
        descent.resetMomentum();
        done = run(descent, new TsnePhase(1, rate, 0.8, options.iterations), done, listener);
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
