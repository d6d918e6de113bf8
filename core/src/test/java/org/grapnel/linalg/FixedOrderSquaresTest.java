package org.grapnel.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.Test;

class FixedOrderSquaresTest {
    @Test
    void zeroTermsDoNotChangeTheSum() {
        for (int seed = 0; seed < 50; seed++) {
            int p = 1 + TestMatrices.below(150, seed, 0, 0);
            double[] x = new double[160];
            double[] panels = new double[320];
            for (int f = 0; f < p; f++) x[f] = Math.max(0, 3 * CounterRandom.uniform(seed, f, 1) - 2);
            FixedOrderSquares full = new FixedOrderSquares();
            FixedOrderSquares sparse = new FixedOrderSquares();
            double byPanel = 0;
            double plain = 0;
            for (int f = 0; f < 160; f++) {
                panels[f] = x[f];
                full.add(f, x[f]);
                if (x[f] != 0) sparse.add(f, x[f]);
                plain += x[f] * x[f];
            }
            for (int f = 0; f < 160; f += FixedOrderSquares.PANEL)
                byPanel += FixedOrderSquares.panelSquares(panels, f, 160);
            double total = full.total();
            assertThat(total).isEqualTo(byPanel).isCloseTo(plain, within(1e-14 * plain));
            assertThat(sparse.total()).isEqualTo(total);
            assertThat(full.total()).isEqualTo(total);
        }
    }
}
