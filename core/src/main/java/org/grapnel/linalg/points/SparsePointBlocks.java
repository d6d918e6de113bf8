package org.grapnel.linalg.points;

import java.util.Arrays;
import org.grapnel.linalg.Scaling;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Scratch;
import org.grapnel.runtime.ScratchArray;

/**
 * Points with few non-zeros. They stay sparse: μ = 0. Dot products are summed in double precision and rounded at the
 * end.
 */
final class SparsePointBlocks implements PointBlocks {
    private final SparseMatrix points;
    private final double[] squares;
    private final double unit;
    private final int[] bounds;

    SparsePointBlocks(SparseMatrix X, int[] columns, boolean toUnitLength, int[] bounds) {
        this.bounds = bounds;
        double[] divisor;
        if (toUnitLength) {
            divisor = X.columnNorms();
            unit = 1;
        } else {
            unit = Scaling.powerOfTwo(X.largest());
            divisor = new double[X.cols()];
            Arrays.fill(divisor, unit);
        }
        points = X.selectColumns(columns, divisor);
        squares = new double[columns.length];
        for (int i = 0; i < columns.length; i++) {
            int point = i;
            points.forEachInColumn(i, (feature, v) -> squares[point] += v * v);
        }
    }

    @Override
    public int count() {
        return points.cols();
    }

    @Override
    public int blocks() {
        return bounds.length - 1;
    }

    @Override
    public int from(int block) {
        return bounds[block];
    }

    @Override
    public double square(int point) {
        return squares[point];
    }

    @Override
    public double error() {
        return 0x1p-23 + points.rows() * 0x1p-52;
    }

    @Override
    public DotProducts dots(ExecutionContext context, int a, int b, Scratch scratch) {
        int width = from(b + 1) - from(b);
        double[] line = scratch.doubles(ScratchArray.ROW, width);
        return (i, into) -> {
            points.columnDots(from(a) + i, from(b), from(b + 1), line);
            for (int j = 0; j < width; j++) into[j] = (float) line[j];
        };
    }

    @Override
    public void distances(ExecutionContext context, int[] start, int[] other, double[] into) {
        int blocks = blocks();
        context.run(blocks, (b, scratch) -> {
            for (int i = from(b); i < from(b + 1); i++)
                for (int q = start[i]; q < start[i + 1]; q++) into[q] = points.columnDistance(i, other[q]);
        });
    }

    @Override
    public void distances(int point, int[] other, int count, double[] into) {
        for (int q = 0; q < count; q++) into[q] = points.columnDistance(point, other[q]);
    }

    @Override
    public double unit() {
        return unit;
    }

    /** Does nothing: the points are on the heap. */
    @Override
    public void close() {}
}
