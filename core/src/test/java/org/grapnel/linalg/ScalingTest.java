package org.grapnel.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class ScalingTest {
    @Test
    void powerOfTwoIsNotBelowItsNumber() {
        for (double x : new double[] {1e-300, 0.3, 0.5, 1, 1.5, 2, 1e9, 1e300}) {
            double power = Scaling.powerOfTwo(x);
            assertThat(power).isBetween(x, 2 * x);
            assertThat(Math.scalb(1.0, Math.getExponent(power))).isEqualTo(power);
        }
        assertThat(Scaling.powerOfTwo(0)).isEqualTo(1);
        // the power and its inverse are normal numbers for any x
        assertThat(Scaling.powerOfTwo(Double.MAX_VALUE)).isEqualTo(0x1p1000);
        assertThat(Scaling.powerOfTwo(Double.MIN_VALUE)).isEqualTo(0x1p-1000);
        for (double x : new double[] {Double.NaN, Double.POSITIVE_INFINITY})
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Scaling.powerOfTwo(x))
                    .withMessage("distances need finite numbers, got %s", x);
    }
}
