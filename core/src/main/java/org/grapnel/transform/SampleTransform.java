package org.grapnel.transform;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.grapnel.cluster.Argmax;
import org.grapnel.cluster.Clustering;
import org.grapnel.cluster.FactorClusters;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.linalg.Gram;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.model.GraphTerm;
import org.grapnel.runtime.ExecutionContext;

/**
 * Finds h, the group and the error of new samples, on the kept features: the objective of the fit as a function of one column of H, with all
 * else fixed ({@link PlacementProblem}). {@link JointTransform} solves it for the joint graph term.
 */
final class SampleTransform {
    /** Samples per task. */
    private static final int BLOCK = 64;

    private final FittedModel model;
    private final ExecutionContext context;
    private final Dataset data;
    private final Optional<DenseMatrix> projected;
    private final List<String> known;
    private final Matrix X;
    private final Optional<EntryWeights> weights;
    private final SampleGrams grams;
    private final int r;

    /**
     * Prepares a transform.
     *
     * @param data the new samples on the kept features
     * @param projected the new samples on the components of the graph, if they are known
     * @param known notes about the new samples
     */
    SampleTransform(
            FittedModel model,
            ExecutionContext context,
            Dataset data,
            Optional<DenseMatrix> projected,
            List<String> known) {
        this.model = model;
        this.context = context;
        this.data = data;
        this.projected = projected;
        this.known = known;
        X = data.X();
        weights = data.weights();
        if (weights.isPresent() && model.counts().isPresent())
            throw new DataException(
                    "%s: entries are missing, and the loss kl counts every entry; fill them in, or fit the model with --loss squared",
                    data.source().path());
        grams = new SampleGrams(model.W(), weights);
        r = model.W().cols();
    }

    TransformResult run() {
        if (weights.isEmpty()) return run(X);
        try (Matrix CX = weights.get().times(X)) {
            return run(CX);
        }
    }

    /** @param CX the samples, where entries have weights times these: a missing entry is 0 */
    private TransformResult run(Matrix CX) {
        DenseMatrix Ht = DenseMatrix.zeros(X.cols(), r);
        try {
            Clustering groups;
            if (model.model().isKMeans()) {
                int[] nearest = nearestCentre();
                for (int j = 0; j < nearest.length; j++) Ht.set(j, nearest[j], 1);
                groups = Clustering.ofLabels(r, nearest);
            } else {
                solve(CX, Ht);
                requireFinite(Ht);
                groups = groups(Ht);
            }
            return result(CX, Ht, groups);
        } catch (RuntimeException | Error e) {
            Ht.close();
            throw e;
        }
    }

    /** Refuses samples that are so large that their weights overflow. */
    private void requireFinite(DenseMatrix Ht) {
        double[] h = new double[r];
        for (int j = 0; j < Ht.rows(); j++) {
            Ht.row(j, h);
            if (Arrays.stream(h).allMatch(Double::isFinite)) continue;
            double largest = 0;
            for (int i = 0; i < X.rows(); i++) largest = Math.max(largest, X.get(i, j));
            throw new DataException(
                    "%s: sample %d (%s) has values up to %s, too large to be placed in double precision; bring the new data to the units of the fit",
                    data.source().path(), j, data.samples().get(j), largest);
        }
    }

    private TransformResult result(Matrix CX, DenseMatrix Ht, Clustering groups) {
        if (model.counts().isPresent()) {
            CountErrors errors =
                    new CountErrors(X, model.W(), Ht, model.counts().get().means());
            return new TransformResult(
                    model.loss(), data.samples(), Ht, groups, errors.ofSamples(), errors.ofAll(), notes(CX));
        }
        ReconstructionErrors errors = new ReconstructionErrors(context, X, weights, model.W(), Ht);
        return new TransformResult(
                model.loss(), data.samples(), Ht, groups, errors.ofSamples(), errors.ofAll(), notes(CX));
    }

    private void solve(Matrix CX, DenseMatrix Ht) {
        Optional<CrossEdges> edges = model.graph().map(graph -> edges(graph, CX));
        if (isJoint()) {
            new JointTransform(context, model, model.graph().orElseThrow()).solve(CX, grams, edges.orElseThrow(), Ht);
            return;
        }
        try (DenseMatrix G = model.counts().isPresent() ? DenseMatrix.zeros(r, r) : gram()) {
            PlacementProblem problem = model.graph()
                    .map(graph ->
                            PlacementProblem.withTerm(G.toArray(), graph.term(), graph.laplacian(), graph.weight()))
                    .orElseGet(() -> PlacementProblem.withoutGraph(G.toArray()));
            if (model.counts().isPresent())
                new KlTransform(context, X, model.W()).solveTrace(problem, j -> sum(problem, edges, j), Ht);
            else solve(CX, problem, edges, Ht);
        }
    }

    /** Finds the edges, in a copy of the samples whose missing entries are those of the h without a graph. */
    private CrossEdges edges(FittedModel.TrainingGraph graph, Matrix CX) {
        if (weights.isEmpty()) return CrossEdges.find(context, graph, X, projected, data.samples());
        try (DenseMatrix G = gram();
                DenseMatrix Ht = DenseMatrix.zeros(X.cols(), r)) {
            solve(CX, PlacementProblem.withoutGraph(G.toArray()), Optional.empty(), Ht);
            try (Matrix filled = MissingEstimates.ofFactors(X, model.W(), Ht)) {
                return CrossEdges.find(context, graph, filled, projected, data.samples());
            }
        }
    }

    private DenseMatrix gram() {
        DenseMatrix G = DenseMatrix.zeros(r, r);
        Gram.compute(context, model.W(), RowSet.all(X.rows()), G);
        return G;
    }

    /** Ht ← the solution of a problem for each sample. */
    private void solve(Matrix CX, PlacementProblem problem, Optional<CrossEdges> edges, DenseMatrix Ht) {
        int m = X.cols();
        try (DenseMatrix XtW = DenseMatrix.zeros(m, r)) {
            CX.transposeTimes(context, RowSet.all(X.rows()), model.W(), XtW);
            context.run((m + BLOCK - 1) / BLOCK, (task, scratch) -> {
                PlacementProblem.PlacementSolver solver = problem.solver();
                double[] Wtx = new double[r];
                for (int j = task * BLOCK; j < Math.min(m, (task + 1) * BLOCK); j++) {
                    XtW.row(j, Wtx);
                    Ht.setRow(j, grams.solver(problem, solver, j).solve(Wtx, sum(problem, edges, j)));
                }
            });
        }
    }

    private boolean isJoint() {
        return model.graph().map(graph -> graph.term() == GraphTerm.JOINT).orElse(false);
    }

    /** What the edges of a sample add to its problem. */
    private PlacementProblem.EdgeSum sum(PlacementProblem problem, Optional<CrossEdges> all, int sample) {
        if (all.isEmpty()) return problem.startEdges(0);
        CrossEdges edges = all.get();
        PlacementProblem.EdgeSum sum = problem.startEdges(edges.degree(sample));
        double[] h = new double[r];
        for (int e = 0; e < edges.count(sample); e++) {
            int l = edges.other(sample, e);
            model.Ht().row(l, h);
            double degree = model.graph().orElseThrow().graph().degree(l);
            problem.addEdge(sum, edges.weight(sample, e), degree, h, h);
        }
        return sum;
    }

    /** Assigns each sample to a group. */
    private Clustering groups(DenseMatrix Ht) {
        GroupCenters groups = centers();
        int[] labels = new int[Ht.rows()];
        double[] h = new double[r];
        for (int j = 0; j < labels.length; j++) {
            Ht.row(j, h);
            labels[j] = groups.groupOf(h);
        }
        return Clustering.ofLabels(model.groups().clusters(), labels);
    }

    /** The means of the groups of the training samples, on the points whose distances decide: as in the fit. */
    private GroupCenters centers() {
        double[] scale = scale();
        double[][] center = new double[model.groups().clusters()][];
        int[] sizes = model.groups().sizes();
        for (int g = 0; g < center.length; g++) center[g] = new double[sizes[g] == 0 ? 0 : r];
        double[] h = new double[r];
        for (int j = 0; j < model.Ht().rows(); j++) {
            model.Ht().row(j, h);
            int g = model.groups().labelOf(j);
            double[] point = GroupCenters.point(h, scale);
            for (int q = 0; q < r; q++) center[g][q] += point[q] / sizes[g];
        }
        boolean memberships = isJoint() && Argmax.cluster(model.Ht()).equals(model.groups());
        return new GroupCenters(memberships, scale, center);
    }

    /** The factors of the components before samples are compared; none if samples are compared at unit length. */
    private double[] scale() {
        if (isJoint() || model.counts().isPresent()) return new double[0];
        boolean scaleFixed =
                model.graph().map(graph -> graph.term().fixesScale()).orElse(false);
        if (!scaleFixed) return FactorClusters.columnNorms(model.W());
        double[] ones = new double[r];
        Arrays.fill(ones, 1);
        return ones;
    }

    /** The group of each sample in a k-means model, whose centres are the columns of W. */
    private int[] nearestCentre() {
        int m = X.cols();
        double[][] square = new double[r][m];
        double[] x = new double[m];
        double[] deficit = new double[m];
        for (int i = 0; i < X.rows(); i++) {
            X.row(i, x);
            if (weights.isPresent()) weights.get().deficits().row(i, deficit);
            for (int c = 0; c < r; c++) {
                double w = model.W().get(i, c);
                for (int j = 0; j < m; j++)
                    if (deficit[j] < 1) square[c][j] += (1 - deficit[j]) * (x[j] - w) * (x[j] - w);
            }
        }
        int[] nearest = new int[m];
        for (int c = 1; c < r; c++)
            for (int j = 0; j < m; j++) if (square[c][j] < square[nearest[j]][j]) nearest[j] = c;
        return nearest;
    }

    /** Sentences about unusual samples. */
    private List<String> notes(Matrix CX) {
        List<String> notes = new ArrayList<>(known);
        long missing = weights.map(EntryWeights::missing).orElse(0L);
        if (missing > 0)
            notes.add(missing + (missing == 1 ? " entry" : " entries") + " of the kept features "
                    + (missing == 1 ? "is" : "are") + " missing: each sample is placed by those that it has");
        double[] x = new double[X.cols()];
        long below = 0;
        for (int i = 0; i < X.rows(); i++) {
            X.row(i, x);
            below += Arrays.stream(x).filter(value -> value < 0).count();
        }
        if (below > 0)
            notes.add(below + (below == 1 ? " value lies" : " values lie") + " below all training values, and "
                    + (below == 1 ? "is" : "are") + " negative after preparation");
        long zero =
                Arrays.stream(CX.columnNorms()).filter(length -> length == 0).count();
        if (zero > 0)
            notes.add(zero + (zero == 1 ? " sample is" : " samples are")
                    + " zero on all kept features, so these say nothing about " + (zero == 1 ? "it" : "them"));
        return notes;
    }
}
