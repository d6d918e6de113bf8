package org.grapnel.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.grapnel.graph.Graph;
import org.grapnel.graph.Laplacian;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.TestMatrices;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ModelTest {
    private static final DenseMatrix X = DenseMatrix.of(TestMatrices.uniform(1, 8, 5)); // 8 features, 5 samples
    private static final Optional<Laplacian> PATH = Optional.of(path(5));

    @AfterAll
    static void free() {
        X.close();
    }

    private static Laplacian path(int n) {
        double[][] a = new double[n][n];
        for (int i = 1; i < n; i++) a[i][i - 1] = a[i - 1][i] = 1;
        try (DenseMatrix A = DenseMatrix.of(a)) {
            return Graph.of(SparseMatrix.of(A), "path").laplacian();
        }
    }

    /** The table of models, with rank 2 and keep 3. */
    record ModelRow(Model model, String word, boolean graph, Constraint onW) {
        Optional<Integer> keep() {
            return onW instanceof NonNegative ? Optional.empty() : Optional.of(3);
        }
    }

    static Stream<ModelRow> table() {
        return Stream.of(
                new ModelRow(Model.NMF, "nmf", false, new NonNegative()),
                new ModelRow(Model.NMF_L0, "nmf-l0", false, new EntrySparse(6)),
                new ModelRow(Model.NMF_L20, "nmf-l20", false, new RowSparse(3)),
                new ModelRow(Model.NMF_LC0, "nmf-lc0", false, new ColumnSparse(3)),
                new ModelRow(Model.GNMF, "gnmf", true, new NonNegative()),
                new ModelRow(Model.GNMF_L0, "gnmf-l0", true, new EntrySparse(6)),
                new ModelRow(Model.GNMF_L20, "gnmf-l20", true, new RowSparse(3)),
                new ModelRow(Model.GNMF_LC0, "gnmf-lc0", true, new ColumnSparse(3)));
    }

    @Test
    void tableCoversEveryModel() {
        assertThat(Stream.concat(table().map(ModelRow::model), Stream.of(Model.KMEANS, Model.KMEANS_L0)))
                .containsExactly(Model.values());
    }

    @ParameterizedTest
    @MethodSource("table")
    void modelMatchesItsRowOfTheTable(ModelRow line) {
        assertThat(line.model.cliName()).isEqualTo(line.word);
        assertThat(Model.parse(line.word)).isEqualTo(line.model);
        assertThat(line.model.usesGraph()).isEqualTo(line.graph);
        assertThat(line.model.isSparse()).isEqualTo(line.keep().isPresent());
        Problem problem = line.model.problem(X, 2, line.keep(), 7, PATH);
        assertThat(problem.formulation().onW()).isEqualTo(line.onW);
        assertThat(problem.formulation().onH()).isEqualTo(new NonNegative());
        assertThat(problem.formulation().rank()).isEqualTo(2);
        assertThat(problem.X()).isSameAs(X);
        Term[] terms = line.graph
                ? new Term[] {
                    new LeastSquares(), new GraphPenalty(7, PATH.orElseThrow().norm())
                }
                : new Term[] {new LeastSquares()};
        assertThat(problem.formulation().terms()).containsExactly(terms);
    }

    @ParameterizedTest
    @MethodSource("table")
    void zeroWeightLeavesTheGraphOut(ModelRow line) {
        for (Optional<Laplacian> graph : List.of(PATH, Optional.<Laplacian>empty())) {
            Problem problem = line.model.problem(X, 2, line.keep(), 0, graph);
            assertThat(problem.formulation().terms()).containsExactly(new LeastSquares());
            assertThat(problem.laplacian()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("table")
    void keepIsRequiredOrRefused(ModelRow line) {
        if (line.model.isSparse())
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> line.model.problem(X, 2, Optional.empty(), 7, PATH))
                    .withMessage("model " + line.word + " needs keep, the number of features to keep");
        else
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> line.model.problem(X, 2, Optional.of(3), 7, PATH))
                    .withMessage("model " + line.word + " keeps all features: keep does not apply");
    }

    @ParameterizedTest
    @MethodSource("table")
    void keepMustBeBetweenOneAndTheNumberOfFeatures(ModelRow line) {
        if (!line.model.isSparse()) return;
        for (int keep : new int[] {0, -2, 9})
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> line.model.problem(X, 2, Optional.of(keep), 7, PATH))
                    .withMessage("keep must be between 1 and 8, the number of features, got " + keep);
        for (int keep : new int[] {1, 8}) line.model.problem(X, 2, Optional.of(keep), 7, PATH);
    }

    @ParameterizedTest
    @MethodSource("table")
    void lambdaMustBeFiniteAndNotNegative(ModelRow line) {
        for (double lambda : new double[] {-1e-9, Double.NaN, Double.POSITIVE_INFINITY})
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> line.model.problem(X, 2, line.keep(), lambda, PATH))
                    .withMessage("lambda must be a number >= 0, got " + lambda);
    }

    @ParameterizedTest
    @MethodSource("table")
    void rankMustBeBetweenOneAndTheSmallerSideOfX(ModelRow line) {
        for (int rank : new int[] {0, -1, 6, Integer.MAX_VALUE})
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> line.model.problem(X, rank, line.keep(), 7, PATH))
                    .withMessage("rank must be between 1 and min(features, samples) = 5, got " + rank);
        assertThat(line.model.problem(X, 5, line.keep(), 7, PATH).formulation().rank())
                .isEqualTo(5);
    }

    @ParameterizedTest
    @MethodSource("table")
    void graphModelNeedsAGraphOfTheRightSize(ModelRow line) {
        if (!line.graph) {
            line.model.problem(X, 2, line.keep(), 7, Optional.empty());
            return;
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> line.model.problem(X, 2, line.keep(), 7, Optional.empty()))
                .withMessage("model " + line.word + " needs a graph");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> line.model.problem(X, 2, line.keep(), 7, Optional.of(path(4))))
                .withMessage("the graph joins 4 samples, the data have 5");
    }

    @ParameterizedTest
    @EnumSource(Model.class)
    void cliNameIsParsedInAnyLocale(Model model) {
        assertThat(Model.parse(model.cliName())).isEqualTo(model);
        assertThat(model.cliName()).matches("g?nmf(-l0|-l20|-lc0)?|kmeans(-l0)?");
    }

    @Test
    void unknownModelIsRefusedWithTheAllowedNames() {
        for (String word : new String[] {"gnmf-l21", "", "GNMF"})
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Model.parse(word))
                    .withMessage(
                            "unknown model '" + word
                                    + "', allowed are nmf, nmf-l0, nmf-l20, nmf-lc0, gnmf, gnmf-l0, gnmf-l20, gnmf-lc0, kmeans, kmeans-l0");
    }

    @Test
    void rankOneIsAllowedAndRankZeroIsNot() {
        assertThat(Model.NMF
                        .problem(X, 1, Optional.empty(), 0, Optional.empty())
                        .formulation()
                        .rank())
                .isEqualTo(1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Formulation(0, List.of(new LeastSquares()), new NonNegative(), new NonNegative()))
                .withMessage("rank must be at least 1, got 0");
    }

    @Test
    void kMeansHasNoFormulation() {
        for (Model model : new Model[] {Model.KMEANS, Model.KMEANS_L0}) {
            Optional<Integer> keep = model.isSparse() ? Optional.of(3) : Optional.empty();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> model.problemOfAnyRank(X, 2, keep, GraphTerm.TRACE, 0, Optional.empty()))
                    .withMessage("model " + model.cliName()
                            + " is solved by k-means, not as a problem of terms and constraints");
        }
    }

    /** Groups may outnumber the features; components may not. */
    @Test
    void kMeansNeedsAsManySamplesAsGroups() {
        for (int clusters : new int[] {1, 4, 9}) Model.KMEANS.check(4, 9, clusters, Optional.empty());
        for (int clusters : new int[] {0, 10})
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Model.KMEANS.check(4, 9, clusters, Optional.empty()))
                    .withMessage("clusters must be between 1 and 9, the number of samples, got " + clusters);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Model.KMEANS_L0.check(4, 9, 2, Optional.of(5)))
                .withMessage("keep must be between 1 and 4, the number of features, got 5");
    }

    @ParameterizedTest
    @EnumSource(Model.class)
    void modelWithoutSelectionKeepsItsGraph(Model model) {
        boolean rows = model.cliName().endsWith("-l20") || model == Model.KMEANS_L0;
        assertThat(model.selectsFeatures()).isEqualTo(rows);
        assertThat(model.supportsBestSupport()).isEqualTo(model.cliName().matches("g?nmf(-l20)?"));
        if (rows) {
            assertThat(model.withoutSelection().cliName())
                    .isEqualTo(model.cliName().replaceAll("-l2?0", ""));
            return;
        }
        assertThatIllegalArgumentException()
                .isThrownBy(model::withoutSelection)
                .withMessage("model " + model.cliName() + " does not keep whole features");
    }

    @Test
    void onlyTheTraceTermDependsOnScale() {
        assertThat(GraphTerm.TRACE).hasToString("trace");
        assertThat(GraphTerm.INVARIANT).hasToString("invariant");
        assertThat(GraphTerm.TRACE.fixesScale()).isTrue();
        assertThat(GraphTerm.INVARIANT.fixesScale()).isFalse();
        assertThat(GraphTerm.JOINT).hasToString("joint");
        assertThat(GraphTerm.JOINT.fixesScale()).isTrue();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GraphTerm.JOINT.create(1, 1))
                .withMessage(
                        "the graph term joint is solved by best-support only; gradient steps solve the terms trace and"
                                + " invariant");
    }

    /** A term without a statement about zero rows of W may have a gradient there, so no row may be left out. */
    @Test
    void screeningNeedsTheConsentOfEveryTerm() {
        Term silent = new Term() {
            @Override
            public double value(GramCache at) {
                return 0;
            }

            @Override
            public double lipschitz(FactorId factor, GramCache at) {
                return 0;
            }

            @Override
            public void addGradient(FactorId factor, GramCache at, GradientChunk chunk) {}
        };
        Term[] others = {new GraphPenalty(1, 2), new InvariantPenalty(1, 2), silent};
        for (Term other : others) {
            Formulation formulation =
                    new Formulation(2, List.of(new LeastSquares(), other), new RowSparse(3), new NonNegative());
            assertThat(formulation.allowsScreening()).isEqualTo(other != silent);
            assertThat(formulation.usesGraph()).isEqualTo(other != silent);
        }
    }
}
