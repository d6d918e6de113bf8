package org.grapnel.solve.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.model.NonNegative;
import org.grapnel.model.Problem;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.SolverProblems;
import org.junit.jupiter.api.Test;

/** The columns of H that one partition holds. */
class HPartitionTest {
    private static DenseMatrix uniform(long seed, int rows, int cols) {
        return DenseMatrix.zeros(rows, cols).map((i, j, x) -> CounterRandom.uniform(seed, i, j));
    }

    @Test
    void commitMakesTheCandidateCurrentAndTheCurrentColumnsThoseBefore() {
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = SolverProblems.data(5, 8, 1)) {
            Graph graph = SolverProblems.graph(8, 2);
            Problem problem = SolverProblems.problem(X, 2, new NonNegative(), 0.5, Optional.of(graph));
            try (HPartition block = new HPartition(context, problem.formulation(), uniform(4, 8, 2), true);
                    DenseMatrix first = uniform(4, 8, 2)) {
                block.commit();
                assertThat(block.current().toArray()).isDeepEqualTo(first.toArray());
                assertThat(block.currentImage().rows()).isEqualTo(8);
                block.commit();
                assertThat(block.before().toArray()).isDeepEqualTo(first.toArray());
                assertThat(block.beforeImage().rows()).isEqualTo(8);
            }
        }
    }
}
