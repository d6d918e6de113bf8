package org.grapnel;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.graph.ComponentScores;
import org.grapnel.graph.ExactSearch;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.Metric;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.pipeline.FactorSolver;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.solve.Solution;
import org.grapnel.solve.Step;
import org.grapnel.solve.StopSpec;

/**
 * An estimate of the memory and the time that a fit takes: memory by a formula, time by a short trial.
 *
 * <p>For X of p features and n samples, rank r, k kept features and q neighbours the memory is
 *
 * <ul>
 *   <li>X: 8·p·n bytes, or 24 for each non-zero of a sparse X (value and index, by rows and by columns);
 *   <li>the factors: current, previous and next W and H, XHᵀ and its screening reference, XᵀW, with a graph three times L·Hᵀ, and the reference
 *       H: 8·(5·p·r + 8·n·r) bytes, 3·n·r doubles fewer without a graph;
 *   <li>for the joint graph term instead: W of the start and of the result, W and XHᵀ of the kept features, H, G and XᵀW, H and G once more
 *       on the heap, and H of the result: 8·(2·p·r + 2·k·r + 6·n·r) bytes; and a copy of the selected rows of X, 8·k·n bytes;
 *   <li>a contiguous copy of the kept rows of X, 8·k·n bytes and at most 32 MB; for a sparse X one factor on the heap, at most 128 MB;
 *   <li>the graph: up to 2·q·n edges of 24 bytes, and as much again for its Laplacian;
 *   <li>the neighbour search: X in single precision, 4·p·n bytes, and lists of 64·q·n bytes, freed before the fit. On M principal components
 *       p is M, and the components take 16·M·(p + n) bytes that stay and 8·m² bytes with m = min(p, n), if m ≤ 4096, that are freed.
 * </ul>
 *
 * The time is that of as many iterations as fits of real data needed. An iteration takes as long as in a trial on these data, which uses a ring
 * as its graph and needs no neighbours. The neighbour search is timed on some of the samples and grows as n².
 *
 * @param memory the memory held at the same time, in bytes, by purpose
 * @param searchSeconds the time of the neighbour search; 0 for models without a graph
 * @param startSeconds the additional time of the first iterations, while code is compiled and features are screened
 * @param iterationSeconds the time of one iteration
 * @param iterations the assumed number of iterations
 */
public record FitEstimate(
        Spec spec,
        List<MemoryPart> memory,
        double searchSeconds,
        double startSeconds,
        double iterationSeconds,
        int iterations) {
    /** Four real data sets took 327 to 539 iterations with the standard rules, rank 10 and keep 50. */
    static final int ITERATIONS = 500;

    private static final double TRIAL_SECONDS = 0.1;
    private static final int TRIAL_ITERATIONS = 100;
    private static final double TRIAL_PRODUCTS = 1e9;
    private static final int FEWEST_SAMPLES = 512;
    private static final long MOST_KEPT = 32L << 20;
    private static final long MOST_FACTOR = 128L << 20;
    private static final int LARGEST_GRAM = 4096;

    public FitEstimate {
        memory = List.copyOf(memory);
    }

    /** Bytes for one purpose. */
    public record MemoryPart(String what, long bytes) {}

    /** The largest amount of memory held at the same time. */
    public long bytes() {
        return memory.stream().mapToLong(MemoryPart::bytes).sum();
    }

    /** The total time. */
    public double seconds() {
        return searchSeconds + startSeconds + iterations * iterationSeconds;
    }

    /**
     * Estimates a fit of valid data. Takes a few tenths of a second. The k-means models are not supported.
     *
     * @param neighbors the number of neighbours of the graph, for models with a graph
     */
    public static FitEstimate compute(Matrix X, Spec spec, int neighbors) {
        boolean graph = spec.usesGraph();
        int q = Math.min(neighbors, X.cols() - 1);
        try (ExecutionContext context = ExecutionContext.create(spec.threads())) {
            double search = graph && q > 0 ? searchSeconds(context, X, spec.graph(), q) : 0;
            Optional<Graph> ring = graph && q > 0 ? Optional.of(ring(X.cols(), q)) : Optional.empty();
            TimedRun cold = TimedRun.measure(X, ring, spec);
            TimedRun warm = TimedRun.measure(X, ring, spec);
            double start = Math.max(0, cold.seconds - cold.iterations * warm.iterationSeconds);
            return new FitEstimate(
                    spec, memory(X, spec, graph ? q : 0), search, start, warm.iterationSeconds, ITERATIONS);
        }
    }

    /** Computes the formula of the class comment. */
    static List<MemoryPart> memory(Matrix X, Spec spec, long q) {
        long p = X.rows();
        long n = X.cols();
        long r = spec.rank();
        boolean sparse = X instanceof SparseMatrix;
        long data = sparse ? 24 * X.nonZeros() : 8 * p * n;
        long k = spec.keep().orElse((int) p);
        long kept = Math.min(MOST_KEPT, 8 * k * n);
        long factor = sparse ? Math.min(MOST_FACTOR, 8 * r * Math.max(p, n)) : 0;
        long fit = spec.isJoint()
                ? 8 * (2 * p * r + 2 * k * r + 6 * n * r) + selected(X, spec, data) + factor
                : 8 * (5 * p * r + (q > 0 ? 8 : 5) * n * r) + kept + factor;
        long graph = 2 * 24 * 2 * q * n;
        long components = q == 0 ? 0 : components(spec.graph(), X);
        long scores = 16 * components * (p + n);
        long gram =
                components == 0 || sparse || Math.min(p, n) > LARGEST_GRAM ? 0 : 8 * Math.min(p, n) * Math.min(p, n);
        long points = components > 0 ? 4 * components * n : sparse ? data : 4 * p * n;
        long search = q == 0 ? 0 : points + 64 * q * n + scores + gram;
        graph += scores;
        List<MemoryPart> parts = new ArrayList<>();
        parts.add(new MemoryPart("the data", data));
        // the search ends before the fit begins, so only the larger of the two counts
        if (search > fit + graph) {
            parts.add(new MemoryPart("the search for neighbours", search));
        } else {
            parts.add(new MemoryPart("the factors", fit));
            if (graph > 0) parts.add(new MemoryPart("the graph", graph));
        }
        return parts;
    }

    /** The selected rows of X, which the joint factorisation copies; of a sparse X their share of the entries. */
    private static long selected(Matrix X, Spec spec, long data) {
        return spec.selectsBeforeFit() ? data / X.rows() * spec.keep().orElse(X.rows()) : 0;
    }

    /** Returns the number of components that are computed for the graph; 0 if neighbours are searched on X. */
    private static int components(GraphSpec graph, Matrix X) {
        return graph.components()
                .filter(spec -> X.cols() > 1 && spec.reduces(X.rows(), X.cols()))
                .map(spec -> spec.countFor(X.rows(), X.cols()))
                .orElse(0);
    }

    /** The time of a trial, and of an iteration in its second half: the first iterations still screen features. */
    private record TimedRun(double seconds, int iterations, double iterationSeconds) {
        static TimedRun measure(Matrix X, Optional<Graph> graph, Spec spec) {
            Spec brief = spec.withStop(new StopSpec(0, TRIAL_ITERATIONS, Optional.of(10 * TRIAL_SECONDS)));
            try (Solution tried = solver(X, graph, spec).solve(brief)) {
                List<Step> steps = tried.trace().steps();
                int last = steps.size() - 1;
                int half = last / 2;
                double end = steps.get(last).seconds();
                return new TimedRun(end, last, (end - steps.get(half).seconds()) / Math.max(1, last - half));
            }
        }
    }

    /** The joint factorisation never sees the features that are not selected, so as many features as are kept are tried. */
    private static FactorSolver solver(Matrix X, Optional<Graph> graph, Spec spec) {
        if (!spec.isJoint() || !spec.selectsBeforeFit()) return FactorSolver.onAll(X, graph, FitContext.none());
        RowSet some = RowSet.none(X.rows());
        for (int i = 0; i < spec.keep().orElse(X.rows()); i++) some.add(i);
        return FactorSolver.onSelected(X, some, graph, FitContext.none());
    }

    /** Joins every sample to the next ones: as many edges as a neighbour graph has, without a search. */
    private static Graph ring(int n, int q) {
        int reach = Math.max(1, Math.min(q, (n - 1) / 2));
        if (n < 3) return Graph.of(SparseMatrix.ofTriples(n, n, new int[0], new int[0], new double[0]), "a trial");
        int[] row = new int[2 * reach * n];
        int[] column = new int[row.length];
        double[] weight = new double[row.length];
        int e = 0;
        for (int i = 0; i < n; i++) {
            for (int d = 1; d <= reach; d++) {
                for (int j : new int[] {(i + d) % n, (i + n - d) % n}) {
                    row[e] = i;
                    column[e] = j;
                    weight[e++] = 0.5;
                }
            }
        }
        return Graph.of(SparseMatrix.ofTriples(n, n, row, column, weight), "a trial");
    }

    /** Times the search for neighbours: on components these are computed, and the search among them is timed. */
    private static double searchSeconds(ExecutionContext context, Matrix X, GraphSpec graph, int q) {
        if (components(graph, X) == 0) return searchSeconds(context, X, q);
        long begin = System.nanoTime();
        Matrix points = ComponentScores.compute(context, X, graph).orElseThrow().points();
        return (System.nanoTime() - begin) * 1e-9 + searchSeconds(context, points, q);
    }

    /** Times a search among m samples, about m²p/2 products; doubles m until the time can be measured. */
    private static double searchSeconds(ExecutionContext context, Matrix X, int q) {
        int n = X.cols();
        double entries = Math.max(1.0, (double) X.nonZeros() / n); // of a sample
        double enough = Math.sqrt(2 * TRIAL_PRODUCTS / entries);
        for (long m = Math.max(q + 1L, (long) Math.max(FEWEST_SAMPLES, enough)); m < n; m *= 2) {
            try (Matrix some = someColumns(X, (int) m)) {
                double seconds = searched(context, some, q);
                double times = (double) n / m;
                if (seconds > TRIAL_SECONDS) return seconds * times * times;
            }
        }
        return searched(context, X, q);
    }

    /** Returns the shortest of three searches: the first is cold, and any delay would be multiplied. */
    private static double searched(ExecutionContext context, Matrix X, int q) {
        double best = Double.POSITIVE_INFINITY;
        for (int turn = 0; turn < 3; turn++) {
            long begin = System.nanoTime();
            ExactSearch.search(context, X, q, Metric.EUCLIDEAN);
            best = Math.min(best, (System.nanoTime() - begin) * 1e-9);
        }
        return best;
    }

    /** Returns m columns, evenly spread over X. */
    private static Matrix someColumns(Matrix X, int m) {
        int n = X.cols();
        if (X instanceof SparseMatrix sparse) {
            List<SampledEntry> entries = new ArrayList<>();
            for (int c = 0; c < m; c++) {
                int to = c;
                sparse.forEachInColumn(column(c, m, n), (i, x) -> entries.add(new SampledEntry(i, to, x)));
            }
            return SparseMatrix.ofTriples(
                    X.rows(),
                    m,
                    entries.stream().mapToInt(SampledEntry::row).toArray(),
                    entries.stream().mapToInt(SampledEntry::column).toArray(),
                    entries.stream().mapToDouble(SampledEntry::value).toArray());
        }
        DenseMatrix some = DenseMatrix.zeros(X.rows(), m);
        double[] row = new double[n];
        double[] part = new double[m];
        for (int i = 0; i < X.rows(); i++) {
            X.row(i, row);
            for (int c = 0; c < m; c++) part[c] = row[column(c, m, n)];
            some.setRow(i, part);
        }
        return some;
    }

    private record SampledEntry(int row, int column, double value) {}

    private static int column(int c, int m, int n) {
        return (int) ((long) c * n / m);
    }
}
