package org.grapnel;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.grapnel.model.Model;
import org.grapnel.select.Selection;
import org.grapnel.solve.Solution;

/**
 * A feature that was kept.
 *
 * @param score the norm of its row of W; for k-means its spread between the groups; for features selected before the fit the score of the selector
 */
public record KeptFeature(int index, String name, double score) {
    /** Returns the kept features of a solution, best first; of equal scores the lower index first. */
    static List<KeptFeature> of(Model model, Solution solution, List<String> names) {
        double[] scores = model.isKMeans() ? spreads(solution) : norms(solution);
        return Arrays.stream(solution.support().toArray())
                .mapToObj(i -> new KeptFeature(i, names.get(i), scores[i]))
                .sorted(Comparator.comparingDouble(KeptFeature::score)
                        .reversed()
                        .thenComparingInt(KeptFeature::index))
                .toList();
    }

    /** Returns the features of a selection in their order. */
    static List<KeptFeature> of(Selection selection, List<String> names) {
        return IntStream.range(0, selection.order().size())
                .mapToObj(s -> new KeptFeature(
                        selection.order().get(s),
                        names.get(selection.order().get(s)),
                        selection.scores().get(s)))
                .toList();
    }

    private static double[] norms(Solution solution) {
        double[] norms = new double[solution.W().rows()];
        for (int i : solution.support().toArray())
            norms[i] = Math.sqrt(solution.W().rowSquares(i));
        return norms;
    }

    /** Σⱼ nⱼ·(wᵢⱼ − mean)², nⱼ the size of group j. */
    private static double[] spreads(Solution solution) {
        int c = solution.W().cols();
        double[] sizes = new double[c];
        double[] row = new double[c];
        for (int j = 0; j < solution.Ht().rows(); j++) {
            solution.Ht().row(j, row);
            for (int g = 0; g < c; g++) sizes[g] += row[g];
        }
        double[] spreads = new double[solution.W().rows()];
        for (int i : solution.support().toArray()) {
            solution.W().row(i, row);
            double mean = 0;
            for (int g = 0; g < c; g++)
                mean += sizes[g] * row[g] / solution.Ht().rows();
            for (int g = 0; g < c; g++) spreads[i] += sizes[g] * (row[g] - mean) * (row[g] - mean);
        }
        return spreads;
    }
}
