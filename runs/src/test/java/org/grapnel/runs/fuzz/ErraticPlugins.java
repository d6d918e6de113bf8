package org.grapnel.runs.fuzz;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.grapnel.checkpoint.StateStream;
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
import org.grapnel.solve.palm.Extrapolation;

/** Plugins that follow a script: each call takes a byte of it, which says what the call throws or returns. After its end they behave well. */
final class ErraticPlugins {
    static final List<Class<?>> ALL = List.of(
            ErraticTerm.class,
            ErraticConstraint.class,
            ErraticSelector.class,
            ErraticGraph.class,
            ErraticSolver.class,
            ErraticMethod.class,
            ErraticReader.class);

    private static byte[] script = {};
    private static int at;

    private ErraticPlugins() {}

    /** Sets the script of all plugins. */
    static void follow(byte[] bytes) {
        script = bytes;
        at = 0;
    }

    private static int next() {
        return at < script.length ? script[at++] & 0xFF : 0;
    }

    /** Throws if the script says so. */
    private static void maybeThrow() {
        switch (next()) {
            case 't' -> throw new IllegalStateException("thrown\non two lines");
            case 'n' -> throw new NullPointerException();
            case 'i' -> throw new IllegalArgumentException();
            case 'x' -> throw new ArrayIndexOutOfBoundsException(-1);
            case 's' -> throw new StackOverflowError();
            case 'a' -> throw new AssertionError("asserted");
            case 'l' -> throw new NoClassDefFoundError("missing/Part");
            case 'u' -> throw new UnsupportedOperationException("unsupported");
            default -> {}
        }
    }

    private static double number(double usual) {
        maybeThrow();
        return switch (next()) {
            case 'N' -> Double.NaN;
            case 'I' -> Double.POSITIVE_INFINITY;
            case '-' -> -1;
            case 'H' -> Double.MAX_VALUE;
            case 'S' -> Double.MIN_VALUE;
            case 'Z' -> -0.0;
            case 'B' -> 1e150;
            default -> usual;
        };
    }

    private static int integer(int usual) {
        maybeThrow();
        return switch (next()) {
            case 'N' -> Integer.MIN_VALUE;
            case 'I' -> Integer.MAX_VALUE;
            case '-' -> -1;
            case '0' -> 0;
            case '1' -> 1;
            case '+' -> usual + 1;
            case '<' -> usual - 1;
            default -> usual;
        };
    }

    private static boolean flag(boolean usual) {
        maybeThrow();
        return (next() == '!') != usual;
    }

    private static <T> T orNull(T value) {
        maybeThrow();
        return next() == '?' ? null : value;
    }

    /** Changes some of the numbers. */
    private static void spoil(double[] values, int count) {
        for (int q = 0; q < count; q++) values[q] = number(values[q]);
    }

    public static final class ErraticTerm implements TermPlugin {
        @Override
        public String name() {
            return "erratic-term";
        }

        @Override
        public Term term(double weight) {
            return orNull(new SpoiltTerm(weight));
        }
    }

    private record SpoiltTerm(double weight) implements Term {
        @Override
        public double value(GramCache at) {
            return number(weight * at.sum(FactorId.H));
        }

        @Override
        public double lipschitz(FactorId factor, GramCache at) {
            return number(0);
        }

        @Override
        public boolean usesGraph() {
            return flag(false);
        }

        @Override
        public boolean allowsScreening() {
            return flag(false);
        }

        @Override
        public void addGradient(FactorId factor, GramCache at, GradientChunk chunk) {
            spoil(chunk.gradient(), chunk.size());
        }
    }

    public static final class ErraticConstraint implements ConstraintPlugin {
        @Override
        public String name() {
            return "erratic-constraint";
        }

        @Override
        public Constraint constraint(OptionalDouble value) {
            return orNull(new SpoiltConstraint());
        }
    }

    private record SpoiltConstraint() implements Constraint {
        @Override
        public void clip(double[] values, int count, double stepLength) {
            for (int q = 0; q < count; q++) values[q] = Math.max(0, values[q]);
            spoil(values, count);
        }

        @Override
        public void sparsify(ExecutionContext context, DenseMatrix V, RowSet rows, double stepLength) {
            int i = integer(0);
            if (i == 0) return;
            V.set(i, integer(0), number(0));
            if (flag(false)) rows.clear();
            if (flag(false)) rows.add(integer(0));
        }

        @Override
        public int rowLimit(int rows) {
            return integer(rows);
        }

        @Override
        public boolean isPenalty() {
            return flag(false);
        }

        @Override
        public double value(ExecutionContext context, DenseMatrix V, RowSet rows) {
            return number(0);
        }
    }

    public static final class ErraticSelector implements SelectorPlugin {
        @Override
        public String name() {
            return "erratic-selector";
        }

        @Override
        public Selection select(ExecutionContext context, Matrix X, Graph graph, int keep) {
            int count = Math.min(Math.max(0, integer(keep)), 2 * keep);
            List<Integer> order = new ArrayList<>();
            List<Double> scores = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                order.add(orNull(integer(i)));
                scores.add(number(1));
            }
            List<Double> path = new ArrayList<>();
            for (int i = 0; flag(false) && i < count; i++) path.add(number(i));
            return orNull(new Selection(integer(X.rows()), order, scores, path));
        }
    }

    public static final class ErraticGraph implements GraphPlugin {
        @Override
        public String name() {
            return "erratic-graph";
        }

        @Override
        public Graph build(ExecutionContext context, Matrix X) {
            int n = Math.min(Math.max(2, integer(X.cols())), 100);
            int[] from = new int[2 * n - 2];
            int[] to = new int[2 * n - 2];
            double[] weights = new double[2 * n - 2];
            for (int j = 0; j + 1 < n; j++) {
                from[2 * j] = to[2 * j + 1] = j;
                to[2 * j] = from[2 * j + 1] = integer(j + 1);
                weights[2 * j] = weights[2 * j + 1] = number(1);
            }
            return orNull(Graph.of(SparseMatrix.ofTriples(n, n, from, to, weights), orNull("chain")));
        }
    }

    public static final class ErraticSolver implements SolverPlugin {
        @Override
        public String name() {
            return "erratic-solver";
        }

        @Override
        public ExtrapolationRule start() {
            return orNull(new SpoiltRule());
        }
    }

    private static final class SpoiltRule implements Extrapolation.ExtrapolationRule {
        @Override
        public Extrapolation.ExtrapolationWeights weights(FactorId factor, double lipschitz) {
            return orNull(new Extrapolation.ExtrapolationWeights(number(0.5), number(0.5), number(1)));
        }

        @Override
        public boolean isGuarded() {
            return flag(true);
        }

        @Override
        public void afterIteration(boolean accepted, double lipschitzH) {
            maybeThrow();
        }

        @Override
        public void transfer(StateStream stream) {
            maybeThrow();
        }
    }

    public static final class ErraticMethod implements MethodPlugin {
        @Override
        public String name() {
            return "erratic-method";
        }

        @Override
        public Clustering cluster(ExecutionContext context, Matrix X, int clusters, long seed) {
            int[] labels = new int[Math.min(Math.max(0, integer(X.cols())), 100)];
            for (int j = 0; j < labels.length; j++) labels[j] = integer(j % clusters);
            return orNull(Clustering.ofLabels(integer(clusters), labels));
        }
    }

    public static final class ErraticReader implements ReaderPlugin {
        @Override
        public String name() {
            return "erratic-reader";
        }

        @Override
        public List<String> extensions() {
            return switch (next()) {
                case 'c' -> List.of("csv");
                case 'e' -> List.of("");
                case '0' -> List.of();
                case '?' -> Collections.singletonList(null);
                default -> orNull(List.of("erratic"));
            };
        }

        @Override
        public boolean supportsGzip() {
            return flag(false);
        }

        @Override
        public boolean supports(Path path) {
            return flag(path.toString().endsWith(".erratic"));
        }

        @Override
        public String formatName(Path path) {
            return orNull("erratic");
        }

        @Override
        public Set<String> tableOptions() {
            return orNull(Set.of());
        }

        @Override
        public Dataset read(Path file, ReadOptions options) {
            double[][] values = new double[3][4];
            for (double[] row : values) {
                Arrays.setAll(row, j -> j + 1);
                spoil(row, row.length);
            }
            return orNull(Dataset.of(DenseMatrix.of(values)));
        }

        @Override
        public List<String> labelCandidates(Path file, ReadOptions options) {
            return orNull(List.of());
        }
    }
}
