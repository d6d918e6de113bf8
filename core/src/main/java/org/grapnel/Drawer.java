package org.grapnel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.grapnel.cluster.FactorClusters;
import org.grapnel.data.DataException;
import org.grapnel.embed.Tsne;
import org.grapnel.evaluate.Sample;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.Randoms;

/** Draws the samples of a fit, at most {@link Drawing#MOST} of them, each set as likely as any other. */
final class Drawer {
    /** With fewer samples there is no perplexity of one neighbour or more. */
    static final int FEWEST = 4;

    /** Which part of the seed's numbers chooses the samples. */
    private static final int PART = 0xD4A;

    private final Fit fit;
    private final Watch watch;
    private final Tsne.Options options;
    private final int[] samples;
    private final List<String> notes = new ArrayList<>();

    Drawer(Fit fit, Watch watch, Tsne.Options options) {
        this(fit, watch, options, Drawing.MOST);
    }

    /** For tests: another bound on the samples. */
    Drawer(Fit fit, Watch watch, Tsne.Options options, int most) {
        this.fit = fit;
        this.watch = watch;
        samples =
                Sample.of(fit.data().X().cols(), most, Randoms.split(fit.spec().seed(), PART));
        this.options = options.withPerplexity(Tsne.Options.perplexityFor(samples.length));
    }

    Drawing drawing() {
        if (samples.length < FEWEST) {
            note("no pictures of the samples: t-SNE needs at least " + FEWEST);
            return new Drawing(List.of(), Optional.empty(), Optional.empty(), notes);
        }
        Optional<List<Drawing.Point>> data = drawn("the data", this::data);
        // H of k-means says who is in which group, and nothing else
        Optional<List<Drawing.Point>> factors =
                fit.spec().model().isKMeans() ? Optional.empty() : drawn("H", this::factors);
        boolean nothing = data.isEmpty() && factors.isEmpty();
        List<Integer> drawn =
                nothing ? List.of() : IntStream.of(samples).boxed().toList();
        return new Drawing(drawn, data, factors, notes);
    }

    private List<Drawing.Point> data() {
        Matrix X = fit.data().X();
        if (samples.length == X.cols()) return embedded(X, "drawing the data (t-SNE)");
        try (Matrix some = X.selectedColumns(samples)) {
            return embedded(some, "drawing the data (t-SNE)");
        }
    }

    /** What k-means saw, a column for each sample. */
    private List<Drawing.Point> factors() {
        Spec spec = fit.spec();
        try (DenseMatrix all = FactorClusters.points(fit.W(), fit.Ht(), spec.fixesScale());
                DenseMatrix some = all.selected(samples);
                DenseMatrix columns = some.transpose()) {
            return embedded(columns, "drawing H (t-SNE)");
        }
    }

    /** The picture, or a note that says why there is none: a result is not given up for want of its picture. */
    private Optional<List<Drawing.Point>> drawn(String what, Supplier<List<Drawing.Point>> picture) {
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

    private List<Drawing.Point> embedded(Matrix X, String phase) {
        watch.phase(phase);
        stopIfAsked();
        try (Tsne.Result picture = Grapnel.embed(X, options, fit.spec().threads(), at -> {
            stopIfAsked();
            watch.phase(
                    String.format(Locale.ROOT, "%s: iteration %d of %d", phase, at.iteration(), options.iterations()));
        })) {
            return Arrays.stream(picture.Y().toArray())
                    .map(y -> new Drawing.Point(y[0], y[1]))
                    .toList();
        }
    }

    private void stopIfAsked() {
        if (watch.enough()) throw new CancellationException();
    }

    private void note(String text) {
        notes.add(text);
        watch.note(text);
    }
}
