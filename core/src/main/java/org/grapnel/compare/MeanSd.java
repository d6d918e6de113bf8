package org.grapnel.compare;

import java.util.List;
import java.util.OptionalDouble;
import org.grapnel.runtime.Preconditions;

/**
 * Mean and standard deviation of several numbers, √(Σ(x − x̄)² / (M − 1)).
 *
 * @param sd empty for a single number
 */
public record MeanSd(int count, double mean, OptionalDouble sd) {
    public static MeanSd of(List<Double> numbers) {
        int M = numbers.size();
        Preconditions.require(M >= 1, "the mean of no numbers is undefined");
        double sum = 0;
        for (double x : numbers) sum += x;
        double mean = sum / M;
        double squares = 0;
        for (double x : numbers) squares += (x - mean) * (x - mean);
        return new MeanSd(M, mean, M == 1 ? OptionalDouble.empty() : OptionalDouble.of(Math.sqrt(squares / (M - 1))));
    }
}
