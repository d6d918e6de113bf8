package org.grapnel.spark.data;

import static org.assertj.core.api.Assertions.assertThat;

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
}
