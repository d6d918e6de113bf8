package org.grapnel;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.grapnel.data.Description;
import org.grapnel.graph.ExactSearch;
import org.grapnel.graph.Graph;
import org.grapnel.graph.Metric;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.MemoryBudget;
import org.grapnel.solve.Solution;
import org.grapnel.solve.Step;
import org.grapnel.solve.StopSpec;

/**
 * What a fit will take beside Java itself, by a formula for the memory and a short trial for the time. For X of p features and n samples, rank r,
 * k kept features and q neighbours:
 *
 * <ul>
 *   <li>X: 8·p·n bytes, or 24 for each non-zero of a sparse X (value and index, by rows and by columns);
 *   <li>the factors: W and H now, before and next, XHᵀ and the screen's reference to it, XᵀW, with a graph L·Hᵀ three times,
 *       the reference H: 8·(5·p·r + 8·n·r) bytes, 3·n·r doubles fewer without a graph;
 *   <li>the kept rows of X side by side, 8·k·n bytes and at most 32 MB; for a sparse X one factor on the heap, at most 128 MB;
 *   <li>the graph: up to 2·q·n edges of 24 bytes, and as much again for its Laplacian;
 *   <li>the search for neighbours: X in single precision, 4·p·n bytes, and lists of 64·q·n bytes; given back before the fit.
 * </ul>
 *
 * The time is that of so many iterations as fits of real data needed, each as long as those of a trial on these
 * very data (with a ring for a graph, so that no neighbours have to be known), and of a search whose cost grows as n², from
 * a search among some of the samples. Both are guesses about the same machine in the same mood.
 *
 * @param memory what is held at once, in bytes, by what it is for
 * @param searchSeconds to find the neighbours; 0 for models without a graph
 * @param startSeconds what the first iterations take beyond that, while code is compiled and features are sorted out
 * @param iterationSeconds of one iteration
 * @param iterations how many are assumed
 */
public record FitEstimate(
        Spec spec,
        List<MemoryPart> memory,
        double searchSeconds,
        double startSeconds,
        double iterationSeconds,
        int iterations) {
    /** With the standard rules, rank 10 and keep 50 four real data sets took 327 to 539. */
    static final int ITERATIONS = 500;

    private static final double TRIAL_SECONDS = 0.1;
    private static final int TRIAL_ITERATIONS = 100;
    private static final double TRIAL_PRODUCTS = 1e9;
    private static final int FEWEST_SAMPLES = 512;
    private static final double SCARCE = 0.8;
    private static final long MOST_KEPT = 32L << 20;
    private static final long MOST_FACTOR = 128L << 20;

    public FitEstimate {
        memory = List.copyOf(memory);
    }

    /** So many bytes for something. */
    public record MemoryPart(String what, long bytes) {}

    /** The memory of everything that is held at the worst moment. */
    public long bytes() {
        return memory.stream().mapToLong(MemoryPart::bytes).sum();
    }

    /** All of it together. */
    public double seconds() {
        return searchSeconds + startSeconds + iterations * iterationSeconds;
    }

    /**
     * For a fit of X with a graph of so many neighbours, if the model has one; k-means models are not estimated. Takes a few
     * tenths of a second. X must be such that it can be fitted.
     */
    public static FitEstimate compute(Matrix X, Spec spec, int neighbors) {
        boolean graph = spec.usesGraph();
        int q = Math.min(neighbors, X.cols() - 1);
        try (ExecutionContext context = ExecutionContext.create(spec.threads())) {
            double search = graph && q > 0 ? searchSeconds(context, X, q) : 0;
            Optional<Graph> ring = graph && q > 0 ? Optional.of(ring(X.cols(), q)) : Optional.empty();
            TimedRun cold = TimedRun.of(X, ring, spec);
            TimedRun warm = TimedRun.of(X, ring, spec);
            double start = Math.max(0, cold.seconds - cold.iterations * warm.iterationSeconds);
            return new FitEstimate(
                    spec, memory(X, spec, graph ? q : 0), search, start, warm.iterationSeconds, ITERATIONS);
        }
    }

    /** The formula above. */
    static List<MemoryPart> memory(Matrix X, Spec spec, long q) {
        long p = X.rows();
        long n = X.cols();
        long r = spec.rank();
        boolean sparse = X instanceof SparseMatrix;
        long data = sparse ? 24 * X.nonZeros() : 8 * p * n;
        long kept = Math.min(MOST_KEPT, 8L * spec.keep().orElse((int) p) * n);
        long factor = sparse ? Math.min(MOST_FACTOR, 8 * r * Math.max(p, n)) : 0;
        long fit = 8 * (5 * p * r + (q > 0 ? 8 : 5) * n * r) + kept + factor;
        long graph = 2 * 24 * 2 * q * n;
        long search = q == 0 ? 0 : (sparse ? data : 4 * p * n) + 64 * q * n;
        List<MemoryPart> parts = new ArrayList<>();
        parts.add(new MemoryPart("the data", data));
        // the search is over when the fit begins, so the larger of the two counts
        if (search > fit + graph) {
            parts.add(new MemoryPart("the search for neighbours", search));
        } else {
            parts.add(new MemoryPart("the factors", fit));
            if (graph > 0) parts.add(new MemoryPart("the graph", graph));
        }
        return parts;
    }

    /**
     * What a fit cannot do without, however it goes: each part at its own moment, beside X, and all of it outside the heap. The rest of the
     * formula depends on what is found in the data.
     *
     * @param searches whether neighbours are searched for
     */
    public static List<MemoryPart> atLeast(Matrix X, Spec spec, boolean searches) {
        long p = X.rows();
        long n = X.cols();
        long r = spec.rank();
        boolean dense = X instanceof DenseMatrix;
        List<MemoryPart> parts = new ArrayList<>();
        // features that are noise are left out of the search that comes before the choice
        if (searches && dense && !spec.selectsBeforeFit())
            parts.add(new MemoryPart("the search for neighbours", 4 * p * n));
        if (spec.model().isKMeans()) {
            parts.add(new MemoryPart("the centres and the groups", 8 * r * (p + n)));
        } else {
            long rows = spec.selectsBeforeFit() ? Math.min(p, spec.keep().orElse((int) p)) : p;
            long chosen = spec.selectsBeforeFit() && dense ? rows * n : 0;
            parts.add(new MemoryPart("the factors", 8 * (4 * r * (rows + n) + chosen)));
        }
        return parts;
    }

    /** Refuses a fit for which there surely is too little memory, and says of one for which it is scarce. */
    public static void requireMemory(Matrix X, Spec spec, boolean searches, FitListener watch) {
        for (MemoryPart part : atLeast(X, spec, searches)) {
            if (part.bytes() < MemoryBudget.WORTH_CHECKING) continue;
            MemoryBudget room = MemoryBudget.currentFor(0, part.bytes());
            String what = String.format(Locale.ROOT, "%s of %,d features, %,d samples", part.what(), X.rows(), X.cols())
                    + (part.what().startsWith("the search") ? "" : " and rank " + spec.rank());
            if (!room.fits(0, part.bytes()))
                throw new InsufficientMemoryException(room.shortage(what + " need", 0, part.bytes()));
            if (part.bytes() > SCARCE * Math.min(room.outside(), room.machine()))
                watch.onNote(String.format(
                        Locale.ROOT,
                        "memory is scarce: %s need at least %s, and there are %s",
                        what,
                        Description.memory(part.bytes()),
                        Description.memory(Math.min(room.outside(), room.machine()))));
        }
    }

    /** How long a trial took, and an iteration of its later half: the first pay for features that soon are out of question. */
    private record TimedRun(double seconds, int iterations, double iterationSeconds) {
        static TimedRun of(Matrix X, Optional<Graph> graph, Spec spec) {
            Spec brief = spec.withStop(new StopSpec(0, TRIAL_ITERATIONS, Optional.of(10 * TRIAL_SECONDS)));
            try (Solution tried = Grapnel.solve(X, graph, brief, step -> {})) {
                List<Step> steps = tried.trace().steps();
                int last = steps.size() - 1;
                int half = last / 2;
                double end = steps.get(last).seconds();
                return new TimedRun(end, last, (end - steps.get(half).seconds()) / Math.max(1, last - half));
            }
        }
    }

    /** Every sample is joined to the next ones: as many edges as neighbours give, and no search. */
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

    /** Searches among so many samples, then twice as many, that it takes long enough to be measured: about m²p/2 products. */
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

    /** The best of three turns: the first is cold, and what holds up a short one would be multiplied. */
    private static double searched(ExecutionContext context, Matrix X, int q) {
        double best = Double.POSITIVE_INFINITY;
        for (int turn = 0; turn < 3; turn++) {
            long begin = System.nanoTime();
            ExactSearch.search(context, X, q, Metric.EUCLIDEAN);
            best = Math.min(best, (System.nanoTime() - begin) * 1e-9);
        }
        return best;
    }

    /** So many columns, from all over X. */
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
