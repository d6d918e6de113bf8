package org.grapnel.transform;

import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.linalg.LineWeights;

/** WᵀCⱼW = Σᵢ cᵢⱼwᵢwᵢᵀ of new samples whose entries have weights c: the loss of a sample counts what it has. */
final class SampleGrams {
    private static final int SHOWN = 3;

    private final double[][] W;
    private final int r;
    private final Optional<LineWeights> lines;

    SampleGrams(DenseMatrix W, Optional<EntryWeights> weights) {
        r = W.cols();
        lines = weights.map(EntryWeights::bySample);
        this.W = lines.isPresent() ? W.toArray() : new double[0][];
    }

    /** Returns a solver of the problem for a sample: the given one unless entries of the sample have weights. */
    PlacementProblem.PlacementSolver solver(
            PlacementProblem problem, PlacementProblem.PlacementSolver common, int sample) {
        if (lines.isEmpty() || lines.get().count(sample) == 0) return common;
        return problem.withGram(of(lines.get(), sample)).solver();
    }

    private double[][] of(LineWeights weights, int sample) {
        double[] weight = new double[W.length];
        weights.fill(sample, weight);
        double[][] G = new double[r][r];
        for (int i = 0; i < weight.length; i++) {
            if (weight[i] == 0) continue;
            for (int q = 0; q < r; q++) {
                double scaled = weight[i] * W[i][q];
                for (int l = 0; l <= q; l++) G[q][l] += scaled * W[i][l];
            }
        }
        for (int q = 0; q < r; q++) for (int l = 0; l < q; l++) G[l][q] = G[q][l];
        return G;
    }

    /** Refuses samples that have none of the kept features. */
    static void requireObserved(Dataset kept) {
        if (kept.weights().isEmpty()) return;
        LineWeights lines = kept.weights().get().bySample();
        double[] weight = new double[lines.length()];
        int[] empty = IntStream.range(0, kept.samples().size())
                .filter(j -> {
                    lines.fill(j, weight);
                    return IntStream.range(0, weight.length).allMatch(i -> weight[i] == 0);
                })
                .toArray();
        if (empty.length == 0) return;
        throw new DataException(
                "%s: %s none of the %d kept features, so nothing places %s: %s%s; leave %s out",
                kept.source().path(),
                empty.length == 1 ? "a sample has" : empty.length + " samples have",
                weight.length,
                empty.length == 1 ? "it" : "them",
                IntStream.of(empty)
                        .limit(SHOWN)
                        .mapToObj(j -> j + " (" + kept.samples().get(j) + ")")
                        .collect(Collectors.joining(", ")),
                empty.length > SHOWN ? ", …" : "",
                empty.length == 1 ? "it" : "them");
    }
}
