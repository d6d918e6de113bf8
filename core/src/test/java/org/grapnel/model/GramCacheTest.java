package org.grapnel.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.grapnel.checkpoint.StateStream;
import org.grapnel.linalg.TestMatrices;
import org.junit.jupiter.api.Test;

class GramCacheTest {
    @Test
    void savedCacheIsReadBack() {
        double[][] w = TestMatrices.uniform(1, 3, 3);
        double[][] h = TestMatrices.uniform(2, 3, 3);
        try (GramCache at = new GramCache(3);
                GramCache back = new GramCache(3)) {
            for (int j = 0; j < 3; j++) {
                at.WtW().setRow(j, w[j]);
                at.HHt().setRow(j, h[j]);
                at.setGraphEnergy(j, 0.5 + j);
            }
            at.gramOfWChanged();
            at.gramOfHChanged();
            at.setSquaredResidual(7);
            Formulation plain = new Formulation(3, List.of(new LeastSquares()), new NonNegative(), new NonNegative());
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            at.transfer(StateStream.writeTo(out), plain);
            back.transfer(StateStream.readFrom(new ByteArrayInputStream(out.toByteArray())), plain);
            assertThat(back.WtW().toArray()).isDeepEqualTo(w);
            assertThat(back.HHt().toArray()).isDeepEqualTo(h);
            for (int j = 0; j < 3; j++) assertThat(back.graphEnergy(j)).isEqualTo(0.5 + j);
            assertThat(back.normWtW()).isEqualTo(at.normWtW()).isPositive();
            assertThat(back.normHHt()).isEqualTo(at.normHHt()).isPositive();
            assertThat(back.squaredResidual()).isEqualTo(7);
        }
    }
}
