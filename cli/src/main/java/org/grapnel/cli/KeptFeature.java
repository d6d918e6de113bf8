package org.grapnel.cli;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.grapnel.solve.Solution;

/** A feature whose row of W is not zero; its score is the norm of that row. */
record KeptFeature(int index, String name, double score) {
    /** All of them, best first; equal scores go to the lower index. */
    static List<KeptFeature> of(Solution solution, List<String> names) {
        return Arrays.stream(solution.support().toArray())
                .mapToObj(i ->
                        new KeptFeature(i, names.get(i), Math.sqrt(solution.W().rowSquares(i))))
                .sorted(Comparator.comparingDouble(KeptFeature::score)
                        .reversed()
                        .thenComparingInt(KeptFeature::index))
                .toList();
    }
}
