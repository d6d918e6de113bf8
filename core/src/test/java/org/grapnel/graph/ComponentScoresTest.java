package org.grapnel.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Optional;
import java.util.stream.IntStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.linalg.decomp.JacobiEigen;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

class ComponentScoresTest {
    private static final GraphSpec SPEC = GraphSpec.standard().withComponents(4);

    /** Four strong directions and noise, with a mean far from zero. */
    private static double[][] data(long seed, int p, int n) {
        double[][] left = TestMatrices.signed(seed, p, 8);
        double[][] right = TestMatrices.signed(seed + 1, 8, n);
        for (int q = 0; q < 8; q++) for (int j = 0; j < n; j++) right[q][j] *= Math.pow(0.6, q);
        double[][] x = TestMatrices.product(left, right);
        double[][] noise = TestMatrices.uniform(seed + 2, p, n);
        for (int i = 0; i < p; i++) for (int j = 0; j < n; j++) x[i][j] += 20 + 0.01 * noise[i][j];
        return x;
    }

    private static DenseMatrix points(ExecutionContext context, Matrix X, GraphSpec spec) {
        return ComponentScores.compute(context, X, spec).orElseThrow().points();
    }

    private static double distance(DenseMatrix points, int i, int j) {
        double sum = 0;
        for (int f = 0; f < points.rows(); f++) sum += Math.pow(points.get(f, i) - points.get(f, j), 2);
        return Math.sqrt(sum);
    }

    /** The plain twin: the eigenvectors of the covariance by Jacobi, and the samples along the first four. */
    private static DenseMatrix plain(double[][] x, boolean centred, int count) {
        int p = x.length;
        int n = x[0].length;
        double[][] c = TestMatrices.copy(x);
        for (double[] row : c) {
            double mean = 0;
            for (double v : row) mean += v / n;
            for (int j = 0; centred && j < n; j++) row[j] -= mean;
        }
        try (DenseMatrix S = DenseMatrix.of(TestMatrices.product(c, TestMatrices.transpose(c)));
                DenseMatrix E = DenseMatrix.zeros(p, p)) {
            JacobiEigen.decompose(S, E);
            DenseMatrix Z = DenseMatrix.zeros(count, n);
            for (int q = 0; q < count; q++)
                for (int j = 0; j < n; j++)
                    for (int i = 0; i < p; i++) Z.set(q, j, Z.get(q, j) + E.get(i, q) * c[i][j]);
            return Z;
        }
    }

    @Test
    void distancesEqualThoseOfAPlainDecomposition() {
        for (int[] shape : new int[][] {{12, 40}, {40, 12}, {110, 150}, {150, 110}}) {
            double[][] x = data(1, shape[0], shape[1]);
            try (ExecutionContext context = ExecutionContext.create(2);
                    DenseMatrix X = DenseMatrix.of(x);
                    DenseMatrix expected = plain(x, true, 4)) {
                DenseMatrix found = points(context, X, SPEC);
                for (int i = 0; i < shape[1]; i++)
                    for (int j = 0; j < i; j++)
                        assertThat(distance(found, i, j)).isCloseTo(distance(expected, i, j), within(1e-9));
            }
        }
    }

    @Test
    void denseAndSparseAgreeForEachKind() {
        double[][] x = TestMatrices.mostlyZero(5, 130, 140);
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix dense = DenseMatrix.of(x);
                SparseMatrix sparse = SparseMatrix.of(dense)) {
            for (ComponentKind kind : ComponentKind.values()) {
                GraphSpec spec = SPEC.withComponents(ComponentSpec.of(4).withKind(kind));
                DenseMatrix one = points(context, dense, spec);
                DenseMatrix two = points(context, sparse, spec);
                for (int j = 1; j < 140; j++)
                    assertThat(distance(one, 0, j)).as("%s", kind).isCloseTo(distance(two, 0, j), within(1e-4));
            }
        }
    }

    @Test
    void kindFollowsTheDataAndTheMetric() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix dense = DenseMatrix.of(data(3, 20, 30));
                SparseMatrix sparse = SparseMatrix.of(dense)) {
            assertThat(ComponentScores.compute(context, dense, SPEC)
                            .orElseThrow()
                            .kind())
                    .isEqualTo(ComponentKind.CENTERED);
            assertThat(ComponentScores.compute(context, dense, SPEC.withMetric(Metric.COSINE))
                            .orElseThrow()
                            .kind())
                    .isEqualTo(ComponentKind.UNIT_LENGTH);
            ComponentScores text =
                    ComponentScores.compute(context, sparse, SPEC).orElseThrow();
            assertThat(text.kind()).isEqualTo(ComponentKind.UNIT_LENGTH);
            for (double length : text.points().columnNorms()) assertThat(length).isCloseTo(1, within(1e-12));
        }
    }

    @Test
    void threadCountChangesNoBit() {
        double[][] x = TestMatrices.uniform(3, 260, 300);
        double[][] one = null;
        for (int threads = 1; threads <= 3; threads++) {
            try (ExecutionContext context = ExecutionContext.create(threads);
                    DenseMatrix X = DenseMatrix.of(x);
                    SparseMatrix S = SparseMatrix.of(X)) {
                double[][] found = points(context, X, SPEC).toArray();
                if (one == null) one = found;
                assertThat(found).isDeepEqualTo(one);
                assertThat(points(context, S, SPEC).cols()).isEqualTo(300);
            }
        }
    }

    @Test
    void permutingSamplesPermutesTheGraph() {
        double[][] x = data(7, 30, 60);
        int[] order = IntStream.range(0, 60).map(j -> j * 7 % 60).toArray();
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(x);
                DenseMatrix permuted = X.selectColumns(order)) {
            Graph one = KnnGraph.build(context, X, SPEC).graph();
            Graph two = KnnGraph.build(context, permuted, SPEC).graph();
            for (int i = 0; i < 60; i++)
                for (int j = 0; j < 60; j++)
                    assertThat(two.adjacency().get(i, j))
                            .isCloseTo(one.adjacency().get(order[i], order[j]), within(1e-9));
        }
    }

    @Test
    void asManyComponentsAsFeaturesOrSamplesAreTheGraphOnAllFeatures() {
        for (int[] shape : new int[][] {{10, 40}, {40, 10}}) {
            try (ExecutionContext context = ExecutionContext.create(2);
                    DenseMatrix X = DenseMatrix.of(data(2, shape[0], shape[1]))) {
                int most = Math.min(shape[0], shape[1] - 1);
                KnnGraph all = KnnGraph.build(context, X, GraphSpec.standard());
                for (ComponentSpec components :
                        new ComponentSpec[] {ComponentSpec.of(most), ComponentSpec.atMost(50)}) {
                    KnnGraph same =
                            KnnGraph.build(context, X, GraphSpec.standard().withComponents(components));
                    assertThat(same.scores()).isEmpty();
                    assertThat(same.components()).hasValue(most);
                    for (int i = 0; i < X.cols(); i++)
                        for (int j = 0; j < X.cols(); j++)
                            assertThat(same.graph().adjacency().get(i, j))
                                    .isEqualTo(all.graph().adjacency().get(i, j));
                }
                assertThat(all.components()).isEmpty();
            }
        }
    }

    @Test
    void moreComponentsThanThereAreAreRefused() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(data(2, 10, 40))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() ->
                            KnnGraph.build(context, X, GraphSpec.standard().withComponents(11)))
                    .withMessage(
                            "graph-pcs must be between 1 and 10, the smaller of 10 features and 40 samples - 1, got 11");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ComponentSpec.of(0))
                .withMessage("graph-pcs must be at least 1, or none, got 0");
    }

    @Test
    void equalSamplesAreJoinedAndDoNotBreakTheWeights() {
        double[][] x = data(4, 30, 40);
        for (double[] row : x) for (int j = 0; j < 7; j++) row[30 + j] = row[3];
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix X = DenseMatrix.of(x)) {
            for (WeightKind weights : new WeightKind[] {WeightKind.GAUSSIAN, WeightKind.LOCAL}) {
                KnnGraph built = KnnGraph.build(context, X, SPEC.withWeights(weights));
                DenseMatrix points = built.scores().orElseThrow().points();
                for (int j = 30; j < 37; j++) assertThat(distance(points, 3, j)).isZero();
                assertThat(built.graph().adjacency().get(3, 30)).isEqualTo(1);
                for (int j = 0; j < 40; j++) assertThat(built.graph().degree(j)).isPositive();
            }
        }
    }

    @Test
    void projectionOfTheSamplesGivesTheirScores() {
        for (ComponentKind kind : ComponentKind.values()) {
            try (ExecutionContext context = ExecutionContext.create(2);
                    DenseMatrix X = DenseMatrix.of(data(6, 130, 50))) {
                ComponentScores scores = ComponentScores.compute(
                                context,
                                X,
                                SPEC.withComponents(ComponentSpec.of(4).withKind(kind)))
                        .orElseThrow();
                try (DenseMatrix again = scores.project(context, X)) {
                    assertThat(TestMatrices.distance(
                                    again.toArray(), scores.points().toArray()))
                            .isLessThan(1e-10);
                }
            }
        }
    }

    @Test
    void recommendedGraphIsOnFiftyComponents() {
        assertThat(GraphSpec.recommended())
                .isEqualTo(GraphSpec.standard()
                        .withSymmetrize(Symmetrization.MEAN)
                        .withComponents(ComponentSpec.atMost(50)));
        assertThat(GraphSpec.recommended().withoutComponents().components()).isEqualTo(Optional.empty());
        assertThat(GraphSpec.standard().components()).isEmpty();
    }
}
