package org.grapnel.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.grapnel.Grapnel;
import org.grapnel.cluster.Clustering;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.data.FittedPreparation;
import org.grapnel.data.Normalization;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.TestMatrices;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Model;
import org.grapnel.solve.block.QuadraticOracle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The transform in a model whose H is exact, against the definition written out. */
class SampleTransformTest {
    private static final int P = 8;
    private static final int N = 14;
    private static final int R = 3;
    private static final double[] LAMBDAS = {1e-3, 1, 1e3};

    /** A model with an exact H: the minimiser of the objective for this W. */
    private record TransformCase(
            double[][] X, double[][] W, double[][] Ht, Graph graph, double lambda, LaplacianKind kind) {
        static TransformCase of(double lambda, LaplacianKind kind) {
            double[][] X = TestMatrices.uniform(3, P, N);
            double[][] W = TestMatrices.uniform(4, P, R);
            try (DenseMatrix data = DenseMatrix.of(X)) {
                Graph graph = Grapnel.graph(data, GraphSpec.standard().withNeighbors(3), 1)
                        .graph();
                return new TransformCase(X, W, weights(X, W, graph, lambda, kind), graph, lambda, kind);
            }
        }

        /** Over all samples at once: Hessian I ⊗ WᵀW + 2λ·L ⊗ I, linear term WᵀX. */
        private static double[][] weights(double[][] X, double[][] W, Graph graph, double lambda, LaplacianKind kind) {
            double[][] G = TestMatrices.product(TestMatrices.transpose(W), W);
            double[][] XtW = TestMatrices.product(TestMatrices.transpose(X), W);
            double[][] Q = new double[N * R][N * R];
            double[] b = new double[N * R];
            for (int j = 0; j < N; j++)
                for (int c = 0; c < R; c++) {
                    b[j * R + c] = XtW[j][c];
                    for (int d = 0; d < R; d++) Q[j * R + c][j * R + d] += G[c][d];
                    for (int l = 0; l < N; l++) Q[j * R + c][l * R + c] += 2 * lambda * laplacian(graph, kind, j, l);
                }
            double[] h = new QuadraticOracle(Q, b).minimiser();
            double[][] Ht = new double[N][R];
            for (int j = 0; j < N; j++) System.arraycopy(h, j * R, Ht[j], 0, R);
            return Ht;
        }

        private static double laplacian(Graph graph, LaplacianKind kind, int j, int l) {
            double a = graph.adjacency().get(j, l);
            if (kind == LaplacianKind.PLAIN) return j == l ? graph.degree(j) : -a;
            return j == l ? 1 : -a / Math.sqrt(graph.degree(j) * graph.degree(l));
        }

        FittedModel trained() {
            return new FittedModel(
                    Model.GNMF,
                    new FittedPreparation(
                            OptionalDouble.empty(),
                            P,
                            false,
                            Normalization.NONE,
                            IntStream.range(0, P)
                                    .mapToObj(i -> FittedPreparation.FeatureTransform.plain("f" + i))
                                    .toList()),
                    RowSet.all(P),
                    DenseMatrix.of(W),
                    DenseMatrix.of(Ht),
                    Clustering.ofLabels(1, new int[N]),
                    Optional.of(new FittedModel.TrainingGraph(
                            graph,
                            DenseMatrix.of(X),
                            Dataset.numbered("", N),
                            lambda,
                            GraphTerm.TRACE,
                            kind,
                            GraphSpec.standard().withNeighbors(3))),
                    0);
        }
    }

    @ParameterizedTest
    @EnumSource(LaplacianKind.class)
    void trainingSamplesKeepTheirWeights(LaplacianKind kind) {
        for (double lambda : LAMBDAS) {
            TransformCase fit = TransformCase.of(lambda, kind);
            try (FittedModel trained = fit.trained();
                    Dataset again = Dataset.of(DenseMatrix.of(fit.X()));
                    TransformResult placed = trained.transform(again, 2)) {
                assertThat(TestMatrices.distance(placed.Ht().toArray(), fit.Ht()))
                        .as("lambda %s", lambda)
                        .isLessThan(1e-8);
            }
        }
    }

    /** The definition: neighbours by a sort, σ and the factor from the training samples, h by the oracle. */
    @ParameterizedTest
    @EnumSource(LaplacianKind.class)
    void newSamplesEqualTheDefinition(LaplacianKind kind) {
        double[][] fresh = TestMatrices.uniform(9, P, 5);
        for (double lambda : LAMBDAS) {
            TransformCase fit = TransformCase.of(lambda, kind);
            try (FittedModel trained = fit.trained();
                    Dataset data = Dataset.of(DenseMatrix.of(fresh));
                    TransformResult placed = trained.transform(data, 1)) {
                for (int s = 0; s < 5; s++)
                    assertThat(TestMatrices.distance(
                                    new double[][] {placed.Ht().toArray()[s]},
                                    new double[][] {expected(fit, TestMatrices.transpose(fresh)[s])}))
                            .as("lambda %s, sample %d", lambda, s)
                            .isLessThan(1e-8);
            }
        }
    }

    private static double[] expected(TransformCase fit, double[] x) {
        double[][] points = TestMatrices.transpose(fit.X());
        double sigma = 0;
        for (double[] y : points) for (int j : nearest(y, points, 1)) sigma += distance(y, points[j]) / (3 * N);
        double degree = 0;
        for (double[] y : points)
            for (int j : nearest(y, points, 1)) degree += gauss(distance(y, points[j]), sigma) / N;
        double factor = fit.graph().meanDegree() / degree;
        double[][] Q = TestMatrices.product(TestMatrices.transpose(fit.W()), fit.W());
        double[] b = new double[R];
        for (int c = 0; c < R; c++) for (int i = 0; i < P; i++) b[c] += fit.W()[i][c] * x[i];
        double d = 0;
        for (int j : nearest(x, points, 0)) d += factor * gauss(distance(x, points[j]), sigma);
        for (int j : nearest(x, points, 0)) {
            double a = factor * gauss(distance(x, points[j]), sigma);
            if (fit.kind() == LaplacianKind.NORMALIZED)
                a /= Math.sqrt(d * fit.graph().degree(j));
            for (int c = 0; c < R; c++) b[c] += 2 * fit.lambda() * a * fit.Ht()[j][c];
        }
        for (int c = 0; c < R; c++) Q[c][c] += 2 * fit.lambda() * (fit.kind() == LaplacianKind.PLAIN ? d : 1);
        return new QuadraticOracle(Q, b).minimiser();
    }

    /** The three nearest points, after skipping so many (the point itself). */
    private static int[] nearest(double[] x, double[][] points, int skip) {
        return IntStream.range(0, points.length)
                .boxed()
                .sorted(Comparator.comparingDouble(j -> distance(x, points[j])))
                .skip(skip)
                .limit(3)
                .mapToInt(j -> j)
                .toArray();
    }

    private static double distance(double[] x, double[] y) {
        double sum = 0;
        for (int f = 0; f < x.length; f++) sum += (x[f] - y[f]) * (x[f] - y[f]);
        return Math.sqrt(sum);
    }

    private static double gauss(double d, double sigma) {
        return Math.exp(-d * d / (2 * sigma * sigma));
    }

    @Test
    void valuesThatHideAllDifferencesAreRefused() {
        double[][] x = TestMatrices.uniform(9, P, 2);
        for (int i = 0; i < P; i++) x[i][1] *= 1e300;
        try (FittedModel trained = TransformCase.of(1, LaplacianKind.PLAIN).trained();
                Dataset fresh = Dataset.of(DenseMatrix.of(x))) {
            assertThatExceptionOfType(DataException.class)
                    .isThrownBy(() -> trained.transform(fresh, 1))
                    .withMessage("sample 0 (0) differs too little from the samples of the fit to be squared beside the"
                            + " largest numbers of the new data; leave out the samples with these");
        }
    }

    /** A training sample is tiny on the kept features: beside the other training samples it counts as zero, and so does the new one. */
    @Test
    void differenceHiddenByTheTrainingSamplesIsIgnored() {
        TransformCase fit = TransformCase.of(1, LaplacianKind.PLAIN);
        for (int i = 0; i < P; i++) fit.X()[i][0] *= 1e-200;
        for (double beside : new double[] {0, 1, 1e3}) {
            double[][] x = TestMatrices.uniform(9, P, 2);
            for (int i = 0; i < P; i++) {
                x[i][0] = 0;
                x[i][1] *= beside;
            }
            try (FittedModel trained = fit.trained();
                    Dataset fresh = Dataset.of(DenseMatrix.of(x));
                    TransformResult placed = trained.transform(fresh, 1)) {
                assertThat(TestMatrices.distance(
                                new double[][] {placed.Ht().toArray()[0]},
                                new double[][] {expected(fit, new double[P])}))
                        .as("beside a sample of length %s", beside)
                        .isLessThan(1e-8);
            }
        }
    }
}
