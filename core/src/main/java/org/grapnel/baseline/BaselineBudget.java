package org.grapnel.baseline;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grapnel.Spec;
import org.grapnel.evaluate.RandomSubset;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.linalg.decomp.ChebyshevEigenSolver;
import org.grapnel.solve.Solution;
import org.grapnel.solve.Step;

/**
 * Which baselines are computed, so that all together cost at most about as much as the fit.
 *
 * <p>Costs are counted in operations and not measured, so that a run can be repeated exactly. One operation is a multiplication of a dense
 * product; other operations are weighted by how much slower they were measured to be.
 *
 * @param starts the starts of each k-means; 0 leaves out k-means on kept and on random features
 * @param allIterations the iteration limit of k-means on all features; 0 leaves it out
 * @param components the number of principal components for k-means; 0 leaves it out
 * @param rounds the rounds of the eigenvector computation; 0 leaves out the graph alone
 * @param communities whether communities of the graph are found
 * @param edgeDraws the number of random draws whose kept edges are counted
 * @param edges whether kept edges are counted
 * @param silhouetted the number of samples of a silhouette; 0 leaves silhouettes out
 * @param notes messages about what is left out
 */
record BaselineBudget(
        int starts,
        int allIterations,
        int components,
        int rounds,
        boolean communities,
        boolean edges,
        int edgeDraws,
        int silhouetted,
        List<String> notes) {
    static final int DRAWS = 5;

    static final String WITHOUT_COMPONENTS =
            "k-means on principal components is left out: it would have cost more than the fit";
    static final String WITHOUT_GRAPH = "the graph alone is left out: it would have cost more than the fit";

    private static final int MOST_STARTS = 10;
    private static final int MOST_ITERATIONS = 300;
    private static final int FEWEST_ITERATIONS = 5;
    private static final int MOST_ROUNDS = 60;
    private static final int FEWEST_ROUNDS = 4;
    private static final int MOST_COMPONENTS = 50;

    /** The usual rounds of the subspace iteration for principal components, and its extra columns. */
    private static final int COMPONENT_ROUNDS = 20;

    private static final int EXTRA_COLUMNS = 10;

    /** Visits of every edge until no sample changes its community. */
    private static final int COMMUNITY_PASSES = 50;

    private static final int MOST_SILHOUETTED = 10_000;

    /** The largest number of values that a silhouette may copy: 128 MB, twice. */
    private static final double MOST_COPIED = 1 << 24;

    /** The share of the fit's operations that is planned for: operations are no exact measure of time. */
    private static final double PART = 0.75;

    /** The budget after a very short fit: about a second. */
    private static final double ALWAYS = 2.5e9;

    /** The cost of an operation in a plain loop or a sparse product. */
    private static final double LOOP = 4;

    /** The largest number of passes of {@code structure}: beyond it selects several features in one pass. */
    private static final int MOST_PASSES = 119;

    /** The cost of k-means in full passes over the samples: bounds save most of the other iterations. */
    private static final double PASSES = 10;

    /** The operations of a fit and of its baselines. */
    record OperationCounts(Matrix X, Spec spec, Optional<Graph> graph, boolean built) {
        private double n() {
            return X.cols();
        }

        /** The cost of a product of this share of the features with one vector. */
        private double entries(double share) {
            return share * (X.isDense() ? n() * X.rows() : LOOP * X.nonZeros());
        }

        private double share(int features) {
            return (double) features / Math.max(1, X.rows());
        }

        /** The cost of the fit: graph, iterations of the solver or of k-means, and groups of H. */
        double fit(Solution solution) {
            int r = spec.rank();
            if (spec.model().isKMeans())
                return MOST_STARTS
                        * start(X.rows(), MOST_ITERATIONS)
                        * (spec.model().isSparse() ? 2 : 1);
            double sum = built ? search(X.rows()) : 0;
            double onGraph =
                    graph.map(g -> 2 * LOOP * r * g.adjacency().nonZeros()).orElse(0.0);
            double small = 4.0 * r * r * (n() + solution.support().count()) + LOOP * 10 * r * n();
            for (Step step : solution.trace().steps())
                sum += 2.0
                                * r
                                * entries(share(
                                        step.rowsComputed() + solution.support().count()))
                        + small
                        + onGraph;
            return sum + MOST_STARTS * points(r);
        }

        /** The cost of a selection without a fit: the graph, and the passes over data and edges. */
        double choosing(int kept) {
            double edges = graph.map(g -> g.adjacency().nonZeros() / n()).orElse(0.0);
            return (built ? search(X.rows()) : 0) + Math.min(kept, MOST_PASSES) * (1 + edges) * entries(1);
        }

        /** The cost of one start of k-means on some features. */
        double start(int features, int iterations) {
            return passes(iterations) * (2 * entries(share(features)) + LOOP * n());
        }

        /** The cost of one start of k-means on points of some dimension. */
        double points(int dimensions) {
            return passes(MOST_ITERATIONS) * n() * (2.0 * dimensions + LOOP);
        }

        private double passes(int iterations) {
            int c = spec.clusters();
            return c * (2 + Math.floor(Math.log(c)) + Math.min(PASSES, iterations));
        }

        /** The cost of a neighbour search: half of all pairs, in single precision. */
        double search(int features) {
            double pairs = n() * n() / 2;
            double entry = X.isDense() ? features : LOOP * share(features) * X.nonZeros() / Math.max(1, n());
            return pairs * (entry + LOOP);
        }

        double eigen(int rounds) {
            return LOOP
                    / 2
                    * ChebyshevEigenSolver.operations(
                            X.cols(),
                            graph.map(g -> (double) g.adjacency().nonZeros()).orElse(0.0),
                            spec.clusters(),
                            rounds);
        }

        /** The cost of principal components: two products with X per round. */
        double components(int count) {
            return 2.0 * COMPONENT_ROUNDS * (count + EXTRA_COLUMNS) * entries(1);
        }

        double communities() {
            return LOOP
                    * COMMUNITY_PASSES
                    * graph.map(g -> (double) g.adjacency().nonZeros()).orElse(0.0);
        }

        /** The cost of all silhouettes over a number of samples. */
        double silhouettes(double samples, int kept, boolean all) {
            double dimensions = (all ? X.rows() + MOST_COMPONENTS : 0)
                    + (1.0 + DRAWS) * kept
                    + (graph.isPresent() ? spec.clusters() : 0);
            return LOOP * samples * samples * dimensions;
        }
    }

    /**
     * Plans the baselines of a fit.
     *
     * @param fit the operations of the fit
     * @param kept the number of kept features; 0 if all are kept
     * @param all whether k-means on all features is wanted
     */
    static BaselineBudget plan(OperationCounts costs, double fit, int kept, boolean all) {
        List<String> notes = new ArrayList<>();
        double budget = Math.max(ALWAYS, PART * fit);
        double left = budget;
        int draws = kept > 0 ? DRAWS : 0;
        boolean graph = costs.graph().isPresent();

        int rounds = graph ? MOST_ROUNDS : 0;
        while (rounds > 0 && costs.eigen(rounds) > budget / 2) rounds--;
        if (graph && rounds < FEWEST_ROUNDS) {
            rounds = 0;
            notes.add(WITHOUT_GRAPH);
        }
        left -= rounds > 0 ? costs.eigen(rounds) / 3 : 0; // most graphs need far fewer rounds

        boolean communities = graph && costs.communities() <= budget / 4;
        if (graph && !communities)
            notes.add("communities of the graph are left out: they would have cost more than the fit");
        left -= communities ? costs.communities() / 2 : 0; // most graphs need far fewer passes

        double edge = graph && kept > 0 ? costs.search(kept) : 0;
        boolean edges = graph && kept > 0 && edge <= budget / 4;
        int edgeDraws = edges ? (int) Math.min(draws, budget / 4 / edge - 1) : 0;
        if (graph && kept > 0 && !edges)
            notes.add("the share of edges kept is left out: it would have cost more than the fit");
        left -= edges ? (1 + edgeDraws) * edge : 0;

        int n = costs.X().cols();
        double unit = costs.silhouettes(1, kept, all);
        double most = Math.min(MOST_SILHOUETTED, MOST_COPIED / costs.X().rows());
        int silhouetted = (int) Math.min(Math.min(n, most), Math.sqrt(budget / 6 / Math.max(1, unit)));
        if (silhouetted < Math.min(n, 10 * costs.spec().clusters())) {
            silhouetted = 0;
            notes.add("silhouettes are left out: they would have cost more time than the fit, or too much memory");
        }
        left -= costs.silhouettes(silhouetted, kept, all);

        int components = all
                ? Math.min(MOST_COMPONENTS, Math.min(costs.X().rows(), costs.X().cols()))
                : 0;
        if (components > 0 && costs.components(components) + costs.points(components) > Math.min(left, budget / 2)) {
            components = 0;
            notes.add(WITHOUT_COMPONENTS);
        }
        left -= components > 0 ? costs.components(components) : 0;

        double small = (kept > 0 ? (1.0 + draws) * costs.start(kept, MOST_ITERATIONS) : 0)
                + (rounds > 0 ? costs.points(costs.spec().clusters()) : 0)
                + (components > 0 ? costs.points(components) : 0);
        double large = all ? costs.start(costs.X().rows(), MOST_ITERATIONS) : 0;
        int starts = (int) Math.min(MOST_STARTS, Math.floor(left / Math.max(1, small + large)));
        int iterations = all ? MOST_ITERATIONS : 0;
        if (starts < 1) {
            starts = left >= small ? 1 : 0;
            iterations = 0;
            for (int i = (int) PASSES; all && iterations == 0 && i >= FEWEST_ITERATIONS; i--)
                if (left - small >= costs.start(costs.X().rows(), i)) iterations = i;
            if (all && iterations == 0)
                notes.add("k-means on all features is left out: it would have cost more than the fit");
            if (iterations > 0) notes.add("k-means on all features had " + iterations + " iterations at most");
            if (starts == 0 && kept > 0)
                notes.add("k-means on kept and on random features is left out: it would have cost more than the fit");
            if (starts == 0 && rounds > 0) {
                rounds = 0;
                notes.add(WITHOUT_GRAPH);
            }
        }
        return new BaselineBudget(
                starts, iterations, components, rounds, communities, edges, edgeDraws, silhouetted, notes);
    }

    /**
     * Plans the baselines of a selection: k-means in full, and kept edges for the cost of the selection.
     */
    static BaselineBudget planForSelection(OperationCounts costs, int kept) {
        double edge = Math.max(1, costs.search(kept));
        double most = Math.max(ALWAYS, costs.choosing(kept)) / edge;
        boolean edges = costs.graph().isPresent() && most >= 1;
        List<String> notes = costs.graph().isEmpty() || edges
                ? List.of()
                : List.of("the share of edges kept is left out: it would have cost more than the choice");
        int draws = edges ? (int) Math.min(DRAWS, most - 1) : 0;
        double silhouetted = Math.min(MOST_SILHOUETTED, MOST_COPIED / costs.X().rows());
        return new BaselineBudget(
                MOST_STARTS,
                MOST_ITERATIONS,
                0,
                0,
                false,
                edges,
                draws,
                (int) Math.min(costs.X().cols(), silhouetted),
                notes);
    }

    /** Draws random features. */
    static RowSet draw(int of, int count, long seed) {
        return RowSet.of(of, RandomSubset.draw(of, count, seed));
    }
}
