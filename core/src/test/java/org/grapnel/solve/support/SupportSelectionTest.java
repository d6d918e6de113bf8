package org.grapnel.solve.support;

import static org.assertj.core.api.Assertions.assertThat;

import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.SolverProblems;
import org.grapnel.solve.block.LocalSampleBlock;
import org.junit.jupiter.api.Test;

/** The selection of features by gain. */
class SupportSelectionTest {
    /** The tie width underflows to zero here, and a gain divided by it would be no number. */
    @Test
    void gainsNearTheSmallestDoubleAreToldApart() {
        double[][] x = {{0, 5}, {1e-160, 5}, {3e-160, 5}, {2e-160, 5}};
        double[] ridge = new double[1];
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(x);
                DenseMatrix Ht = DenseMatrix.of(new double[][] {{1}, {0}});
                DenseMatrix HHt = SolverProblems.gram(context, Ht);
                LocalSampleBlock samples = SupportProblems.block(
                        context, SupportProblems.withGraph(X, 1, 0, SolverProblems.graph(2, 1)), Ht, 0);
                SupportRows rows = new SupportRows(context, 4, 1);
                SupportSelection selection = new SupportSelection(context, samples, X.rowSquares(), 1, false)) {
            selection.gram().setGram(HHt, ridge);
            rows.kept().clear();
            selection.select(rows, ridge, 1, 2);
            assertThat(rows.nextKept().toArray()).containsExactly(2, 3);
        }
    }

    @Test
    void equalGainsGoToTheFeatureThatIsKept() {
        double[] ridge = new double[1];
        try (ExecutionContext context = ExecutionContext.create(1);
                DenseMatrix X = DenseMatrix.of(new double[][] {{2, 1}, {2, 1}, {1, 1}});
                DenseMatrix Ht = DenseMatrix.of(new double[][] {{1}, {0}});
                DenseMatrix HHt = SolverProblems.gram(context, Ht);
                LocalSampleBlock samples = SupportProblems.block(
                        context, SupportProblems.withGraph(X, 1, 0, SolverProblems.graph(2, 1)), Ht, 0);
                SupportRows rows = new SupportRows(context, 3, 1);
                SupportSelection selection = new SupportSelection(context, samples, X.rowSquares(), 1, false)) {
            selection.gram().setGram(HHt, ridge);
            for (int kept = 0; kept < 3; kept++) {
                rows.kept().copyFrom(RowSet.of(3, kept));
                selection.select(rows, ridge, 1, 1);
                assertThat(rows.nextKept().toArray()).as("%d was kept", kept).containsExactly(kept == 1 ? 1 : 0);
            }
        }
    }
}
