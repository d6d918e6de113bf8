package org.grapnel.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.grapnel.data.DataException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GraphWeightTest {
    @Test
    void alphaIsLambdaTimesTheMeanOfTheDiagonal() {
        Graph path = TestGraphs.path(5, 5); // degrees 2, 4, 4, 4, 2
        assertThat(path.meanDiagonal(LaplacianKind.PLAIN)).isCloseTo(16.0 / 5, within(1e-15));
        assertThat(path.meanDiagonal(LaplacianKind.NORMALIZED)).isEqualTo(1);
        assertThat(TestGraphs.path(3, 0).meanDiagonal(LaplacianKind.NORMALIZED)).isZero();
        assertThat(TestGraphs.path(0, 0).meanDegree()).isZero();
        assertThat(GraphWeight.alpha(8).toLambda(path, LaplacianKind.PLAIN)).isEqualTo(GraphWeight.lambda(2.5));
        assertThat(GraphWeight.alpha(8).toLambda(path, LaplacianKind.NORMALIZED))
                .isEqualTo(GraphWeight.lambda(8));
        assertThat(GraphWeight.lambda(8).toLambda(path, LaplacianKind.PLAIN)).isEqualTo(GraphWeight.lambda(8));
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() -> GraphWeight.alpha(8).toLambda(TestGraphs.path(3, 0), LaplacianKind.PLAIN))
                .withMessage("the graph has no edges, so alpha 8.0 has no meaning; set lambda, or alpha 0");
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1e-9, Double.NaN, Double.POSITIVE_INFINITY})
    void weightMustBeFiniteAndNotNegative(double value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GraphWeight.alpha(value))
                .withMessage("alpha must be a number >= 0, got " + value);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GraphWeight.lambda(value))
                .withMessage("lambda must be a number >= 0, got " + value);
        assertThat(GraphWeight.lambda(0).value()).isZero();
    }
}
