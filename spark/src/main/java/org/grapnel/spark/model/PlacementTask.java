package org.grapnel.spark.model;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Supplier;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.grapnel.cluster.GroupConfidence;
import org.grapnel.data.DataException;
import org.grapnel.graph.BlockSearch;
import org.grapnel.graph.Metric;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Scaling;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.spark.data.SampleVector;
import org.grapnel.transform.CrossWeights;
import org.grapnel.transform.PlacementProblem;
import org.grapnel.transform.ReconstructionErrors;
import org.jspecify.annotations.Nullable;

/**
 * Places the new samples of a partition, block by block. A block compares with all training samples, of which the task
 * holds {@value #CHUNK} at a time and the neighbours of the block.
 */
final class PlacementTask {
    /** Largest number of new samples in a block. */
    static final int SAMPLES = 4096;

    /** Largest number of stored entries in a block, unless a single sample has more: 128 MB. */
    static final int NUMBERS = 1 << 24;

    /** Training samples that are compared at a time. */
    static final int CHUNK = 2048;

    /** Relative distance of two points that differ by rounding only. */
    private static final double SAME = 1e-9;

    private final PlacementModel model;
    private final Supplier<Iterator<TrainingSample>> training;
    private final RowFormat format;
    private final PlacementProblem problem;
    private final PlacementProblem.PlacementSolver solver;
    private final int[] place; // of a feature among the kept ones, plus 1

    /**
     * Where a row has its features and its id, −1 without one, and which columns are added to h and the group.
     */
    record RowFormat(int features, int id, boolean confidence, boolean error) implements Serializable {}

    PlacementTask(PlacementModel model, Supplier<Iterator<TrainingSample>> training, RowFormat format) {
        this.model = model;
        this.training = training;
        this.format = format;
        problem = model.problem();
        solver = problem.solver();
        place = new int[model.features()];
        for (int i = 0; i < model.kept().length; i++) place[model.kept()[i]] = i + 1;
    }

    /** A new sample on its way to its place. */
    private final class NewSample {
        final Row row;
        final @Nullable String id;
        final int stored;
        final double[] values = new double[model.kept().length];
        final double[] point;
        final NearestTraining nearest = new NearestTraining(model.neighbors());
        final NearestTraining.EqualSample equal = new NearestTraining.EqualSample();

        NewSample(Row row) {
            this.row = row;
            Object name = format.id < 0 ? null : row.get(format.id);
            id = name == null ? null : name.toString();
            SampleVector x = SampleEncoder.read(row.get(format.features), id, model.features());
            stored = x.stored();
            for (int e = 0; e < stored; e++) {
                int at = place[x.index(e)] - 1;
                if (at >= 0) values[at] = x.value(e) + 0.0; // turns −0 into 0
            }
            ComponentProjection components = model.components();
            point = components == null ? values : components.project(x);
        }
    }

    /** Returns the rows with their places, in their order. */
    Iterator<Row> place(Iterator<Row> rows) {
        return new Iterator<>() {
            private Iterator<Row> placed = List.<Row>of().iterator();

            @Override
            public boolean hasNext() {
                return placed.hasNext() || rows.hasNext();
            }

            @Override
            public Row next() {
                if (!hasNext()) throw new NoSuchElementException("all rows were placed");
                if (!placed.hasNext()) placed = placeBlock(read(rows)).iterator();
                return placed.next();
            }
        };
    }

    private List<NewSample> read(Iterator<Row> rows) {
        List<NewSample> block = new ArrayList<>();
        long numbers = 0;
        while (rows.hasNext() && block.size() < SAMPLES && numbers < NUMBERS) {
            NewSample next = new NewSample(rows.next());
            numbers += next.stored;
            block.add(next);
        }
        return block;
    }

    private List<Row> placeBlock(List<NewSample> block) {
        try (ExecutionContext context = ExecutionContext.create(1)) {
            double unit = compare(context, block);
            List<Row> placed = new ArrayList<>(block.size());
            for (NewSample sample : block) placed.add(finish(context, sample, unit));
            return placed;
        }
    }

    /** Finds the neighbours and equal samples of a block, and returns the unit of the squared distances. */
    private double compare(ExecutionContext context, List<NewSample> block) {
        Map<Integer, List<NewSample>> byHash = new HashMap<>();
        for (NewSample sample : block)
            byHash.computeIfAbsent(NearestTraining.EqualSample.hash(sample.values), hash -> new ArrayList<>())
                    .add(sample);
        // a sample may be zero on the kept features, and then has no direction
        List<NewSample> asked =
                block.stream().filter(sample -> hasDirection(sample.point)).toList();
        double largest = model.largest();
        for (NewSample sample : asked) for (double x : sample.point) largest = Math.max(largest, Math.abs(x));
        double unit = metric() == Metric.COSINE ? 1 : Scaling.powerOfTwo(largest);
        Iterator<TrainingSample> all = training.get();
        List<TrainingSample> chunk = new ArrayList<>();
        while (all.hasNext()) {
            TrainingSample next = all.next();
            for (NewSample sample : byHash.getOrDefault(NearestTraining.EqualSample.hash(next.values()), List.of()))
                sample.equal.offer(next, sample.values, sample.id);
            if (hasDirection(next.place())) chunk.add(next);
            if (chunk.size() < CHUNK) continue;
            search(context, asked, chunk, unit);
            chunk.clear();
        }
        search(context, asked, chunk, unit);
        return unit;
    }

    private Metric metric() {
        return model.weights().metric();
    }

    private boolean hasDirection(double[] point) {
        return metric() != Metric.COSINE || !PointPanels.isZero(point, 0, point.length);
    }

    private void search(ExecutionContext context, List<NewSample> asked, List<TrainingSample> chunk, double unit) {
        if (asked.isEmpty() || chunk.isEmpty()) return;
        // equal distances go to the lower column
        chunk.sort(Comparator.comparingInt(TrainingSample::number));
        int front = asked.size();
        int M = asked.get(0).point.length;
        try (DenseMatrix both = DenseMatrix.zeros(M, front + chunk.size())) {
            double[] row = new double[both.cols()];
            for (int f = 0; f < M; f++) {
                for (int j = 0; j < front; j++) row[j] = asked.get(j).point[f];
                for (int j = 0; j < chunk.size(); j++)
                    row[front + j] = chunk.get(j).place()[f];
                both.setRow(f, row);
            }
            BlockSearch.NeighborLists found =
                    BlockSearch.nearestAcross(context, both, front, model.neighbors(), metric(), unit);
            for (int j = 0; j < front; j++)
                for (int q = 0; q < found.count(j); q++)
                    asked.get(j).nearest.add(chunk.get(found.point(j, q) - front), found.square(j, q));
        }
    }

    private Row finish(ExecutionContext context, NewSample sample, double unit) {
        double[] h = solver.solve(timesW(sample.values), edges(sample, unit));
        List<Object> cells = new ArrayList<>(sample.row.size() + 4);
        for (int i = 0; i < sample.row.size(); i++) cells.add(sample.row.get(i));
        cells.add(Vectors.dense(h));
        cells.add(model.groups().groupOf(h));
        if (format.confidence) cells.add(confidence(h));
        if (format.error) cells.add(error(context, sample.values, h));
        return RowFactory.create(cells.toArray());
    }

    /** Returns Wᵀx, summed feature by feature. */
    private double[] timesW(double[] x) {
        double[] Wtx = new double[model.rank()];
        for (int i = 0; i < x.length; i++) {
            double[] w = model.W()[i];
            for (int q = 0; x[i] != 0 && q < Wtx.length; q++) Wtx[q] += x[i] * w[q];
        }
        return Wtx;
    }

    private PlacementProblem.EdgeSum edges(NewSample sample, double unit) {
        TrainingSample match = sample.equal.match();
        // equal on the kept features, but maybe not on the others
        if (match != null && (model.components() == null || isSamePoint(sample.point, match.point())))
            return new PlacementProblem.EdgeSum(match.degree(), match.degree() > 0, match.linear());
        NearestTraining nearest = sample.nearest;
        int k = nearest.count();
        if (k == 0) return problem.startEdges(0);
        double[] distance = new double[k];
        for (int q = 0; q < k; q++) distance[q] = metric().toDistance(unit * Math.sqrt(nearest.square(q)));
        if (metric() == Metric.EUCLIDEAN && !(distance[0] > 0)) requireDistance(sample);
        CrossWeights weights = model.weights();
        double[] weight = new double[k];
        double degree = 0;
        for (int q = 0; q < k; q++) {
            TrainingSample other = nearest.sample(q);
            double dot = weights.usesDots() ? dot(sample.values, other.values()) : 0;
            weight[q] = weights.weight(distance[q], distance[k - 1], other.last(), dot);
            degree += weight[q];
        }
        PlacementProblem.EdgeSum edges = problem.startEdges(degree);
        for (int q = 0; q < k; q++) {
            TrainingSample other = nearest.sample(q);
            problem.addEdge(edges, weight[q], other.degree(), other.h(), other.g());
        }
        return edges;
    }

    /** Returns whether two points are equal up to the rounding of a projection. */
    private static boolean isSamePoint(double[] x, double[] y) {
        double squares = 0;
        double sum = 0;
        for (int f = 0; f < x.length; f++) {
            squares += (x[f] - y[f]) * (x[f] - y[f]);
            sum += x[f] * x[f] + y[f] * y[f];
        }
        return squares <= SAME * SAME * sum;
    }

    /**
     * Refuses a sample whose difference from a training sample was lost to rounding beside the largest numbers of the
     * new data, as one machine does.
     */
    private void requireDistance(NewSample sample) {
        double[] known = sample.nearest.sample(0).place();
        double most = 0;
        for (int f = 0; f < known.length; f++) most = Math.max(most, Math.abs(sample.point[f] - known[f]));
        double apart = most / model.largest();
        if (apart * apart >= Double.MIN_NORMAL)
            throw new DataException(
                    "%s differs too little from the samples of the fit to be squared beside the largest numbers of the new"
                            + " data; leave out the samples with these",
                    SampleEncoder.describeRow(sample.id, ""));
    }

    private static double dot(double[] x, double[] y) {
        double sum = 0;
        for (int f = 0; f < x.length; f++) sum += x[f] * y[f];
        return sum;
    }

    private static double confidence(double[] h) {
        try (DenseMatrix Ht = DenseMatrix.of(new double[][] {h})) {
            return GroupConfidence.ofMemberships(Ht).of(0);
        }
    }

    private double error(ExecutionContext context, double[] x, double[] h) {
        double[][] column = new double[x.length][1];
        for (int i = 0; i < x.length; i++) column[i][0] = x[i];
        try (DenseMatrix X = DenseMatrix.of(column);
                DenseMatrix W = DenseMatrix.of(model.W());
                DenseMatrix Ht = DenseMatrix.of(new double[][] {h})) {
            return new ReconstructionErrors(context, X, W, Ht).ofSamples()[0];
        }
    }
}
