package org.grapnel.spark.testing;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.spark.data.DensePanel;
import org.grapnel.spark.data.Panel;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.data.SparsePanel;

/** Distributes a local matrix over partitions. */
public final class TestPanels {
    private TestPanels() {}

    public static JavaSparkContext context() {
        return JavaSparkContext.fromSparkContext(LocalSpark.session().sparkContext());
    }

    /** Creates panels of at most {@code width} samples, in partitions of nearly equal size. */
    public static Panels create(JavaSparkContext context, Matrix X, int partitions, int width) {
        int n = X.cols();
        int[] first = new int[partitions + 1];
        List<List<Panel>> parts = new ArrayList<>();
        for (int part = 0; part < partitions; part++) {
            first[part] = (int) ((long) n * part / partitions);
            first[part + 1] = (int) ((long) n * (part + 1) / partitions);
            List<Panel> panels = new ArrayList<>();
            for (int j = first[part]; j < first[part + 1]; j += width)
                panels.add(panel(X, j, Math.min(width, first[part + 1] - j)));
            parts.add(panels);
        }
        JavaRDD<Panel> rdd = context.parallelize(parts, partitions)
                .flatMap((List<Panel> panels) -> panels.iterator())
                .cache();
        return new Panels(rdd, X.rows(), first, X.nonZeros(), X.rowSquares(), X.sum(), X.isDense());
    }

    private static Panel panel(Matrix X, int from, int count) {
        int[] columns = new int[count];
        for (int q = 0; q < count; q++) columns[q] = from + q;
        try (Matrix part = X.selectColumns(columns)) {
            if (part instanceof SparseMatrix sparse) return new SparsePanel(from, sparse);
            double[][] rows = new double[X.rows()][count];
            for (int i = 0; i < rows.length; i++) part.row(i, rows[i]);
            return new DensePanel(from, count, rows);
        }
    }
}
