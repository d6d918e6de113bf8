package org.grapnel.spark.prepare;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Row;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.data.RecipeHint;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.spark.data.SampleVector;
import org.grapnel.spark.data.SourceScan;

/**
 * Looks at some samples to find the recipe of the data: at most {@value #MOST_SAMPLES}, evenly spread over all, and at most
 * {@value #MOST_NUMBERS} numbers, which are the only ones that the driver receives.
 */
public final class RecipeSample {
    static final int MOST_SAMPLES = 1000;
    static final int MOST_NUMBERS = 1 << 24;

    private RecipeSample() {}

    /**
     * Returns the recipe that the sample looks like.
     *
     * @param rows vectors in the first column
     * @param names names of the features
     */
    public static Optional<RecipeHint> look(JavaRDD<Row> rows, SourceScan scan, List<String> names) {
        int n = scan.samples();
        int p = scan.features();
        int count = size(scan);
        if (count == 0) return Optional.empty();
        int[] offsets = scan.offsets();
        List<Row> some = rows.mapPartitionsWithIndex((q, part) -> select(part, offsets[q], n, count), true)
                .collect();
        DenseMatrix X = DenseMatrix.zeros(p, some.size());
        try (Dataset data =
                new Dataset(X, names, Dataset.numbered("", some.size()), Optional.empty(), DataSource.memory())) {
            for (int j = 0; j < some.size(); j++) {
                SampleVector x = SampleVector.of(some.get(j).get(0));
                for (int e = 0; e < x.stored(); e++) X.set(x.index(e), j, x.value(e));
            }
            return RecipeHint.of(data);
        }
    }

    /** Returns the number of samples that are looked at. */
    public static int size(SourceScan scan) {
        return Math.min(scan.samples(), Math.min(MOST_SAMPLES, MOST_NUMBERS / scan.features()));
    }

    /** Selects the samples ⌊c·n/count⌋. */
    private static Iterator<Row> select(Iterator<Row> rows, int offset, int n, int count) {
        List<Row> selected = new ArrayList<>();
        for (long j = offset; rows.hasNext(); j++) {
            Row row = rows.next();
            long c = (j * count + n - 1) / n; // the first c with ⌊c·n/count⌋ ≥ j
            if (c < count && c * n / count == j) selected.add(row);
        }
        return selected.iterator();
    }
}
