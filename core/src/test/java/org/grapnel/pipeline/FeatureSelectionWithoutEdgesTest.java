package org.grapnel.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Optional;
import org.grapnel.FeatureSelection;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.SelectionResult;
import org.grapnel.Spec;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.data.Preparation;
import org.grapnel.data.PreparedData;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSource;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.model.Model;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FeatureSelectionWithoutEdgesTest {
    private static SelectionResult withoutEdges(FeatureSelection.Strategy by) {
        SparseMatrix none = SparseMatrix.ofTriples(12, 12, new int[0], new int[0], new double[0]);
        GraphSource graph = GraphSource.of(Graph.of(none, "without edges"));
        Spec spec = Spec.paper(Model.GNMF_L20, 2).withKeep(3).withThreads(1).withSelect(FeatureSelection.of(by));
        try (PreparedData data = Preparation.none().apply(Dataset.of(DenseMatrix.of(TestMatrices.uniform(1, 8, 12))))) {
            return Grapnel.select(data, Optional.of(graph), spec, FitContext.none());
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = FeatureSelection.Strategy.class,
            names = {"STRUCTURE", "LAPLACIAN_SCORE", "MCFS", "NDFS"})
    void strategiesThatNeedNeighboursRefuseAGraphWithoutEdges(FeatureSelection.Strategy by) {
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() -> withoutEdges(by))
                .withMessage("the graph of 12 samples has no edges; selecting by neighbours needs at least 1 edge");
    }

    @ParameterizedTest
    @EnumSource(
            value = FeatureSelection.Strategy.class,
            names = {"ENERGY", "GAIN", "VARIANCE"})
    void otherStrategiesWorkWithoutEdges(FeatureSelection.Strategy by) {
        assertThat(withoutEdges(by).selection().order()).hasSize(3).doesNotHaveDuplicates();
    }
}
