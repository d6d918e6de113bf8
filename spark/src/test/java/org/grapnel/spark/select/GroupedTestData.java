package org.grapnel.spark.select;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.grapnel.cluster.Clustering;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.spark.data.DensePanel;
import org.grapnel.spark.data.Panel;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.data.SampleGroups;
import org.grapnel.spark.data.SparsePanel;
import org.grapnel.spark.testing.TestPanels;

/** A matrix and groups of its samples in partitions of any size. */
final class GroupedTestData implements AutoCloseable {
    final Panels X;
    final SampleGroups groups;

    private GroupedTestData(Panels X, SampleGroups groups) {
        this.X = X;
        this.groups = groups;
    }

    /**
     * Distributes samples.
     *
     * @param first first sample of every partition, followed by the number of samples
     * @param width maximum number of samples in a panel
     */
    static GroupedTestData create(Matrix X, Clustering groups, int[] first, int width) {
        JavaSparkContext context = TestPanels.context();
        List<List<Panel>> parts = new ArrayList<>();
        List<int[]> labels = new ArrayList<>();
        for (int q = 0; q + 1 < first.length; q++) {
            List<Panel> panels = new ArrayList<>();
            for (int j = first[q]; j < first[q + 1]; j += width)
                panels.add(panel(X, j, Math.min(width, first[q + 1] - j)));
            parts.add(panels);
            labels.add(Arrays.copyOfRange(groups.toArray(), first[q], first[q + 1]));
        }
        JavaRDD<Panel> rdd = context.parallelize(parts, parts.size())
                .flatMap((List<Panel> panels) -> panels.iterator())
                .cache();
        return new GroupedTestData(
                new Panels(rdd, X.rows(), first, X.nonZeros(), X.rowSquares(), X.sum()),
                SampleGroups.create(context.parallelize(labels, labels.size()), groups.clusters()));
    }

    /** Distributes samples over partitions of nearly equal size. */
    static GroupedTestData create(Matrix X, Clustering groups, int partitions) {
        int[] first = new int[partitions + 1];
        for (int q = 0; q <= partitions; q++) first[q] = (int) ((long) X.cols() * q / partitions);
        return create(X, groups, first, 1 + X.cols() / (2 * partitions));
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

    @Override
    public void close() {
        groups.close();
        X.rdd().unpersist();
    }
}
