package org.grapnel.graph;

import java.util.Optional;
import java.util.stream.IntStream;
import org.grapnel.data.DataException;
import org.grapnel.data.MagnitudeCheck;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.DistinctColumns;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.linalg.decomp.PrincipalComponents;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;

/**
 * The samples on their first M principal components, z = Uᵀ(x − μ), or z = Uᵀx/‖x‖ scaled to unit length
 * ({@link ComponentKind}): the points on which neighbours are searched. Noise that is spread over thousands of features
 * hardly reaches the first components, so neighbours there are more often of one kind, and are found faster.
 *
 * <p>Equal samples have equal points, bit by bit. The matrices are freed with this object.
 */
public final class ComponentScores {
    private final ComponentKind kind;
    private final double[] mean;
    private final DenseMatrix directions;
    private final DenseMatrix points;

    private ComponentScores(ComponentKind kind, double[] mean, DenseMatrix directions, DenseMatrix points) {
        this.kind = kind;
        this.mean = mean;
        this.directions = directions;
        this.points = points;
    }

    /**
     * Restores scores that were saved.
     *
     * @param mean μ, which is not used for {@link ComponentKind#UNIT_LENGTH}
     * @param directions U, p × M
     * @param points the training samples, M × n
     */
    public static ComponentScores of(ComponentKind kind, double[] mean, DenseMatrix directions, DenseMatrix points) {
        Preconditions.require(
                directions.rows() == mean.length && directions.cols() == points.rows(),
                "components of %d × %d do not fit %d means and points of %d × %d",
                directions.rows(),
                directions.cols(),
                mean.length,
                points.rows(),
                points.cols());
        return new ComponentScores(kind, mean.clone(), directions, points);
    }

    /** Computes the scores of the columns of X; empty if neighbours are searched on X itself. */
    public static Optional<ComponentScores> compute(ExecutionContext context, Matrix X, GraphSpec spec) {
        if (spec.components().isEmpty() || X.cols() < 2) return Optional.empty();
        ComponentSpec components = spec.components().orElseThrow();
        if (!components.reduces(X.rows(), X.cols())) return Optional.empty();
        MagnitudeCheck.check(X).ifPresent(cell -> {
            throw new DataException("the largest value, %s, is %s", cell.value(), cell.fault());
        });
        ComponentKind kind = components.kindFor(X, spec.metric());
        return Optional.of(compute(context, X, components.countFor(X.rows(), X.cols()), kind));
    }

    private static ComponentScores compute(ExecutionContext context, Matrix X, int count, ComponentKind kind) {
        boolean centred = kind == ComponentKind.CENTERED;
        var options = PrincipalComponents.ComponentOptions.of(count)
                .withCentred(centred)
                .withTolerance(PrincipalComponents.ComponentOptions.FAST);
        Matrix used = centred ? X : unitColumns(X);
        try (PrincipalComponents found = PrincipalComponents.compute(context, used, options)) {
            double[] mean = new double[X.rows()];
            for (int i = 0; i < mean.length; i++) mean[i] = found.mean(i);
            DenseMatrix points = found.scores().transpose();
            // the scores of equal samples may differ by rounding, because products work in blocks
            DistinctColumns distinct = DistinctColumns.find(context, X);
            if (distinct.count() < X.cols()) {
                int[] first = IntStream.range(0, X.cols())
                        .map(j -> distinct.first()[distinct.group(j)])
                        .toArray();
                DenseMatrix equal = points.selectColumns(first);
                points.close();
                points = equal;
            }
            if (!centred) scaleToUnitLength(points);
            return new ComponentScores(kind, mean, found.directions().copy(), points);
        } finally {
            if (used != X) used.close();
        }
    }

    private static Matrix unitColumns(Matrix X) {
        double[] length = X.columnNorms();
        for (int j = 0; j < length.length; j++) if (length[j] == 0) length[j] = 1;
        if (X instanceof SparseMatrix sparse)
            return sparse.selectColumns(IntStream.range(0, X.cols()).toArray(), length);
        return ((DenseMatrix) X).copy().map((i, j, value) -> value / length[j]);
    }

    private static void scaleToUnitLength(DenseMatrix points) {
        double[] length = points.columnNorms();
        points.map((i, j, value) -> length[j] == 0 ? value : value / length[j]);
    }

    /** Returns the points of other samples with all p features, M × m, owned by the caller. */
    public DenseMatrix project(ExecutionContext context, Matrix fresh) {
        Preconditions.require(
                fresh.rows() == directions.rows(),
                "the components are of %d features, the samples have %d",
                directions.rows(),
                fresh.rows());
        boolean centred = kind == ComponentKind.CENTERED;
        int M = count();
        Matrix used = centred ? fresh : unitColumns(fresh);
        try (DenseMatrix scores = DenseMatrix.zeros(fresh.cols(), M)) {
            used.transposeTimes(context, RowSet.all(fresh.rows()), directions, scores);
            double[] shift = new double[M];
            double[] row = new double[M];
            for (int i = 0; centred && i < mean.length; i++) {
                directions.row(i, row);
                for (int j = 0; j < M; j++) shift[j] += mean[i] * row[j];
            }
            DenseMatrix projected = scores.transpose();
            projected.map((j, l, value) -> value - shift[j]);
            if (!centred) scaleToUnitLength(projected);
            return projected;
        } finally {
            if (used != fresh) used.close();
        }
    }

    public ComponentKind kind() {
        return kind;
    }

    /** Returns M, the number of components. */
    public int count() {
        return points.rows();
    }

    /** Returns the mean of feature i that is subtracted; 0 for {@link ComponentKind#UNIT_LENGTH}. */
    public double mean(int i) {
        return mean[i];
    }

    /** Returns U, p × M: a column for each component, orthonormal. */
    public DenseMatrix directions() {
        return directions;
    }

    /** Returns the samples, M × n: a column for each. */
    public DenseMatrix points() {
        return points;
    }
}
