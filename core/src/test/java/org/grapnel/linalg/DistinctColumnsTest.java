package org.grapnel.linalg;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.grapnel.runtime.ExecutionContext;
import org.junit.jupiter.api.Test;

class DistinctColumnsTest {
    private static List<Matrix> forms(double[][] x) {
        DenseMatrix X = DenseMatrix.of(x);
        int cols = x.length == 0 ? 0 : x[0].length;
        return List.of(X, SparseMatrix.of(X), TestMatrices.segmented(x, cols, 2));
    }

    @Test
    void equalColumnsFormGroupsNumberedByTheirFirstColumn() {
        for (int seed = 0; seed < 30; seed++) {
            int n = 1 + TestMatrices.below(300, seed, 0, 0);
            int values = 1 + TestMatrices.below(20, seed, 0, 1);
            int s = seed;
            double[][] x = TestMatrices.map(new double[2][n], v -> v);
            for (int j = 0; j < n; j++) {
                x[0][j] = TestMatrices.below(values, s, j, 2);
                x[1][j] = TestMatrices.below(3, s, j, 3);
            }
            int[] group = new int[n];
            int groups = 0;
            for (int j = 0; j < n; j++) {
                group[j] = -1;
                for (int l = 0; l < j && group[j] < 0; l++)
                    if (x[0][l] == x[0][j] && x[1][l] == x[1][j]) group[j] = group[l];
                if (group[j] < 0) group[j] = groups++;
            }
            for (Matrix X : forms(x)) {
                try (ExecutionContext context = ExecutionContext.create(2)) {
                    DistinctColumns distinct = DistinctColumns.find(context, X);
                    assertThat(distinct.columns()).isEqualTo(n);
                    assertThat(distinct.count()).isEqualTo(groups);
                    int[][] members = distinct.members();
                    assertThat(members).hasNumberOfRows(groups);
                    int all = 0;
                    for (int g = 0; g < groups; g++) {
                        assertThat(members[g][0]).isEqualTo(distinct.first()[g]);
                        assertThat(members[g]).isSorted().doesNotHaveDuplicates();
                        all += members[g].length;
                    }
                    assertThat(all).isEqualTo(n);
                    for (int j = 0; j < n; j++) {
                        assertThat(distinct.group(j)).isEqualTo(group[j]);
                        assertThat(members[group[j]]).contains(j);
                    }
                    distinct.first()[0] = 99; // a copy
                    assertThat(distinct.first()[0]).isZero();
                }
                X.close();
            }
        }
    }
}
