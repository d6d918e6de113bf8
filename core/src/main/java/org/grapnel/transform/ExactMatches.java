package org.grapnel.transform;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.DistinctColumns;
import org.grapnel.linalg.HorizontalConcat;
import org.grapnel.linalg.Matrix;
import org.grapnel.runtime.ExecutionContext;

/** Which new samples equal a known one on the kept features, number for number; there may be many of these, all zero for instance. */
final class ExactMatches {
    private ExactMatches() {}

    /** For every new sample the known one that equals it: that of the same name, else the first; −1 where there is none. */
    static int[] find(ExecutionContext context, FittedModel.TrainingGraph known, Matrix fresh, List<String> names) {
        int n = known.X().cols();
        int m = fresh.cols();
        int[] twin = new int[m];
        Arrays.fill(twin, -1);
        Map<String, Integer> named = new HashMap<>();
        for (int l = 0; l < n; l++) named.putIfAbsent(known.samples().get(l), l);
        try (DenseMatrix both = HorizontalConcat.concatDense(known.X(), fresh)) {
            DistinctColumns distinct = DistinctColumns.find(context, both);
            int[] first = distinct.first();
            for (int j = 0; j < m; j++) {
                int group = distinct.group(n + j);
                if (first[group] >= n) continue;
                Integer namesake = named.get(names.get(j));
                twin[j] = namesake != null && distinct.group(namesake) == group ? namesake : first[group];
            }
        }
        return twin;
    }
}
