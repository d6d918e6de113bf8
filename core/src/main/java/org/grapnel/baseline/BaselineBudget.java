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
 * How much of the controls can be had for the operations that the fit took. One operation is a multiplication of a dense
 * product; others are weighed by how much slower they were measured to be. A clock is never asked.
 *
 * @param starts of each k-means, 0 where not even one on the kept features is to be had
 * @param allIterations how many iterations k-means on all features may take; 0: it is left out
 * @param rounds of the eigenvectors of the graph; 0: it is left out
 * @param edgeDraws for how many draws of random features the edges are looked at
 * @param edges whether they are looked at at all
 * @param silhouetted how many samples a silhouette is made of; 0: none
 * @param notes what does not fit, and is left out
 */
record BaselineBudget(
        int starts, int allIterations, int rounds, boolean edges, int edgeDraws, int silhouetted, List<String> notes) {
    static final int DRAWS = 5;

    private static final int MOST_STARTS = 10;
    private static final int MOST_ITERATIONS = 300;
    private static final int FEWEST_ITERATIONS = 5;
    private static final int MOST_ROUNDS = 60;
    private static final int FEWEST_ROUNDS = 4;
    private static final int MOST_SILHOUETTED = 10_000;

    /** The numbers that a silhouette may copy: 128 MB, twice. */
    private static final double MOST_COPIED = 1 << 24;

    /** What is planned for, of what the fit took: counts of operations are no exact measure of time. */
    private static final double PART = 0.75;

    /** About a second: what a fit of any size may be followed by, however quick it was. */
    private static final double ALWAYS = 2e9;

    /** A plain loop, or a product with a sparse matrix, takes so much longer than a dense product. */
    private static final double LOOP = 4;

    /** Of {@code structure} over the data: it takes several features at once beyond. */
    private static final int MOST_PASSES = 119;

    /** What k-means costs in full passes over the samples: bounds spare it the rest of its iterations. */
    private static final double PASSES = 10;

    /** Operations of the job at hand. */
    record OperationCounts(Matrix X, Spec spec, Optional<Graph> graph, boolean built) {
        private double n() {
            return X.cols();
        }

        /** What one product of these features with one vector costs. */
        private double entries(double share) {
            return share * (X.isDense() ? n() * X.rows() : LOOP * X.nonZeros());
        }

        private double share(int features) {
            return (double) features / Math.max(1, X.rows());
        }

        /** Of the fit itself: the graph, the iterations of the solver or of k-means, and the groups of H. */
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

        /** Of a choice before any fit: the graph, and so many passes over the data, its edges with them. */
        double choosing(int kept) {
            double edges = graph.map(g -> g.adjacency().nonZeros() / n()).orElse(0.0);
            return (built ? search(X.rows()) : 0) + Math.min(kept, MOST_PASSES) * (1 + edges) * entries(1);
        }

        /** Of one start of k-means on so many features. */
        double start(int features, int iterations) {
            return passes(iterations) * (2 * entries(share(features)) + LOOP * n());
        }

        /** Of one start on so many numbers for each sample. */
        double points(int dimensions) {
            return passes(MOST_ITERATIONS) * n() * (2.0 * dimensions + LOOP);
        }

        private double passes(int iterations) {
            int c = spec.clusters();
            return c * (2 + Math.floor(Math.log(c)) + Math.min(PASSES, iterations));
        }

        /** Of a search for neighbours: half of all pairs, in single precision. */
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

        /** Of all silhouettes, over so many samples. */
        double silhouettes(double samples, int kept, boolean all) {
            double dimensions = (all ? X.rows() : 0) + (1.0 + DRAWS) * kept + (graph.isPresent() ? spec.clusters() : 0);
            return LOOP * samples * samples * dimensions;
        }
    }

    /**
     * For a selection of so many features, or 0 where all are kept; {@code all} asks for k-means on all features too.
     *
     * @param fit the operations that the fit took
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
            notes.add("the graph alone is left out: it would have cost more than the fit");
        }
        left -= rounds > 0 ? costs.eigen(rounds) / 3 : 0; // most graphs need far fewer

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

        double small = (kept > 0 ? (1.0 + draws) * costs.start(kept, MOST_ITERATIONS) : 0)
                + (rounds > 0 ? costs.points(costs.spec().clusters()) : 0);
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
                notes.add("the graph alone is left out: it would have cost more than the fit");
            }
        }
        return new BaselineBudget(starts, iterations, rounds, edges, edgeDraws, silhouetted, notes);
    }

    /**
     * For features that were chosen without a fit: k-means only where it was asked for, and then in full; edges for what the choice took.
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
                edges,
                draws,
                (int) Math.min(costs.X().cols(), silhouetted),
                notes);
    }

    /** Features drawn at random, as many as were kept. */
    static RowSet draw(int of, int count, long seed) {
        return RowSet.of(of, RandomSubset.draw(of, count, seed));
    }
}
