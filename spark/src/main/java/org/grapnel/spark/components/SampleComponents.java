package org.grapnel.spark.components;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.grapnel.data.DataException;
import org.grapnel.data.MagnitudeCheck;
import org.grapnel.graph.ComponentKind;
import org.grapnel.graph.ComponentSpec;
import org.grapnel.graph.GraphSpec;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.Scaling;
import org.grapnel.linalg.decomp.PrincipalComponents;
import org.grapnel.linalg.decomp.PrincipalDirections;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.spark.data.DensePanel;
import org.grapnel.spark.data.Panel;
import org.grapnel.spark.data.PanelMerger;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.rdd.OrderedSum;

/**
 * The samples on their first M principal components, distributed as they are: z = Uᵀ(x − μ), or Uᵀx scaled to unit
 * length. {@link org.grapnel.graph.ComponentScores} are their twin on one machine, with the same kind, directions and signs.
 *
 * <p>Up to four passes over X: the mean and the lengths, CCᵀ, the Gram matrix of the scores, and the points. Beyond
 * {@value DistributedCenteredData#LARGEST_GRAM} features the second one is a pass for every product of the iteration, some tens;
 * {@link DistributedCenteredData} says which jobs wide data need. The driver holds a few p × M matrices.
 *
 * <p>A score is summed feature by feature, so equal samples have equal points, bit by bit, wherever they are stored.
 */
public final class SampleComponents implements AutoCloseable {
    private final ComponentKind kind;
    private final double[] mean;
    private final DenseMatrix directions;
    private final Broadcast<Projection> projection;
    private final Panels points;

    private SampleComponents(
            ComponentKind kind,
            double[] mean,
            DenseMatrix directions,
            Broadcast<Projection> projection,
            Panels points) {
        this.kind = kind;
        this.mean = mean;
        this.directions = directions;
        this.projection = projection;
        this.points = points;
    }

    /** Computes the points of the samples; empty if neighbours are searched on X itself. */
    public static Optional<SampleComponents> compute(Panels X, GraphSpec spec) {
        return compute(X, spec, DistributedCenteredData.LARGEST_GRAM);
    }

    /** Computes the points, with CCᵀ or CᵀC formed up to this number of rows. */
    static Optional<SampleComponents> compute(Panels X, GraphSpec spec, int largestGram) {
        if (spec.components().isEmpty() || X.samples() < 2) return Optional.empty();
        ComponentSpec components = spec.components().orElseThrow();
        if (!components.reduces(X.features(), X.samples())) return Optional.empty();
        checkMagnitude(X);
        Moments moments = new Moments(X);
        ComponentKind kind = components
                .kind()
                .orElseGet(
                        () -> ComponentKind.forData(X.isGivenDense(), spec.metric(), moments::areSamplesOfUnitLength));
        SampleCentering by = kind == ComponentKind.CENTERED
                ? new SampleCentering(true, moments.mean(), unit(X))
                : SampleCentering.unitLength(X.features());
        var options = PrincipalComponents.ComponentOptions.of(components.countFor(X.features(), X.samples()))
                .withCentred(by.centred())
                .withTolerance(PrincipalComponents.ComponentOptions.FAST);
        try (ExecutionContext context = ExecutionContext.create(1);
                DistributedCenteredData C = new DistributedCenteredData(X, by, largestGram);
                PrincipalDirections found = PrincipalDirections.compute(context, C, options)) {
            return Optional.of(project(X, kind, by.mean(), found.matrix()));
        }
    }

    private static void checkMagnitude(Panels X) {
        if (MagnitudeCheck.isInRange(Arrays.stream(X.rowSquares()).sum())) return;
        double largest = largest(X);
        if (largest > 0)
            throw new DataException("the largest value, %s, is %s", largest, MagnitudeCheck.fault(largest));
    }

    /** Returns the power of two that the data are divided by. The largest value is only computed if ‖X‖ leaves it open. */
    private static double unit(Panels X) {
        double norm = Math.sqrt(Arrays.stream(X.rowSquares()).sum());
        double least = norm / Math.sqrt((double) X.features() * X.samples());
        boolean inRange = PrincipalComponents.unit(norm) == 1 && PrincipalComponents.unit(least) == 1;
        return inRange ? 1 : PrincipalComponents.unit(largest(X));
    }

    private static double largest(Panels X) {
        return X.rdd().map(SampleComponents::largest).fold(0.0, Math::max);
    }

    private static double largest(Panel panel) {
        double largest = 0;
        try (Matrix X = panel.matrix()) {
            double[] row = new double[X.cols()];
            for (int i = 0; i < X.rows(); i++) {
                X.row(i, row);
                for (double x : row) largest = Math.max(largest, Math.abs(x));
            }
        }
        return largest;
    }

    private static SampleComponents project(Panels X, ComponentKind kind, double[] mean, DenseMatrix U) {
        int p = X.features();
        int M = U.cols();
        boolean centred = kind == ComponentKind.CENTERED;
        double[] numbers = DistributedCenteredData.numbers(U);
        double[] shift = new double[M];
        for (int i = 0; i < p; i++) for (int q = 0; q < M; q++) shift[q] += mean[i] * numbers[i * M + q];
        Broadcast<Projection> projection =
                JavaSparkContext.fromSparkContext(X.rdd().context()).broadcast(new Projection(numbers, shift, centred));
        JavaRDD<Panel> scores =
                X.rdd().map(panel -> projection.value().points(panel)).mapPartitions(PanelMerger::new, true);
        Panels points = Panels.of(scores, M, X.offsets(), true).persist();
        try {
            points.sum(); // this job computes and persists the points
            return new SampleComponents(kind, mean, U.copy(), projection, points);
        } catch (Exception | Error e) { // Scala throws undeclared checked exceptions
            points.unpersist();
            projection.destroy();
            throw e;
        }
    }

    public ComponentKind kind() {
        return kind;
    }

    /** Returns M, the number of components. */
    public int count() {
        return directions.cols();
    }

    /** Returns μ, which is subtracted; zeros for {@link ComponentKind#UNIT_LENGTH}. */
    public double[] mean() {
        return mean.clone();
    }

    /** Returns U, p × M: a column for each component, orthonormal. Freed by {@link #close}. */
    public DenseMatrix directions() {
        return directions;
    }

    /** Returns the points: M signed features of the samples in their partitions, persisted until {@link #close}. */
    public Panels points() {
        return points;
    }

    @Override
    public void close() {
        points.unpersist();
        // not destroyed: groups and edges that were computed from the points may need them again after the loss of an
        // executor
        projection.unpersist(false);
        directions.close();
    }

    /** The mean and the lengths of the samples, computed in one job when they are first used. */
    private static final class Moments {
        private final Panels X;
        private Optional<double[]> sums = Optional.empty();

        Moments(Panels X) {
            this.X = X;
        }

        double[] mean() {
            double[] mean = Arrays.copyOf(sums(), X.features());
            for (int i = 0; i < mean.length; i++) mean[i] /= X.samples();
            return mean;
        }

        boolean areSamplesOfUnitLength() {
            return sums()[X.features()] == 0;
        }

        private double[] sums() {
            int p = X.features();
            if (sums.isEmpty())
                sums = Optional.of(OrderedSum.sum(
                        X.rdd().mapPartitions(part -> List.of(sum(part, p)).iterator()), p + 1));
            return sums.orElseThrow();
        }

        /** Returns Σⱼ xᵢⱼ of every feature, followed by the number of samples that are neither zero nor of unit length. */
        private static double[] sum(Iterator<Panel> panels, int p) {
            double[] sums = new double[p + 1];
            while (panels.hasNext()) {
                try (Matrix X = panels.next().matrix()) {
                    double[] rows = X.rowSums();
                    for (int i = 0; i < p; i++) sums[i] += rows[i];
                    for (double length : X.columnNorms()) if (length != 0 && !ComponentKind.isUnit(length)) sums[p]++;
                }
            }
            return sums;
        }
    }

    /**
     * Computes the points of a panel.
     *
     * @param U directions, row by row
     * @param shift Uᵀμ
     * @param centred whether points are shifted; otherwise they are scaled to unit length
     */
    private record Projection(double[] U, double[] shift, boolean centred) implements Serializable {
        Panel points(Panel panel) {
            int M = shift.length;
            double[] scores = panel.project(U, M);
            double[][] points = new double[M][panel.samples()];
            double[] z = new double[M];
            for (int j = 0; j < panel.samples(); j++) {
                for (int q = 0; q < M; q++) z[q] = scores[j * M + q] - shift[q];
                double length = centred ? 1 : length(z);
                for (int q = 0; q < M; q++) points[q][j] = z[q] / length;
            }
            return new DensePanel(panel.first(), panel.samples(), points);
        }

        /** Returns ‖z‖, or 1 for zeros. */
        private static double length(double[] z) {
            double most = 0;
            for (double x : z) most = Math.max(most, Math.abs(x));
            if (most == 0) return 1;
            double unit = Scaling.powerOfTwo(most);
            double squares = 0;
            for (double x : z) squares += (x / unit) * (x / unit);
            return unit * Math.sqrt(squares);
        }
    }
}
