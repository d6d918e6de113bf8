package org.grapnel.spark;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.apache.spark.ml.param.Param;
import org.grapnel.Spec;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.GraphWeight;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.graph.Metric;
import org.grapnel.graph.SearchKind;
import org.grapnel.graph.Symmetrization;
import org.grapnel.graph.WeightKind;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Model;
import org.grapnel.runtime.Preconditions;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.StopSpec;

/** Converts parameters to a {@link Spec} of {@code core}, which refuses invalid values. */
final class SpecFactory {
    private SpecFactory() {}

    static Spec create(GraphNmfParams params) {
        Optional<Integer> rank = valueIfSet(params, params.rank()).map(Integer.class::cast);
        Optional<Integer> clusters = valueIfSet(params, params.clusters()).map(Integer.class::cast);
        int components = rank.or(() -> clusters)
                .orElseThrow(() -> new IllegalArgumentException(
                        "rank is missing: set rank (number of components) or clusters (number of groups)"));
        Spec spec = Spec.paper(model(params), components)
                .withClusters(clusters.orElse(components))
                .withGraph(graph(params))
                .withLaplacian(LaplacianKind.parse(params.getLaplacian()))
                .withGraphTerm(word(GraphTerm.class, "graphTerm", params.getGraphTerm()))
                .withSolver(solver(params))
                .withStop(new StopSpec(
                        params.getTol(),
                        params.getMaxIter(),
                        valueIfSet(params, params.maxSeconds()).map(Double.class::cast)))
                .withThreads(1)
                .withBaselines(false)
                .withSeed(params.getSeed());
        GraphWeight weight = weight(params);
        spec = weight.perDegree() ? spec.withAlpha(weight.value()) : spec.withLambda(weight.value());
        Optional<Integer> keep = valueIfSet(params, params.keep()).map(Integer.class::cast);
        spec.model().requireKeep(Integer.MAX_VALUE, keep);
        return keep.isPresent() ? spec.withKeep(keep.get()) : spec;
    }

    /** Returns the value of a parameter that may have neither value nor default. */
    static Optional<Object> valueIfSet(GraphNmfParams params, Param<Object> param) {
        return params.isDefined(param) ? Optional.of(params.getOrDefault(param)) : Optional.empty();
    }

    static Optional<String> idCol(GraphNmfParams params) {
        return params.isDefined(params.idCol()) ? Optional.of(params.getIdCol()) : Optional.empty();
    }

    private static Model model(GraphNmfParams params) {
        Model model = Model.parse(params.getModel());
        Preconditions.require(
                !model.isKMeans(),
                "model %s is not supported on Spark; allowed are %s (use Spark's own k-means)",
                model.cliName(),
                Arrays.stream(Model.values())
                        .filter(m -> !m.isKMeans())
                        .map(Model::cliName)
                        .collect(Collectors.joining(", ")));
        return model;
    }

    private static SolverSpec solver(GraphNmfParams params) {
        SolverKind kind = SolverKind.parse(params.getSolver());
        Preconditions.require(
                kind != SolverKind.BEST_SUPPORT,
                "solver best-support needs all samples on one machine; on Spark use palm, accpalm, ipalm or bpl");
        SolverSpec spec = new SolverSpec(
                kind,
                params.getBeta(),
                params.getMomentum(),
                params.getBetaMax(),
                params.getFixedBeta(),
                params.getStepFactor(),
                params.getProjectStart(),
                false);
        return params.getTheory() ? spec.withTheory() : spec;
    }

    private static GraphSpec graph(GraphNmfParams params) {
        OptionalDouble sigma =
                params.isDefined(params.sigma()) ? OptionalDouble.of(params.getSigma()) : OptionalDouble.empty();
        return new GraphSpec(
                params.getNeighbors(),
                word(WeightKind.class, "weights", params.getWeights()),
                sigma,
                word(Metric.class, "metric", params.getMetric()),
                word(Symmetrization.class, "symmetrize", params.getSymmetrize()),
                word(SearchKind.class, "search", params.getSearch()),
                params.getSeed());
    }

    private static GraphWeight weight(GraphNmfParams params) {
        if (!params.isDefined(params.alpha())) return GraphWeight.lambda(params.getLambda());
        Preconditions.require(
                !params.isSet(params.lambda()),
                "lambda %s and alpha %s both set the weight of the graph; set only one",
                params.getLambda(),
                params.getAlpha());
        return GraphWeight.alpha(params.getAlpha());
    }

    private static <E extends Enum<E>> E word(Class<E> type, String name, String word) {
        return Arrays.stream(type.getEnumConstants())
                .filter(value -> value.toString().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown " + name + " '" + word + "', allowed are "
                        + Arrays.stream(type.getEnumConstants())
                                .map(Enum::toString)
                                .collect(Collectors.joining(", "))));
    }
}
