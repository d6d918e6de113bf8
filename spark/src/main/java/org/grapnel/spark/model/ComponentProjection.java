package org.grapnel.spark.model;

import java.io.Serializable;
import java.util.Arrays;
import org.grapnel.graph.ComponentKind;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.Preconditions;
import org.grapnel.spark.data.SampleVector;

/**
 * Projects a sample on the principal components of the graph: z = Uᵀ(x − μ), or z = Uᵀx/‖x‖ scaled to unit length, as
 * {@link org.grapnel.graph.ComponentScores#project}. Sums run feature by feature, so a sparse and a dense vector of the
 * same sample give the same bits.
 */
public final class ComponentProjection implements Serializable {
    private static final long serialVersionUID = 1;

    private final ComponentKind kind;
    private final double[] mean;
    private final double[][] directions;
    private final double[] shift;

    /**
     * Creates a projection.
     *
     * @param mean μ, which is not used for {@link ComponentKind#UNIT_LENGTH}
     * @param directions U: M numbers for each of the p features
     */
    public ComponentProjection(ComponentKind kind, double[] mean, double[][] directions) {
        Preconditions.require(
                mean.length == directions.length && directions.length > 0,
                "components of %d features do not fit %d means",
                directions.length,
                mean.length);
        this.kind = kind;
        this.mean = mean.clone();
        this.directions = Arrays.stream(directions).map(double[]::clone).toArray(double[][]::new);
        shift = new double[directions[0].length];
        for (int i = 0; kind == ComponentKind.CENTERED && i < mean.length; i++)
            for (int j = 0; j < shift.length; j++) shift[j] += mean[i] * directions[i][j];
    }

    /** Creates a projection on the columns of U, p × M. */
    public static ComponentProjection of(ComponentKind kind, double[] mean, DenseMatrix U) {
        return new ComponentProjection(kind, mean, U.toArray());
    }

    ComponentKind kind() {
        return kind;
    }

    double[] mean() {
        return mean.clone();
    }

    /** Returns U. The array must not be modified. */
    double[][] directions() {
        return directions;
    }

    /** Returns M, the number of components. */
    public int count() {
        return shift.length;
    }

    /** Returns the number of features, p. */
    public int features() {
        return directions.length;
    }

    /** Returns the point of a sample with all p features. Time O(M × stored entries). */
    double[] project(SampleVector x) {
        double by = kind == ComponentKind.CENTERED ? 1 : length(x);
        double[] point = new double[shift.length];
        for (int e = 0; e < x.stored(); e++) {
            double value = x.value(e) / by;
            if (value == 0) continue;
            double[] direction = directions[x.index(e)];
            for (int j = 0; j < point.length; j++) point[j] += value * direction[j];
        }
        for (int j = 0; j < point.length; j++) point[j] -= shift[j];
        if (kind != ComponentKind.CENTERED) scaleToUnitLength(point);
        return point;
    }

    private static double length(SampleVector x) {
        double[] values = new double[x.stored()];
        for (int e = 0; e < values.length; e++) values[e] = x.value(e);
        double length = length(values);
        return length == 0 ? 1 : length;
    }

    private static void scaleToUnitLength(double[] point) {
        double length = length(point);
        for (int j = 0; length > 0 && j < point.length; j++) point[j] /= length;
    }

    /** Returns the length, in units of the largest entry, so that squares neither overflow nor vanish. */
    private static double length(double[] x) {
        double most = 0;
        for (double value : x) most = Math.max(most, Math.abs(value));
        if (most == 0) return 0;
        double squares = 0;
        for (double value : x) squares += value / most * (value / most);
        return most * Math.sqrt(squares);
    }
}
