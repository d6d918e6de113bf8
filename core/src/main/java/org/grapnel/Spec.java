package org.grapnel;

import java.util.Optional;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.GraphWeight;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.linalg.Check;
import org.grapnel.model.Model;
import org.grapnel.solve.Method;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.Start;
import org.grapnel.solve.StopSpec;

/**
 * What to fit and how. The model and its rank are yours to choose; the rest has defaults.
 *
 * @param rank the number of components r
 * @param keep k, for the models that keep features; refused for the others
 * @param weight that of the graph term; without effect in models without a graph
 * @param clusters the number of groups, which is that of the components unless said otherwise
 * @param graph how the neighbour graph is built, where none is given
 * @param laplacian which Laplacian the graph term has
 * @param start where to begin
 * @param seed of what is drawn after the start: the starts of k-means
 * @param threads how many threads share the work; the result does not depend on it
 * @param restarts how many fits are made, with the seeds seed, seed + 1, …; the one with the lowest objective is the result
 * @param controls whether the result is compared with what simpler ways give, see {@link Controls}
 */
public record Spec(
        Model model,
        int rank,
        Optional<Integer> keep,
        int clusters,
        GraphWeight weight,
        GraphSpec graph,
        LaplacianKind laplacian,
        SolverSpec solver,
        Start start,
        StopSpec stop,
        long seed,
        int threads,
        int restarts,
        boolean controls) {
    public Spec {
        Check.that(rank >= 1, "rank must be at least 1, got %d", rank);
        Check.that(clusters >= 1, "clusters must be at least 1, got %d", clusters);
        Check.that(threads >= 1 && threads <= 1024, "threads must be between 1 and 1024, got %d", threads);
        Check.that(restarts >= 1, "restarts must be at least 1, got %d", restarts);
    }

    /** accPALM from a random start with seed 0, λ = 100, the paper's tolerance, all cores. */
    public static Spec of(Model model, int rank) {
        return new Spec(
                model,
                rank,
                Optional.empty(),
                rank,
                GraphWeight.lambda(100),
                GraphSpec.standard(),
                LaplacianKind.PLAIN,
                SolverSpec.of(Method.ACCPALM),
                Start.random(0),
                StopSpec.standard(),
                0,
                Runtime.getRuntime().availableProcessors(),
                1,
                true);
    }

    public Spec withKeep(int k) {
        return new Spec(
                model,
                rank,
                Optional.of(k),
                clusters,
                weight,
                graph,
                laplacian,
                solver,
                start,
                stop,
                seed,
                threads,
                restarts,
                controls);
    }

    /** The weight of the graph term; one that was given as α is known once there is a graph ({@link #withWeightOf}). */
    public double lambda() {
        if (weight.perDegree()) throw new IllegalStateException("alpha is a weight only together with a graph");
        return weight.value();
    }

    public Spec withLambda(double lambda) {
        return withWeight(GraphWeight.lambda(lambda));
    }

    /** λ as a multiple of 1 over the mean degree, see {@link GraphWeight}. */
    public Spec withAlpha(double alpha) {
        return withWeight(GraphWeight.alpha(alpha));
    }

    /** The same with the weight said as λ. */
    public Spec withWeightOf(Graph graph) {
        return withWeight(weight.of(graph, laplacian));
    }

    private Spec withWeight(GraphWeight weight) {
        return new Spec(
                model, rank, keep, clusters, weight, graph, laplacian, solver, start, stop, seed, threads, restarts,
                controls);
    }

    public Spec withClusters(int groups) {
        return new Spec(
                model, rank, keep, groups, weight, graph, laplacian, solver, start, stop, seed, threads, restarts,
                controls);
    }

    public Spec withGraph(GraphSpec other) {
        return new Spec(
                model, rank, keep, clusters, weight, other, laplacian, solver, start, stop, seed, threads, restarts,
                controls);
    }

    public Spec withSolver(SolverSpec other) {
        return new Spec(
                model, rank, keep, clusters, weight, graph, laplacian, other, start, stop, seed, threads, restarts,
                controls);
    }

    public Spec withStart(Start other) {
        return new Spec(
                model, rank, keep, clusters, weight, graph, laplacian, solver, other, stop, seed, threads, restarts,
                controls);
    }

    /** A random start with this seed, and k-means and the approximate search with it. */
    public Spec withSeed(long other) {
        return new Spec(
                model,
                rank,
                keep,
                clusters,
                weight,
                graph.withSeed(other),
                laplacian,
                solver,
                Start.random(other),
                stop,
                other,
                threads,
                restarts,
                controls);
    }

    public Spec withLaplacian(LaplacianKind kind) {
        return new Spec(
                model, rank, keep, clusters, weight, graph, kind, solver, start, stop, seed, threads, restarts,
                controls);
    }

    public Spec withStop(StopSpec other) {
        return new Spec(
                model, rank, keep, clusters, weight, graph, laplacian, solver, start, other, seed, threads, restarts,
                controls);
    }

    /** Whether a graph has a say. */
    public boolean usesGraph() {
        return model.usesGraph() && weight.value() > 0;
    }

    public Spec withThreads(int count) {
        return new Spec(
                model, rank, keep, clusters, weight, graph, laplacian, solver, start, stop, seed, count, restarts,
                controls);
    }

    /** So many fits from starts of their own, of which the best is kept. */
    public Spec withRestarts(int count) {
        return new Spec(
                model, rank, keep, clusters, weight, graph, laplacian, solver, start, stop, seed, threads, count,
                controls);
    }

    /** With or without the comparison of the result with simpler ways. */
    public Spec withControls(boolean compared) {
        return new Spec(
                model, rank, keep, clusters, weight, graph, laplacian, solver, start, stop, seed, threads, restarts,
                compared);
    }

    /** Fit i of the restarts, alone: all that is drawn after the graph is drawn with seed + i. */
    Spec attempt(int i) {
        Start other = i == 0 ? start : start.restart(i).orElse(start);
        return new Spec(
                model, rank, keep, clusters, weight, graph, laplacian, solver, other, stop, seed + i, threads, 1,
                controls);
    }
}
