package org.grapnel.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import org.grapnel.linalg.Draw;
import org.grapnel.linalg.Ledger;
import org.junit.jupiter.api.Test;

class MomentsTest {
    @Test
    void whatIsWrittenComesBack() {
        double[][] w = Draw.uniform(1, 3, 3);
        double[][] h = Draw.uniform(2, 3, 3);
        try (Moments at = new Moments(3);
                Moments back = new Moments(3)) {
            for (int j = 0; j < 3; j++) {
                at.WtW().setRow(j, w[j]);
                at.HHt().setRow(j, h[j]);
                at.setRoughness(j, 0.5 + j);
            }
            at.gramOfWChanged();
            at.gramOfHChanged();
            at.setMisfit(7);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            at.state(Ledger.to(out));
            back.state(Ledger.from(new ByteArrayInputStream(out.toByteArray())));
            assertThat(back.WtW().toArray()).isDeepEqualTo(w);
            assertThat(back.HHt().toArray()).isDeepEqualTo(h);
            for (int j = 0; j < 3; j++) assertThat(back.roughness(j)).isEqualTo(0.5 + j);
            assertThat(back.normWtW()).isEqualTo(at.normWtW()).isPositive();
            assertThat(back.normHHt()).isEqualTo(at.normHHt()).isPositive();
            assertThat(back.misfit()).isEqualTo(7);
        }
    }
}
