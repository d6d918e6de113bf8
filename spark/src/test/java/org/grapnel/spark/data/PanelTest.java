package org.grapnel.spark.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.spark.testing.LocalSpark;
import org.junit.jupiter.api.Test;

class PanelTest {
    @Test
    void panelsSurviveSerialization() {
        JavaSparkContext context =
                JavaSparkContext.fromSparkContext(LocalSpark.session().sparkContext());
        try (DenseMatrix X = DenseMatrix.of(new double[][] {{1, 0, 2}, {0, 0, 3}, {4, 5, 0}, {0, 6, 0}})) {
            List<Panel> panels = List.of(
                    new DensePanel(0, 3, new double[][] {{1, 0, 2}, {0, 0, 3}, {4, 5, 0}, {0, 6, 0}}),
                    new SparsePanel(3, SparseMatrix.of(X)));
            for (Panel panel : context.parallelize(panels, 2).collect()) {
                try (Matrix back = panel.matrix();
                        Matrix some = panel.selectFeatures(new int[] {3, 0}).matrix()) {
                    for (int i = 0; i < 4; i++)
                        for (int j = 0; j < 3; j++) assertThat(back.get(i, j)).isEqualTo(X.get(i, j));
                    assertThat(some.rows()).isEqualTo(2);
                    for (int j = 0; j < 3; j++) {
                        assertThat(some.get(0, j)).isEqualTo(X.get(3, j));
                        assertThat(some.get(1, j)).isEqualTo(X.get(0, j));
                    }
                }
            }
        }
    }

    @Test
    void denseAndSparsePanelsGiveTheSameCopiesAndProducts() {
        double[][] x = {{1, 0, 2}, {0, 0, 3}, {4, 5, 0}};
        double[] U = {0.1, -0.2, 0.3, 0.7, -0.9, 0.4};
        try (DenseMatrix X = DenseMatrix.of(x);
                DenseMatrix dense = DenseMatrix.of(new double[3][4]);
                DenseMatrix sparse = DenseMatrix.of(new double[3][4])) {
            dense.fill(9);
            sparse.fill(9);
            Panel one = new DensePanel(0, 3, x);
            Panel other = new SparsePanel(0, SparseMatrix.of(X));
            one.copyTo(dense, 2, 1, 2);
            other.copyTo(sparse, 2, 1, 2);
            assertThat(dense.toArray()).isDeepEqualTo(new double[][] {{9, 9, 0, 2}, {9, 9, 0, 3}, {9, 9, 5, 0}});
            assertThat(sparse.toArray()).isDeepEqualTo(dense.toArray());
            assertThat(one.project(U, 2))
                    .containsExactly(
                            0.1 + 4 * -0.9, -0.2 + 4 * 0.4, 5 * -0.9, 5 * 0.4, 2 * 0.1 + 3 * 0.3, 2 * -0.2 + 3 * 0.7);
            assertThat(other.project(U, 2)).containsExactly(one.project(U, 2));
        }
    }

    @Test
    void smallPanelsAreMerged() {
        List<Panel> small = new ArrayList<>();
        for (int j = 0; j < 40; j++)
            small.add(new DensePanel(j, j % 3 == 0 ? 0 : 1, new double[1][j % 3 == 0 ? 0 : 1]));
        List<Panel> large = List.of(
                new DensePanel(0, PanelIterator.SAMPLES, new double[1][PanelIterator.SAMPLES]),
                new DensePanel(PanelIterator.SAMPLES, 1, new double[1][1]));
        List<Integer> sizes = new ArrayList<>();
        new PanelMerger(small.iterator()).forEachRemaining(panel -> sizes.add(panel.samples()));
        new PanelMerger(large.iterator()).forEachRemaining(panel -> sizes.add(panel.samples()));
        assertThat(sizes).containsExactly(26, PanelIterator.SAMPLES, 1);
    }
}
