package org.grapnel.evaluate;

import java.util.stream.IntStream;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.CountBackground;

/**
 * 1 − D/Σ D(xᵢ‖bᵢ): the share of the divergence from the background that a model of the loss kl explains. A feature that is not kept explains nothing of
 * its own divergence, so the share of all features is low where few are kept; that of the kept ones says how well they are fitted.
 *
 * @param loss D of all features: that of WH on the kept ones, that of the background on the others
 * @param background Σ D(xᵢ‖bᵢ) over all features
 * @param backgroundKept Σ D(xᵢ‖bᵢ) over the kept features
 */
public record Deviance(double loss, double background, double backgroundKept) {
    /** Computes the divergences from the background of X. */
    public static Deviance compute(Matrix X, RowSet kept, double loss) {
        CountBackground background = CountBackground.of(X);
        double[] divergence = IntStream.range(0, X.rows())
                .mapToDouble(i -> background.divergence(X, i))
                .toArray();
        double own = 0;
        double others = 0;
        for (int i = 0; i < divergence.length; i++) {
            if (kept.contains(i)) own += divergence[i];
            else others += divergence[i];
        }
        return new Deviance(loss, own + others, own);
    }

    /** The explained share of all features. */
    public Score explained() {
        return share(loss, background, "the background explains all of the data");
    }

    /** The explained share of the kept features. */
    public Score explainedKept() {
        return share(loss - (background - backgroundKept), backgroundKept, "the background explains all kept features");
    }

    private static Score share(double left, double all, String reason) {
        return all > 0 ? Score.of(1 - Math.max(0, left) / all) : Score.undefined(reason);
    }
}
