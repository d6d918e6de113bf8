package org.grapnel.bench;

import java.util.concurrent.TimeUnit;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.openblas.global.openblas_nolapack;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.CounterRandom;
import org.grapnel.runtime.ExecutionContext;
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

/** Compares XHᵀ and WᵀX of our matrix type, with one and two threads, with the bare OpenBLAS call. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class ProductsBenchmark {
    @Param({"2576x575x20", "90x360x15", "65536x213x10", "20000x5000x30"})
    public String shape = "";

    private int p;
    private int n;
    private int r;
    private final ExecutionContext one = ExecutionContext.create(1);
    private final ExecutionContext two = ExecutionContext.create(2);
    private DenseMatrix X = DenseMatrix.zeros(0, 0);
    private DenseMatrix W = DenseMatrix.zeros(0, 0);
    private DenseMatrix Ht = DenseMatrix.zeros(0, 0);
    private RowSet all = RowSet.none(0);
    private DoublePointer x = new DoublePointer();
    private DoublePointer w = new DoublePointer();
    private DoublePointer h = new DoublePointer();

    @Setup
    public void fill() {
        String[] sides = shape.split("x");
        p = Integer.parseInt(sides[0]);
        n = Integer.parseInt(sides[1]);
        r = Integer.parseInt(sides[2]);
        X = random(p, n, 1);
        W = random(p, r, 2);
        Ht = random(n, r, 3);
        all = RowSet.all(p);
        x = new DoublePointer(X.buffer(0));
        w = new DoublePointer(W.buffer(0));
        h = new DoublePointer(Ht.buffer(0));
        openblas_nolapack.blas_set_num_threads(1);
    }

    private static DenseMatrix random(int rows, int cols, long seed) {
        DenseMatrix M = DenseMatrix.zeros(rows, cols);
        for (int i = 0; i < rows; i++) for (int j = 0; j < cols; j++) M.set(i, j, CounterRandom.uniform(seed, i, j));
        return M;
    }

    @Benchmark
    public void xhtBare() {
        openblas_nolapack.cblas_dgemm(101, 111, 111, p, r, n, 1, x, n, h, r, 0, w, r);
    }

    @Benchmark
    public void xhtOneThread() {
        X.times(one, all, Ht, W);
    }

    @Benchmark
    public void xhtTwoThreads() {
        X.times(two, all, Ht, W);
    }

    @Benchmark
    public void wtxBare() {
        openblas_nolapack.cblas_dgemm(101, 112, 111, r, n, p, 1, w, r, x, n, 0, h, n);
    }

    @Benchmark
    public void wtxOneThread() {
        X.transposeTimes(one, all, W, Ht);
    }

    @Benchmark
    public void wtxTwoThreads() {
        X.transposeTimes(two, all, W, Ht);
    }

    @TearDown
    public void close() {
        X.close();
        W.close();
        Ht.close();
        one.close();
        two.close();
    }
}
