package org.grapnel.examples.plugin;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicInteger;
import org.grapnel.cluster.Clustering;
import org.grapnel.data.Dataset;
import org.grapnel.formats.ReadOptions;
import org.grapnel.formats.ReaderPlugin;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.model.Constraint;
import org.grapnel.model.FactorId;
import org.grapnel.model.GradientChunk;
import org.grapnel.model.GramCache;
import org.grapnel.model.Term;
import org.grapnel.plugin.ConstraintPlugin;
import org.grapnel.plugin.GraphPlugin;
import org.grapnel.plugin.MethodPlugin;
import org.grapnel.plugin.SelectorPlugin;
import org.grapnel.plugin.SolverPlugin;
import org.grapnel.plugin.TermPlugin;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.select.Selection;

/** Plugins with the fault that a test sets: they throw, or return what is not allowed. */
final class FaultyPlugins {
    /** The fault, such as {@code value nan}; none for plugins that work. */
    static volatile String fault = "";

    /** How many values the term gives before it shows its fault. */
    static final AtomicInteger PATIENCE = new AtomicInteger();

    private FaultyPlugins() {}

    private static boolean has(String name) {
        return fault.equals(name);
    }

    private static void fail(String method) {
        if (has(method)) throw new IllegalStateException("no " + method);
    }

    static final List<Class<?>> ALL = List.of(
            FaultyTerm.class,
            FaultyConstraint.class,
            FaultySelector.class,
            FaultyGraph.class,
            FaultySolver.class,
            FaultyMethod.class,
            FaultyReader.class);

    public static final class FaultyTerm implements TermPlugin {
        @Override
        public String name() {
            return "bad-term";
        }

        @Override
        public Term term(double weight) {
            fail("term");
            if (has("refusal")) throw new IllegalArgumentException("the weight must be below 2, got " + weight);
            return new Linear(weight);
        }
    }

    /** The ℓ₁ term, with faults. */
    private record Linear(double weight) implements Term {
        @Override
        public double value(GramCache at) {
            if (PATIENCE.getAndDecrement() <= 0) fail("value");
            if (has("memory")) throw new OutOfMemoryError("Java heap space");
            double sum = 0;
            for (int j = 0; j < at.rank(); j++) sum += at.sum(FactorId.H, j);
            return has("value nan") ? Double.NaN : weight * sum;
        }

        @Override
        public double lipschitz(FactorId factor, GramCache at) {
            fail("lipschitz");
            return has("lipschitz negative") ? -1 : 0;
        }

        @Override
        public boolean usesGraph() {
            fail("usesGraph");
            return false;
        }

        @Override
        public boolean allowsScreening() {
            fail("allowsScreening");
            return false;
        }

        @Override
        public void addGradient(FactorId factor, GramCache at, GradientChunk chunk) {
            fail("addGradient");
            if (has("addGradient outside")) chunk.gradient()[-1] = 0;
            if (factor != FactorId.H) return;
            for (int q = 0; q < chunk.size(); q++)
                chunk.gradient()[q] += has("addGradient infinite") ? Double.POSITIVE_INFINITY : weight;
        }
    }

    public static final class FaultyConstraint implements ConstraintPlugin {
        @Override
        public String name() {
            return "bad-constraint";
        }

        @Override
        public Constraint constraint(OptionalDouble value) {
            return new Clipped();
        }
    }

    /** Non-negativity, with faults. */
    private record Clipped() implements Constraint {
        @Override
        public void clip(double[] values, int count, double stepLength) {
            fail("clip");
            for (int q = 0; q < count; q++) values[q] = has("clip negative") ? -1 : Math.max(0, values[q]);
        }

        @Override
        public void sparsify(ExecutionContext context, DenseMatrix V, RowSet rows, double stepLength) {
            if (has("sparsify nan")) V.set(0, 0, Double.NaN);
            if (has("sparsify rows")) rows.clear();
        }

        @Override
        public boolean isPenalty() {
            fail("isPenalty");
            return true;
        }

        @Override
        public double value(ExecutionContext context, DenseMatrix V, RowSet rows) {
            return has("penalty infinite") ? Double.POSITIVE_INFINITY : 0;
        }
    }

    public static final class FaultySelector implements SelectorPlugin {
        @Override
        public String name() {
            return "bad-selector";
        }

        @Override
        public Selection select(ExecutionContext context, Matrix X, Graph graph, int keep) {
            fail("select");
            if (has("select few")) return Selection.ofLargest(new double[X.rows()], keep - 1);
            if (has("select twice"))
                return new Selection(X.rows(), List.of(1, 1, 2, 3), List.of(1.0, 1.0, 1.0, 1.0), List.of());
            if (has("select outside"))
                return new Selection(X.rows(), List.of(1, 99, 2, 3), List.of(1.0, 1.0, 1.0, 1.0), List.of());
            return Selection.ofLargest(new double[X.rows()], keep);
        }
    }

    public static final class FaultyGraph implements GraphPlugin {
        @Override
        public String name() {
            return "bad-graph";
        }

        @Override
        public Graph build(ExecutionContext context, Matrix X) {
            fail("build");
            return Graph.of(
                    SparseMatrix.ofTriples(2, 2, new int[] {0, 1}, new int[] {1, 0}, new double[] {1, 1}), "two");
        }
    }

    public static final class FaultySolver implements SolverPlugin {
        @Override
        public String name() {
            return "bad-solver";
        }

        @Override
        public ExtrapolationRule start() {
            throw new IllegalStateException("no start");
        }
    }

    public static final class FaultyMethod implements MethodPlugin {
        @Override
        public String name() {
            return "bad-method";
        }

        @Override
        public Clustering cluster(ExecutionContext context, Matrix X, int clusters, long seed) {
            return Clustering.ofLabels(1, 0, 0);
        }
    }

    public static final class FaultyReader implements ReaderPlugin {
        @Override
        public String name() {
            return "bad-reader";
        }

        @Override
        public List<String> extensions() {
            return List.of(has("extensions") ? "csv" : "bad");
        }

        @Override
        public Dataset read(Path file, ReadOptions options) {
            throw new IllegalStateException("no read\nand no second line");
        }
    }

    /** A second plugin of the name of the first. */
    public static final class TermOfTheSameName implements TermPlugin {
        @Override
        public String name() {
            return "bad-term";
        }

        @Override
        public Term term(double weight) {
            return new Linear(weight);
        }
    }

    /** A plugin that fails when it is asked for its name. */
    public static final class TermOfAFaultyName implements TermPlugin {
        @Override
        public String name() {
            throw new AssertionError("no name");
        }

        @Override
        public Term term(double weight) {
            return new Linear(weight);
        }
    }

    /** A selector of the name of one of Grapnel's own. */
    public static final class OtherVariance implements SelectorPlugin {
        @Override
        public String name() {
            return "variance";
        }

        @Override
        public Selection select(ExecutionContext context, Matrix X, Graph graph, int keep) {
            return Selection.ofLargest(new double[X.rows()], keep);
        }
    }

    /** A plugin that cannot be made. */
    public static final class TermWithoutConstructor implements TermPlugin {
        private final double weight;

        public TermWithoutConstructor(double weight) {
            this.weight = weight;
        }

        @Override
        public String name() {
            return "unmade";
        }

        @Override
        public Term term(double given) {
            return new Linear(weight);
        }
    }
}
