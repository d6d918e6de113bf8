package org.grapnel.bench;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.grapnel.FitContext;
import org.grapnel.Grapnel;
import org.grapnel.Spec;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.model.Model;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.solve.Solution;
import org.grapnel.solve.StopSpec;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A fit of 100 or 1100 iterations. With {@code -prof gc}, the difference of {@code gc.alloc.rate.norm} divided by 1000 is the allocation
 * of an iteration in the steady state.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
public class IterationBenchmark {
    @Param({"100", "1100"})
    public int iterations;

    private DenseMatrix X = DenseMatrix.zeros(0, 0);

    @Setup
    public void fill() {
        X = DenseMatrix.zeros(2576, 575);
        for (int i = 0; i < X.rows(); i++) {
            double size = Math.exp(CounterRandom.gaussian(1, i, 1_000_000));
            for (int j = 0; j < X.cols(); j++) X.set(i, j, size * CounterRandom.uniform(1, i, j));
        }
    }

    @Benchmark
    public double fit() {
        Spec spec = Spec.paper(Model.NMF_L20, 20)
                .withKeep(50)
                .withStop(new StopSpec(0, iterations, Optional.empty()))
                .withThreads(2);
        try (Solution s = Grapnel.solve(X, Optional.empty(), spec, FitContext.none())) {
            return s.objective().total();
        }
    }

    @TearDown
    public void close() {
        X.close();
    }
}
