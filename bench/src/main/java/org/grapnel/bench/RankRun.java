package org.grapnel.bench;

import java.util.Locale;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.evaluate.RankCurve;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.CounterRandom;

/** Suggests the rank of made data of 500 features and 200 samples: planted ranks 3, 5, 10 and 20, five times each, noise of a tenth. */
public final class RankRun {
    private static final int FEATURES = 500;
    private static final int SAMPLES = 200;
    private static final double NOISE = 0.1;

    private RankRun() {}

    /** {@code RankRun uniform|skewed SEEDS}: prints planted rank, seed, suggested rank, best rank, seconds. */
    public static void main(String[] args) {
        boolean isSkewed = args[0].equals("skewed");
        for (int rank : new int[] {3, 5, 10, 20})
            for (int seed = 0; seed < Integer.parseInt(args[1]); seed++)
                try (PreparedData data =
                        Preparation.none().apply(Dataset.of(planted(rank, 1000L * rank + 10L * seed, isSkewed)))) {
                    long start = System.nanoTime();
                    RankCurve curve = Grapnel.suggestRank(data, Spec.recommended(2, 2), FitContext.none())
                            .orElseThrow();
                    System.out.printf(
                            Locale.ROOT,
                            "%d\t%d\t%d\t%d\t%.1f%n",
                            rank,
                            seed,
                            curve.suggested(),
                            curve.best().rank(),
                            (System.nanoTime() - start) / 1e9);
                }
    }

    /** Non-negative factors, uniform or skewed, with noise of a tenth of the root mean square of their product; clipped at zero. */
    private static DenseMatrix planted(int rank, long seed, boolean isSkewed) {
        DenseMatrix X = DenseMatrix.zeros(FEATURES, SAMPLES);
        double squares = 0;
        for (int i = 0; i < FEATURES; i++)
            for (int j = 0; j < SAMPLES; j++) {
                double sum = 0;
                for (int l = 0; l < rank; l++) sum += entry(seed, i, l, isSkewed) * entry(seed + 1, j, l, isSkewed);
                X.set(i, j, sum);
                squares += sum * sum;
            }
        double sd = NOISE * Math.sqrt(squares / FEATURES / SAMPLES);
        X.map((i, j, x) -> Math.max(0, x + sd * CounterRandom.gaussian(seed + 2, i, j)));
        return X;
    }

    private static double entry(long seed, int line, int component, boolean isSkewed) {
        double u = CounterRandom.uniform(seed, line, component);
        return isSkewed ? u * u * u : u;
    }
}
