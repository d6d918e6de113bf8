package org.grapnel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Optional;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.Prepared;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSource;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Draw;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.Model;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ChoosingWithoutEdgesTest {
    private static ChosenFeatures withoutEdges(FeatureChoice.By by) {
        SparseMatrix none = SparseMatrix.ofTriples(12, 12, new int[0], new int[0], new double[0]);
        GraphSource graph = GraphSource.of(Graph.of(none, "without edges"));
        Spec spec = Spec.of(Model.GNMF_L20, 2).withKeep(3).withThreads(1).withSelect(FeatureChoice.of(by));
        try (Prepared data = Preparation.none().of(Dataset.of(DenseMatrix.of(Draw.uniform(1, 8, 12))))) {
            return Grapnel.select(data, Optional.of(graph), spec, Watch.none());
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = FeatureChoice.By.class,
            names = {"STRUCTURE", "LAPLACIAN_SCORE", "MCFS"})
    void neighboursCannotChooseWhereThereAreNone(FeatureChoice.By by) {
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() -> withoutEdges(by))
                .withMessage("the graph joins none of the 12 samples; selecting by neighbours needs at least 1 edge");
    }

    @ParameterizedTest
    @EnumSource(
            value = FeatureChoice.By.class,
            names = {"ENERGY", "GAIN", "VARIANCE"})
    void waysThatDoNotNeedNeighboursDoWithoutThem(FeatureChoice.By by) {
        assertThat(withoutEdges(by).selection().order()).hasSize(3).doesNotHaveDuplicates();
    }
}
