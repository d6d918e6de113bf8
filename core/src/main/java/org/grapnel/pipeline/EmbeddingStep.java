package org.grapnel.pipeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.grapnel.Fit;
import org.grapnel.FitContext;
import org.grapnel.Spec;
import org.grapnel.cluster.FactorClusters;
import org.grapnel.data.DataException;
import org.grapnel.embed.Embedding2d;
import org.grapnel.embed.Tsne;
import org.grapnel.embed.TsneOptions;
import org.grapnel.embed.TsneProgress;
import org.grapnel.embed.TsneResult;
import org.grapnel.evaluate.RandomSubset;
import org.grapnel.graph.Metric;
import org.grapnel.graph.SearchKind;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.model.Loss;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;

/** Places the samples of a fit in the plane by t-SNE; of more than {@link Embedding2d#MOST} samples a random subset. */
public final class EmbeddingStep {
    /** Fewer samples have no perplexity of at least one neighbour. */
    static final int FEWEST = 4;

    /** The stream of random numbers that draws the samples. */
    private static final int PART = 0xD4A;

    private final Fit fit;
    private final FitContext context;
    private final TsneOptions options;
    private final int[] samples;
    private final List<String> notes = new ArrayList<>();

    public EmbeddingStep(Fit fit, FitContext context, TsneOptions options) {
        this(fit, context, options, Embedding2d.MOST);
    }

    /** For tests: with another limit of samples. */
    EmbeddingStep(Fit fit, FitContext context, TsneOptions options, int most) {
        this.fit = fit;
        this.context = context;
        samples = RandomSubset.draw(
                fit.data().X().cols(), most, CounterRandom.split(fit.spec().seed(), PART));
        this.options = options.withPerplexity(TsneOptions.perplexityFor(samples.length));
    }

    /** Places the columns of X in the plane by t-SNE, starting from the two leading principal components. */
    public static TsneResult embed(
            Matrix X, TsneOptions options, int threads, Consumer<? super TsneProgress> progress) {
        try (ExecutionContext execution = ExecutionContext.create(threads)) {
            return Tsne.embed(
                    execution,
                    X,
                    (compute, data, count) -> SearchKind.AUTO
                            .neighbors(compute, data, count, Metric.EUCLIDEAN, 0)
                            .neighbors(),
                    options,
                    progress);
        }
    }

    public Embedding2d run() {
        if (samples.length < FEWEST) {
            note("no pictures of the samples: t-SNE needs at least " + FEWEST);
            return new Embedding2d(List.of(), Optional.empty(), Optional.empty(), notes);
        }
        Optional<List<Embedding2d.Point2d>> data = drawn("the data", this::data);
        // H of k-means holds the groups only
        Optional<List<Embedding2d.Point2d>> factors =
                fit.spec().model().isKMeans() ? Optional.empty() : drawn("H", this::factors);
        boolean nothing = data.isEmpty() && factors.isEmpty();
        List<Integer> drawn =
                nothing ? List.of() : IntStream.of(samples).boxed().toList();
        return new Embedding2d(drawn, data, factors, notes);
    }

    private List<Embedding2d.Point2d> data() {
        Matrix X = fit.data().X();
        if (samples.length == X.cols()) return embedded(X, "drawing the data (t-SNE)");
        try (Matrix some = X.selectColumns(samples)) {
            return embedded(some, "drawing the data (t-SNE)");
        }
    }

    /** Embeds the points that k-means grouped. */
    private List<Embedding2d.Point2d> factors() {
        Spec spec = fit.spec();
        try (DenseMatrix all = spec.loss() == Loss.KL
                        ? FactorClusters.unitPoints(fit.Ht())
                        : FactorClusters.points(fit.W(), fit.Ht(), spec.fixesScale());
                DenseMatrix some = all.selectRows(samples);
                DenseMatrix columns = some.transpose()) {
            return embedded(columns, "drawing H (t-SNE)");
        }
    }

    /** Returns the points, or adds a note why there are none: a failed embedding does not fail the fit. */
    private Optional<List<Embedding2d.Point2d>> drawn(String what, Supplier<List<Embedding2d.Point2d>> picture) {
        try {
            return Optional.of(picture.get());
        } catch (CancellationException e) {
            note("no picture of " + what + ": the run was asked to stop");
        } catch (IllegalArgumentException | DataException e) {
            note("no picture of " + what + ": " + e.getMessage());
        } catch (RuntimeException e) {
            note("no picture of " + what + ": " + e);
        } catch (OutOfMemoryError e) {
            note("no picture of " + what + ": there is not enough memory for it");
        }
        return Optional.empty();
    }

    private List<Embedding2d.Point2d> embedded(Matrix X, String phase) {
        context.listener().onPhase(phase);
        stopIfAsked();
        try (TsneResult picture = embed(X, options, fit.spec().threads(), at -> {
            stopIfAsked();
            context.listener()
                    .onPhase(String.format(
                            Locale.ROOT, "%s: iteration %d of %d", phase, at.iteration(), options.iterations()));
        })) {
            return Arrays.stream(picture.Y().toArray())
                    .map(y -> new Embedding2d.Point2d(y[0], y[1]))
                    .toList();
        }
    }

    private void stopIfAsked() {
        if (context.isCancelled()) throw new CancellationException();
    }

    private void note(String text) {
        notes.add(text);
        context.listener().onNote(text);
    }
}
