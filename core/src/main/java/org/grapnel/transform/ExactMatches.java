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

/** New samples that equal a training sample on the kept features, number for number. */
final class ExactMatches {
    private ExactMatches() {}

    /** Finds for every new sample the training sample that equals it: the one of the same name, else the first; −1 where there is none. */
    static int[] find(ExecutionContext context, FittedModel.TrainingGraph training, Matrix fresh, List<String> names) {
        int n = training.X().cols();
        int m = fresh.cols();
        int[] match = new int[m];
        Arrays.fill(match, -1);
        Map<String, Integer> named = new HashMap<>();
        for (int l = 0; l < n; l++) named.putIfAbsent(training.samples().get(l), l);
        try (DenseMatrix both = HorizontalConcat.concatDense(training.X(), fresh)) {
            DistinctColumns distinct = DistinctColumns.find(context, both);
            int[] first = distinct.first();
            for (int j = 0; j < m; j++) {
                int group = distinct.group(n + j);
                if (first[group] >= n) continue;
                Integer sameName = named.get(names.get(j));
                match[j] = sameName != null && distinct.group(sameName) == group ? sameName : first[group];
            }
        }
        return match;
    }
}
