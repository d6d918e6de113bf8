package org.grapnel.solve.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.grapnel.checkpoint.Checkpoint;
import org.grapnel.graph.Graph;
import org.grapnel.graph.Laplacian;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.Constraint;
import org.grapnel.model.Formulation;
import org.grapnel.model.InvariantPenalty;
import org.grapnel.model.LeastSquares;
import org.grapnel.model.NonNegative;
import org.grapnel.model.Problem;
import org.grapnel.model.RowSparse;
import org.grapnel.model.Term;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.Solution;
import org.grapnel.solve.SolverGoldenCase;
import org.grapnel.solve.Stop;
import org.grapnel.solve.block.HUpdate;
import org.grapnel.solve.start.Start;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Best-support with the update of H of the NumPy prototype follows the prototype, iteration by iteration. */
class BestSupportGoldenTest {
    static Stream<SolverGoldenCase> cases() {
        return SolverGoldenCase.cases("best-support");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void followsThePrototype(SolverGoldenCase golden) {
        double[] expected = golden.numbers("objective");
        int[] support =
                Arrays.stream(golden.numbers("support")).mapToInt(i -> (int) i).toArray();
        try (DenseMatrix X = golden.matrix("X")) {
            for (Matrix data : List.of(X, SparseMatrix.of(X))) {
                for (boolean screened : new boolean[] {true, false}) {
                    try (Solution s = run(golden, data, screened)) {
                        for (int i = 1; i <= golden.iterations(); i++) {
                            double F = s.trace().steps().get(i).objective().total();
                            assertThat(F).as("F at %d", i).isCloseTo(expected[i - 1], within(1e-8 * expected[i - 1]));
                        }
                        for (int i : s.support().toArray()) assertThat(support).contains(i);
                    }
                }
            }
        }
    }

    private static Solution run(SolverGoldenCase golden, Matrix X, boolean screened) {
        double lambda = golden.lambda();
        Optional<Graph> graph = golden.graph();
        List<Term> terms = new ArrayList<>(List.of(new LeastSquares()));
        Optional<Laplacian> L = graph.map(Graph::laplacian);
        L.ifPresent(l -> terms.add(new InvariantPenalty(lambda, l.norm())));
        int r = golden.json().get("r").asInt();
        int k = golden.json().get("k").asInt();
        Constraint onW = k < X.rows() ? new RowSparse(k) : new NonNegative();
        Problem problem = new Problem(X, L, new Formulation(r, terms, onW, new NonNegative()));
        try (ExecutionContext context = ExecutionContext.create(2);
                DenseMatrix W = DenseMatrix.zeros(X.rows(), r);
                DenseMatrix H = golden.matrix("H0")) {
            Start.StartPoint start = Start.given(W, H).point(context, X, r);
            HUpdate rows = new WholeRowHUpdate(lambda, problem.laplacian().orElse(null));
            return new BestSupport(20, 3, 0.5)
                    .solve(
                            context,
                            problem,
                            start,
                            Stop.after(golden.iterations()),
                            step -> {},
                            Checkpoint.none(),
                            rows,
                            screened);
        }
    }
}
