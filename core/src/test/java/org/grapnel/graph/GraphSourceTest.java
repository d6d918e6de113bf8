package org.grapnel.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Optional;
import java.util.OptionalDouble;
import org.grapnel.data.DataException;
import org.grapnel.data.DataSource;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a graph came from, what is odd about it, and how much it counts. */
class GraphSourceTest {
    /** A path over the first so many of n samples, with weights 2. */
    private static Graph path(int n, int joined) {
        double[][] a = new double[n][n];
        for (int i = 1; i < joined; i++) a[i][i - 1] = a[i - 1][i] = 2;
        try (DenseMatrix A = DenseMatrix.of(a)) {
            return Graph.of(SparseMatrix.of(A), "a path");
        }
    }

    @Test
    void whatIsOddIsSaid() {
        assertThat(GraphSource.of(path(4, 4)).notes()).isEmpty();
        assertThat(GraphSource.of(path(4, 3)).notes())
                .containsExactly("1 sample without a neighbour: the graph says nothing about it");
        assertThat(GraphSource.of(path(5, 3)).notes())
                .containsExactly("2 samples without a neighbour: the graph says nothing about them");
        assertThat(GraphSource.of(path(3, 0)).notes())
                .containsExactly("the graph has no edges, so it says nothing about any sample");
        assertThat(GraphNotes.collect(9, 0, OptionalDouble.of(0.9567)))
                .containsExactly("approximate neighbours: 95.7 % of the true ones, measured on a sample");
    }

    @Test
    void aBuiltGraphKnowsHowAndOnWhichFeatures() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(TestMatrices.uniform(1, 3, 12))) {
            KnnGraph built = KnnGraph.build(context, X, GraphSpec.standard());
            GraphSource all = GraphSource.of(built);
            assertThat(all.graph()).isSameAs(built.graph());
            assertThat(all.built()).contains(built);
            assertThat(all.features()).isEmpty();
            assertThat(all.file()).isEmpty();
            RowSet some = RowSet.of(3, 0, 2);
            assertThat(GraphSource.of(built, Optional.of(some)).features()).contains(some);
            KnnGraph approximate = new KnnGraph(built.graph(), built.sigma(), OptionalDouble.of(1));
            assertThat(GraphSource.of(approximate).notes())
                    .containsExactly("approximate neighbours: 100.0 % of the true ones, measured on a sample");
        }
    }

    /** 2·edges/samples: a path of 9 in 9 has 16/9, nearest 2; of 3 in 9 it has 4/9, but one neighbour is the least. */
    @Test
    void aSpecLikeAGraphHasItsMeanNumberOfNeighbours() {
        assertThat(GraphSpec.like(path(9, 9))).isEqualTo(GraphSpec.standard().withNeighbors(2));
        assertThat(GraphSpec.like(path(9, 3)).neighbors()).isEqualTo(1);
        assertThat(GraphSpec.like(path(0, 0)).neighbors()).isEqualTo(1);
    }

    @Test
    void alphaIsLambdaTimesTheMeanOfTheDiagonal() {
        Graph path = path(5, 5); // degrees 2, 4, 4, 4, 2
        assertThat(path.meanDiagonal(LaplacianKind.PLAIN)).isCloseTo(16.0 / 5, within(1e-15));
        assertThat(path.meanDiagonal(LaplacianKind.NORMALIZED)).isEqualTo(1);
        assertThat(path(3, 0).meanDiagonal(LaplacianKind.NORMALIZED)).isZero();
        assertThat(path(0, 0).meanDegree()).isZero();
        assertThat(GraphWeight.alpha(8).toLambda(path, LaplacianKind.PLAIN)).isEqualTo(GraphWeight.lambda(2.5));
        assertThat(GraphWeight.alpha(8).toLambda(path, LaplacianKind.NORMALIZED))
                .isEqualTo(GraphWeight.lambda(8));
        assertThat(GraphWeight.lambda(8).toLambda(path, LaplacianKind.PLAIN)).isEqualTo(GraphWeight.lambda(8));
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() -> GraphWeight.alpha(8).toLambda(path(3, 0), LaplacianKind.PLAIN))
                .withMessage("the graph has no edges, so alpha 8.0 says nothing; give lambda, or 0");
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1e-9, Double.NaN, Double.POSITIVE_INFINITY})
    void aWeightIsAFiniteNumberNotBelowZero(double value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GraphWeight.alpha(value))
                .withMessage("alpha must be a number >= 0, got " + value);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GraphWeight.lambda(value))
                .withMessage("lambda must be a number >= 0, got " + value);
        assertThat(GraphWeight.lambda(0).value()).isZero();
    }

    @Test
    void theMetricsAreNamedAsUsersTypeThem() {
        assertThat(Metric.EUCLIDEAN).hasToString("euclidean");
        assertThat(Metric.COSINE).hasToString("cosine");
    }

    @Test
    void aGraphFromAFileKnowsTheFile() {
        DataSource file = new DataSource("edges.mtx", 12, "abc");
        GraphSource source = GraphSource.of(path(4, 4), file);
        assertThat(source.file()).contains(file);
        assertThat(source.built()).isEmpty();
        assertThat(source.notes()).isEmpty();
    }
}
