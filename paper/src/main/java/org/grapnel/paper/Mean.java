package org.grapnel.paper;

import java.util.List;
import org.grapnel.compare.Spread;

/** A mean and a standard deviation, of fractions or of counts; 0 is the deviation of a single number. */
public record Mean(double mean, double sd) {
    static Mean of(List<Double> values) {
        return of(Spread.of(values));
    }

    static Mean of(Spread spread) {
        return new Mean(spread.mean(), spread.sd().orElse(0));
    }

    /** As the paper prints fractions: {@code 65.66 ± 1.45}, in percent. */
    String percent() {
        return Sheet.text("%.2f ± %.2f", 100 * mean, 100 * sd);
    }
}
