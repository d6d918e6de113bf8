package org.grapnel.spark.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.graph.Metric;
import org.grapnel.graph.WeightKind;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.decomp.NonNegativeLeastSquares;
import org.grapnel.model.GraphTerm;
import org.grapnel.runtime.Preconditions;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.graph.SampleGraph;
import org.grapnel.spark.graph.SampleNeighbors;
import org.grapnel.spark.graph.SparkLaplacian;
import org.grapnel.spark.graph.TrainingDistances;
import org.grapnel.spark.rdd.OrderedSum;
import org.grapnel.spark.rdd.RddCheckpoints;
import org.grapnel.transform.CrossWeights;
import org.grapnel.transform.GroupCenters;
import org.grapnel.transform.PlacementProblem;

/**
 * Collects the training side of a fit. The driver receives sums over the samples only.
 *
 * <p>For a new sample that equals a training sample, the sums over the edges of the latter are stored, so that placing
 * needs no second step along the graph. They follow from the Laplacian: AHᵀ = DHᵀ − LHᵀ, and SHᵀ = Hᵀ − LHᵀ for the
 * normalised one. For the joint term, G follows from H as in one process.
 */
public final class TrainingSamplesFactory {
    private final Panels X;
    private final FittedFactors factors;
    private final SampleGraph graph;
    private final GraphUse use;
    private final Optional<ComponentPoints> components;
    private final Optional<SampleNeighbors> near;
    private final int r;
    private final List<JavaRDD<?>> persisted = new ArrayList<>();

    private TrainingSamplesFactory(
            Panels X,
            FittedFactors factors,
            SampleGraph graph,
            GraphUse use,
            Optional<ComponentPoints> components,
            Optional<SampleNeighbors> near) {
        this.near = near;
        this.X = X;
        this.factors = factors;
        this.graph = graph;
        this.use = use;
        this.components = components;
        r = factors.rank();
    }

    /**
     * Creates the training side, checkpoints it, and keeps it with the executors until it is closed. What it is created
     * from may be released afterwards.
     *
     * @param X the data of the fit with all features
     * @param ids one list per partition
     * @param components the samples on the components of the graph, if neighbours were searched there
     * @param near the neighbours of the samples on these components, or on the kept features, if they are known
     */
    public static TrainingSamples create(
            Panels X,
            Optional<JavaRDD<List<Object>>> ids,
            FittedFactors factors,
            SampleGraph graph,
            GraphUse use,
            Optional<ComponentPoints> components,
            Optional<SampleNeighbors> near) {
        Preconditions.require(
                graph.size() == X.samples(), "the graph joins %d samples, the data have %d", graph.size(), X.samples());
        components.ifPresent(own -> Preconditions.require(
                own.projection().features() == X.features(),
                "the components are of %d features, the data have %d",
                own.projection().features(),
                X.features()));
        TrainingSamplesFactory factory = new TrainingSamplesFactory(X, factors, graph, use, components, near);
        try {
            return factory.create(ids);
        } finally {
            factory.persisted.forEach(rdd -> rdd.unpersist(false));
        }
    }

    private TrainingSamples create(Optional<JavaRDD<List<Object>>> ids) {
        int width = factors.kept().length;
        JavaRDD<double[]> values = persist(PointPanels.select(X, factors.kept()));
        JavaRDD<double[]> degrees = persist(graph.degrees());
        GraphSpec spec = use.spec();
        int M = components.map(own -> own.projection().count()).orElse(width);
        JavaRDD<double[]> points = components.map(ComponentPoints::points).orElse(values);
        boolean cosine = spec.metric() == Metric.COSINE;
        // a sample may be zero on the kept features, and then has no direction
        PointPanels.PointSet known = PointPanels.wrap(cosine ? PointPanels.withoutZeros(points, M) : points, M);
        Optional<TrainingDistances> distances = known.panels().samples() < 2
                ? Optional.empty()
                : Optional.of(TrainingDistances.compute(
                        cosine ? Optional.empty() : near, known.panels(), values, width, spec, graph.meanDegree()));
        try (SparkLaplacian L = graph.laplacian(joint() ? LaplacianKind.NORMALIZED : use.laplacian())) {
            CrossWeights weights =
                    distances.map(TrainingDistances::weights).orElseGet(() -> CrossWeights.raw(spec, 1, Double.NaN));
            JavaRDD<double[]> none = degrees.map(own -> new double[0]);
            JavaRDD<double[]> last = spec.weights() == WeightKind.LOCAL && distances.isPresent()
                    ? distances
                            .get()
                            .lastDistances()
                            .zipPartitions(
                                    points,
                                    (own, all) -> List.of(spread(own.next(), all.next(), M, cosine))
                                            .iterator())
                    : none;
            JavaRDD<double[]> SHt = neighborSums(L, factors.Ht(), degrees);
            double[][] HHt = joint() ? gram(factors.Ht(), degrees) : new double[0][];
            JavaRDD<double[]> Gt = joint() ? persist(solveG(persist(SHt), degrees, HHt)) : none;
            double[][] GGt = joint() ? gram(Gt, degrees) : new double[0][];
            JavaRDD<double[]> SGt = joint() ? neighborSums(L, Gt, degrees) : none;
            PlacementModel model = new PlacementModel(
                    X.features(),
                    factors.kept(),
                    factors.W(),
                    new PlacementModel.GraphPart(use.term(), use.laplacian(), use.weight(), use.symmetry(), HHt, GGt),
                    spec.neighbors(),
                    weights,
                    known.largest(),
                    centers(),
                    components.map(ComponentPoints::projection).orElse(null));
            JavaRDD<double[]> componentPoints =
                    components.map(ComponentPoints::points).orElse(none);
            JavaRDD<List<double[]>> columns =
                    columns(values, componentPoints, degrees, last, factors.Ht(), Gt, SHt, SGt);
            return new TrainingSamples(write(assemble(columns, ids, model)), model);
        } finally {
            distances.ifPresent(TrainingDistances::close);
        }
    }

    private boolean joint() {
        return use.term() == GraphTerm.JOINT;
    }

    private <T> JavaRDD<T> persist(JavaRDD<T> rdd) {
        persisted.add(rdd);
        return rdd.persist(StorageLevel.MEMORY_AND_DISK());
    }

    /** Checkpoints the samples, so that their inputs can be released. */
    private static JavaRDD<TrainingSample> write(JavaRDD<TrainingSample> samples) {
        samples.persist(StorageLevel.MEMORY_AND_DISK());
        try {
            RddCheckpoints.write(samples);
        } catch (Exception | Error e) { // Scala throws undeclared checked exceptions
            samples.unpersist(false);
            throw e;
        }
        return samples;
    }

    /** Spreads numbers of the samples that have a direction over all samples of a partition. */
    private static double[] spread(double[] own, double[] points, int width, boolean cosine) {
        double[] all = new double[points.length / width];
        int next = 0;
        for (int i = 0; i < all.length; i++)
            if (!cosine || !PointPanels.isZero(points, i * width, width)) all[i] = own[next++];
        return all;
    }

    /** Returns Σₗ sᵢₗ·rowₗ of every sample: s = a for the plain Laplacian, else a/√(dᵢdₗ). */
    private JavaRDD<double[]> neighborSums(SparkLaplacian L, JavaRDD<double[]> rows, JavaRDD<double[]> degrees) {
        int width = r;
        boolean plain = !joint() && use.laplacian() == LaplacianKind.PLAIN;
        return zip(zip(rows, L.times(rows, r), TrainingSamplesFactory::both), degrees, (rowsAndProducts, degree) -> {
            double[] sums = new double[rowsAndProducts.length / 2];
            for (int at = 0; at < sums.length; at++) {
                double d = degree[at / width];
                double diagonal = plain ? d : d > 0 ? 1 : 0;
                sums[at] = diagonal * rowsAndProducts[at] - rowsAndProducts[sums.length + at];
            }
            return sums;
        });
    }

    private interface ArrayOperator extends BinaryOperator<double[]>, java.io.Serializable {}

    private static JavaRDD<double[]> zip(JavaRDD<double[]> one, JavaRDD<double[]> two, ArrayOperator operator) {
        return one.zipPartitions(
                two, (a, b) -> List.of(operator.apply(a.next(), b.next())).iterator());
    }

    private static double[] both(double[] one, double[] two) {
        double[] both = Arrays.copyOf(one, one.length + two.length);
        System.arraycopy(two, 0, both, one.length, two.length);
        return both;
    }

    /** Returns the Gram matrix of the rows of samples with an edge. */
    private double[][] gram(JavaRDD<double[]> rows, JavaRDD<double[]> degrees) {
        int width = r;
        double[] sum = OrderedSum.sum(zip(rows, degrees, (own, degree) -> gram(own, degree, width)));
        double[][] G = new double[r][r];
        for (int q = 0; q < r; q++) System.arraycopy(sum, q * r, G[q], 0, r);
        return G;
    }

    private static double[] gram(double[] rows, double[] degree, int r) {
        double[] G = new double[r * r];
        for (int i = 0; i < degree.length; i++) {
            if (degree[i] == 0) continue;
            for (int q = 0; q < r; q++) for (int l = 0; l < r; l++) G[q * r + l] += rows[i * r + q] * rows[i * r + l];
        }
        return G;
    }

    /** Returns argmin ½gᵀ(HHᵀ + bI)g − gᵀ(Hs + bh) of every sample with an edge; zeros for the others. */
    private JavaRDD<double[]> solveG(JavaRDD<double[]> SHt, JavaRDD<double[]> degrees, double[][] HHt) {
        int width = r;
        double b = use.symmetry();
        return zip(zip(factors.Ht(), SHt, TrainingSamplesFactory::both), degrees, (both, degree) -> {
            double[] Gt = new double[both.length / 2];
            double[] linear = new double[width];
            double[] g = new double[width];
            try (DenseMatrix G = DenseMatrix.of(HHt)) {
                NonNegativeLeastSquares solver = new NonNegativeLeastSquares(G);
                for (int i = 0; i < degree.length; i++) {
                    if (degree[i] == 0) continue;
                    for (int q = 0; q < width; q++)
                        linear[q] = b * both[i * width + q] + both[Gt.length + i * width + q];
                    solver.solve(b, linear, g);
                    System.arraycopy(g, 0, Gt, i * width, width);
                }
            }
            return Gt;
        });
    }

    /** Returns the means of the groups, and whether they are those of the largest memberships. */
    private GroupCenters centers() {
        int clusters = factors.groups().clusters();
        int width = r;
        double[] scale = PlacementModel.scale(factors.W(), use.term());
        double[] sizes =
                Arrays.stream(factors.groups().sizes()).asDoubleStream().toArray();
        // sums of c × r numbers, and the number of samples in another group than that of their largest membership
        double[] sums = OrderedSum.sum(factors.Ht()
                .zipPartitions(
                        factors.groups().labels(),
                        (rows, labels) -> List.of(centers(rows.next(), labels.next(), width, scale, sizes))
                                .iterator()));
        double[][] centers = new double[clusters][];
        for (int g = 0; g < clusters; g++)
            centers[g] = sizes[g] == 0 ? new double[0] : Arrays.copyOfRange(sums, g * r, (g + 1) * r);
        return new GroupCenters(joint() && clusters == r && sums[clusters * r] == 0, scale, centers);
    }

    private static double[] centers(double[] rows, int[] labels, int r, double[] scale, double[] sizes) {
        double[] sums = new double[sizes.length * r + 1];
        for (int j = 0; j < labels.length; j++) {
            double[] h = Arrays.copyOfRange(rows, j * r, (j + 1) * r);
            if (GroupCenters.largest(h) != labels[j]) sums[sizes.length * r]++;
            double[] point = GroupCenters.point(h, scale);
            for (int q = 0; q < r; q++) sums[labels[j] * r + q] += point[q] / sizes[labels[j]];
        }
        return sums;
    }

    /** Joins arrays of the same partitions, in this order. */
    @SafeVarargs
    private static JavaRDD<List<double[]>> columns(JavaRDD<double[]> first, JavaRDD<double[]>... others) {
        JavaRDD<List<double[]>> columns = first.map(List::of);
        for (JavaRDD<double[]> other : others)
            columns = columns.zipPartitions(
                    other,
                    (known, next) -> List.of(append(known.next(), next.next())).iterator());
        return columns;
    }

    private static List<double[]> append(List<double[]> known, double[] next) {
        List<double[]> all = new ArrayList<>(known);
        all.add(next);
        return all;
    }

    private JavaRDD<TrainingSample> assemble(
            JavaRDD<List<double[]>> columns, Optional<JavaRDD<List<Object>>> ids, PlacementModel model) {
        int[] first = X.offsets();
        PlacementProblem problem = model.problem();
        JavaRDD<List<Object>> names = ids.orElseGet(() -> columns.map(own -> List.of()));
        return columns.zipPartitions(
                        names,
                        (own, named) -> List.of(new PartitionColumns(own.next(), named.next()))
                                .iterator())
                .mapPartitionsWithIndex((q, own) -> own.next().samples(first[q], problem), true);
    }

    /** The numbers of a partition by column, and its ids, which are empty if samples are numbered. */
    private record PartitionColumns(List<double[]> columns, List<Object> ids) {
        Iterator<TrainingSample> samples(int first, PlacementProblem problem) {
            double[] degrees = columns.get(2);
            int n = degrees.length;
            List<TrainingSample> samples = new ArrayList<>(n);
            for (int i = 0; i < n; i++) {
                PlacementProblem.EdgeSum edges = problem.startEdges(degrees[i]);
                problem.addNeighbors(edges, 1, part(6, i, n), part(7, i, n));
                double[] last = part(3, i, n);
                samples.add(new TrainingSample(
                        first + i,
                        ids.isEmpty() ? null : String.valueOf(ids.get(i)),
                        part(0, i, n),
                        part(1, i, n),
                        degrees[i],
                        last.length == 0 ? 0 : last[0],
                        part(4, i, n),
                        part(5, i, n),
                        edges.linear()));
            }
            return samples.iterator();
        }

        /** Returns the numbers of sample i of n in a column. */
        private double[] part(int column, int i, int n) {
            int width = columns.get(column).length / n;
            return Arrays.copyOfRange(columns.get(column), i * width, (i + 1) * width);
        }
    }
}
