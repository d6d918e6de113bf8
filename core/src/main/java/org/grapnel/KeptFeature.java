package org.grapnel;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.grapnel.model.Model;
import org.grapnel.solve.Solution;

/**
 * A feature whose row of W is not zero. Its score is the norm of that row; for k-means, where rows are centres, its spread
 * between the groups.
 */
public record KeptFeature(int index, String name, double score) {
    /** All of them, best first; equal scores go to the lower index. */
    static List<KeptFeature> of(Model model, Solution solution, List<String> names) {
        double[] scores = model.isKMeans() ? spreads(solution) : norms(solution);
        return Arrays.stream(solution.support().toArray())
                .mapToObj(i -> new KeptFeature(i, names.get(i), scores[i]))
                .sorted(Comparator.comparingDouble(KeptFeature::score)
                        .reversed()
                        .thenComparingInt(KeptFeature::index))
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
