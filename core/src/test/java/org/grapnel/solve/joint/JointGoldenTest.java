package org.grapnel.solve.joint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.Stream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.JointProblem;
import org.grapnel.model.Objective;
import org.grapnel.solve.Solution;
import org.grapnel.solve.SolverGoldenCase;
import org.grapnel.solve.Stop;
import org.grapnel.solve.start.Start;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The joint factorisation follows the NumPy prototype, iteration by iteration. */
class JointGoldenTest {
    static Stream<SolverGoldenCase> cases() {
        return SolverGoldenCase.cases("joint");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void followsThePrototype(SolverGoldenCase golden) {
        double[] loss = golden.numbers("loss");
        double[] graph = golden.numbers("graph");
        try (DenseMatrix X = golden.matrix("X");
                DenseMatrix H0 = golden.matrix("H0");
                DenseMatrix W0 = DenseMatrix.zeros(X.rows(), H0.rows());
                DenseMatrix W = golden.matrix("W");
                DenseMatrix H = golden.matrix("H")) {
            for (Matrix data : List.of(X, SparseMatrix.of(X))) {
                JointProblem problem = JointProblem.of(data, golden.graph().orElseThrow(), H0.rows(), golden.lambda());
                try (Solution found =
                        JointProblems.solve(problem, Start.given(W0, H0), 2, Stop.after(golden.iterations()))) {
                    for (int i = 0; i <= golden.iterations(); i++) {
                        Objective F = found.trace().steps().get(i).objective();
                        assertThat(F.loss()).as("loss at %d", i).isCloseTo(loss[i], within(1e-9 * loss[i]));
                        assertThat(F.graphTerm())
                                .as("graph term at %d", i)
                                .isCloseTo(graph[i], within(1e-9 * graph[i]));
                    }
                    isClose(found.W(), W, 1);
                    try (DenseMatrix Ht = H.transpose()) {
                        isClose(found.Ht(), Ht, 1);
                    }
                }
            }
        }
    }

    private static void isClose(DenseMatrix found, DenseMatrix expected, double size) {
        for (int i = 0; i < expected.rows(); i++)
            for (int j = 0; j < expected.cols(); j++)
                assertThat(found.get(i, j)).as("(%d, %d)", i, j).isCloseTo(expected.get(i, j), within(1e-8 * size));
    }
}
