package org.grapnel.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.Test;

class StateStreamTest {
    @Test
    void valuesAreReadBackAsWritten() {
        RowSet rows = RowSet.of(9, 1, 2, 3, 7);
        DenseMatrix M = DenseMatrix.zeros(9, 4000);
        M.map((i, j, x) -> CounterRandom.uniform(1, i, j));
        byte[] bytes = InMemoryCheckpoint.bytes(out -> {
            out.doubleValue(-0.0);
            out.doubleValue(Double.NaN);
            out.intValue(-5);
            out.booleanValue(true);
            out.string("Zürich ≥ 1");
            out.rowSet(rows);
            out.matrix(M, rows);
        });
        StateStream in = StateStream.readFrom(new ByteArrayInputStream(bytes));
        assertThat(Double.doubleToRawLongBits(in.doubleValue(0))).isEqualTo(Double.doubleToRawLongBits(-0.0));
        assertThat(in.doubleValue(0)).isNaN();
        assertThat(in.intValue(0)).isEqualTo(-5);
        assertThat(in.booleanValue(false)).isTrue();
        assertThat(in.string("")).isEqualTo("Zürich ≥ 1");
        RowSet restored = RowSet.all(9);
        in.rowSet(restored);
        assertThat(restored).isEqualTo(rows);
        DenseMatrix N = DenseMatrix.zeros(9, 4000);
        in.matrix(N, restored);
        for (int i = 0; i < 9; i++)
            assertThat(N.toArray()[i]).isEqualTo(rows.contains(i) ? M.toArray()[i] : new double[4000]);
        M.close();
        N.close();
    }
}
