package org.grapnel.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every model and solver against the golden cases, dense and sparse. */
class SolverGoldenTest {
    static Stream<SolverGoldenCase> cases() {
        return SolverGoldenCase.cases();
    }

    @Test
    void allTwentyFiveCasesAreFound() {
        assertThat(cases()).hasSize(25);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void denseRunFollowsTheOracle(SolverGoldenCase golden) {
        follow(golden, golden.matrix("X"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void sparseRunFollowsTheOracle(SolverGoldenCase golden) {
        follow(golden, SparseMatrix.of(golden.matrix("X")));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void normOfTheLaplacianIsTight(SolverGoldenCase golden) {
        golden.graph().ifPresent(g -> {
            double expected = golden.json().get("laplacian_norm2").asDouble();
            assertThat(g.laplacian().norm()).isCloseTo(expected, within(1e-12 * expected));
        });
    }

    private static void follow(SolverGoldenCase golden, Matrix X) {
        try (ExecutionContext context = ExecutionContext.create(2)) {
            var problem = golden.problem(X);
            Solution s = Solver.solve(
                    context,
                    problem,
                    golden.start(context, problem),
                    golden.algorithm(),
                    Stop.after(golden.iterations()),
                    step -> {});
            double[] expected = golden.numbers("expected_objective");
            assertThat(s.trace().steps()).hasSize(expected.length);
            for (int i = 0; i < expected.length; i++)
                assertThat(s.trace().steps().get(i).objective().total())
                        .as("objective at iteration %d", i)
                        .isCloseTo(expected[i], within(1e-9 * expected[i]));
            int[] accepted = s.trace().steps().stream()
                    .skip(1)
                    .mapToInt(step -> step.accepted() ? 1 : 0)
                    .toArray();
            assertThat(accepted)
                    .isEqualTo(golden.json()
                            .get("accepted")
                            .valueStream()
                            .mapToInt(v -> v.asInt())
                            .toArray());
            assertThat(s.support().toArray())
                    .isEqualTo(golden.json()
                            .get("support_rows")
                            .valueStream()
                            .mapToInt(v -> v.asInt())
                            .toArray());
            assertThat(s.W().nonZeros()).isEqualTo(golden.json().get("nnz_W").asLong());
            close(golden.matrix("W"), s.W());
            close(golden.matrix("H"), s.Ht().transpose());
        }
    }

    private static void close(DenseMatrix expected, DenseMatrix found) {
        double largest = Stream.of(expected.toArray())
                .flatMapToDouble(java.util.Arrays::stream)
                .max()
                .orElseThrow();
        IntStream.range(0, expected.rows())
                .forEach(i -> assertThat(found.toArray()[i])
                        .as("row %d", i)
                        .containsExactly(expected.toArray()[i], within(1e-8 * largest)));
    }
}
