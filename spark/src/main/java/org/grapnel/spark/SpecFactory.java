package org.grapnel.spark;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.spark.ml.param.Param;
import org.grapnel.Spec;
import org.grapnel.graph.ComponentSpec;
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
import org.grapnel.spark.pipeline.SpecLimits;

/** Converts parameters to a {@link Spec} of {@code core}, which refuses invalid values. */
final class SpecFactory {
    private static final String NO_COMPONENTS = "none";

    private SpecFactory() {}

    static Spec create(GraphNmfParams params) {
        Optional<Integer> rank = valueIfSet(params, params.rank()).map(Integer.class::cast);
        Optional<Integer> clusters = valueIfSet(params, params.clusters()).map(Integer.class::cast);
        int components = rank.or(() -> clusters)
                .orElseThrow(() -> new IllegalArgumentException(
                        "rank is missing: set rank (number of components) or clusters (number of groups)"));
        Spec base = isRecommended(params) ? recommended(params, components) : named(params, components);
        Spec spec = base.withClusters(clusters.orElse(components))
                .withGraph(graph(params, base.graph()))
                .withStop(new StopSpec(
                        params.getTol(),
                        params.getMaxIter(),
                        valueIfSet(params, params.maxSeconds()).map(Double.class::cast)))
                .withThreads(1)
                .withSeed(params.getSeed());
        Optional<Integer> keep = valueIfSet(params, params.keep()).map(Integer.class::cast);
        spec.model().requireKeep(Integer.MAX_VALUE, keep);
        return keep.isPresent() ? spec.withKeep(keep.get()) : spec;
    }

    /** Sets the parameters to the values of a spec, and clears those that it does not have. Refuses what cannot hold on Spark. */
    static void apply(Spec spec, GraphNmf estimator) {
        SpecLimits.require(spec);
        GraphSpec graph = spec.graph();
        ParamDefinitions known = estimator.definitions();
        estimator
                .setModel(spec.model().cliName())
                .setRank(spec.rank())
                .setClusters(spec.clusters())
                .setGraphTerm(spec.graphTerm().toString())
                .setGraphPcs(graph.components()
                        .map(asked -> Integer.toString(asked.count()))
                        .orElse(NO_COMPONENTS))
                .setNeighbors(graph.neighbors())
                .setWeights(graph.weights().toString())
                .setMetric(graph.metric().toString())
                .setSymmetrize(graph.symmetrize().toString())
                .setSearch(graph.search().toString())
                .setTol(spec.stop().tolerance())
                .setMaxIter(spec.stop().maxIterations())
                .setSeed(spec.seed())
                .setBaselines(spec.baselines());
        applySolver(spec, estimator);
        for (Param<?> optional :
                List.of(known.keep, known.sigma, known.maxSeconds, known.alpha, known.graphWeight, known.regParam))
            estimator.clear(optional);
        spec.keep().ifPresent(estimator::setKeep);
        if (spec.weight().perDegree()) estimator.setAlpha(spec.weight().value());
        else estimator.setLambda(spec.weight().value());
        if (graph.sigma().isPresent()) estimator.setSigma(graph.sigma().getAsDouble());
        spec.stop().maxSeconds().ifPresent(estimator::setMaxSeconds);
    }

    /** Sets the solver and its parameters; the recommended method has none of them. */
    private static void applySolver(Spec spec, GraphNmf estimator) {
        if (spec.isJoint()) {
            estimator.setSolver(ParamDefinitions.RECOMMENDED);
            for (Param<?> ofSolvers : ofSolvers(estimator)) estimator.clear(ofSolvers);
            return;
        }
        SolverSpec solver = spec.solver();
        estimator
                .setSolver(solver.kind().cliName())
                .setBeta(solver.beta())
                .setMomentum(solver.momentum())
                .setBetaMax(solver.betaMax())
                .setFixedBeta(solver.fixedBeta())
                .setStepFactor(solver.stepFactor())
                .setProjectStart(solver.projectStart())
                .setTheory(solver.byTheory())
                .setLaplacian(spec.laplacian().toString());
    }

    /** The parameters that only the solvers of the paper have. */
    private static List<Param<?>> ofSolvers(GraphNmfParams params) {
        ParamDefinitions known = params.definitions();
        return List.of(
                known.beta,
                known.momentum,
                known.betaMax,
                known.fixedBeta,
                known.stepFactor,
                known.projectStart,
                known.theory,
                known.laplacian);
    }

    private static void requireNoSolverParams(GraphNmfParams params) {
        for (Param<?> param : ofSolvers(params))
            Preconditions.require(
                    !params.isSet(param),
                    "%s %s does not apply to the recommended method; clear it, or set a solver, such as accpalm",
                    param.name(),
                    params.isSet(param) ? params.getOrDefault(param) : "");
    }

    private static boolean isRecommended(GraphNmfParams params) {
        return params.getSolver().equals(ParamDefinitions.RECOMMENDED);
    }

    /** The recommended method; models without a joint term are solved by accpalm. */
    private static Spec recommended(GraphNmfParams params, int components) {
        Model model = model(params);
        Preconditions.require(
                !isLambdaSet(params),
                "lambda %s does not apply to the recommended method, whose weight is alpha, %s by default; set alpha, or a solver",
                params.getLambda(),
                Spec.JOINT_ALPHA);
        double alpha = params.isDefined(params.alpha()) ? params.getAlpha() : Spec.JOINT_ALPHA;
        Spec spec = Spec.recommended(model, components, GraphWeight.alpha(alpha));
        // on one machine best-support solves models without a graph, but it needs all samples in one place
        if (!spec.isJoint())
            return named(params, Spec.paper(model, components).withSolver(solver(params, SolverKind.ACCPALM)));
        requireNoSolverParams(params);
        spec = spec.withBaselines(params.getBaselines());
        Preconditions.require(
                !params.isSet(params.graphTerm()) || params.getGraphTerm().equals(GraphTerm.JOINT.toString()),
                "graphTerm %s does not go with the recommended method, which has joint; set a solver for it",
                params.isSet(params.graphTerm()) ? params.getGraphTerm() : "");
        return spec;
    }

    /** A solver of the paper. */
    private static Spec named(GraphNmfParams params, int components) {
        SolverKind kind = SolverKind.parse(params.getSolver());
        return named(params, Spec.paper(model(params), components).withSolver(solver(params, kind)));
    }

    private static Spec named(GraphNmfParams params, Spec paper) {
        Spec spec =
                paper.withLaplacian(LaplacianKind.parse(params.getLaplacian())).withBaselines(false);
        if (params.isSet(params.graphTerm()))
            spec = spec.withGraphTerm(word(GraphTerm.class, "graphTerm", params.getGraphTerm()));
        Preconditions.require(
                spec.graphTerm() != GraphTerm.JOINT,
                "graphTerm joint belongs to the recommended method; leave the solver out, or use trace or invariant");
        return spec.withWeight(weight(params));
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

    private static SolverSpec solver(GraphNmfParams params, SolverKind kind) {
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

    /** The graph of the method, with the parameters that are set. */
    private static GraphSpec graph(GraphNmfParams params, GraphSpec usual) {
        GraphSpec graph = usual.withNeighbors(params.getNeighbors())
                .withWeights(word(WeightKind.class, "weights", params.getWeights()))
                .withMetric(word(Metric.class, "metric", params.getMetric()))
                .withSearch(word(SearchKind.class, "search", params.getSearch()));
        if (params.isDefined(params.sigma())) graph = graph.withSigma(params.getSigma());
        if (params.isDefined(params.symmetrize()))
            graph = graph.withSymmetrize(word(Symmetrization.class, "symmetrize", params.getSymmetrize()));
        return params.isDefined(params.graphPcs()) ? withComponents(graph, params.getGraphPcs()) : graph;
    }

    /** Sets the components; the usual number may be more than the data have, another one may not. */
    private static GraphSpec withComponents(GraphSpec graph, String word) {
        if (word.equals(NO_COMPONENTS)) return graph.withoutComponents();
        int count;
        try {
            count = Integer.parseInt(word);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "graphPcs must be a whole number of at least 1, or none, got '" + word + "'", e);
        }
        return count == GraphSpec.COMPONENTS
                ? graph.withComponents(ComponentSpec.atMost(count))
                : graph.withComponents(count);
    }

    private static boolean isLambdaSet(GraphNmfParams params) {
        return params.isSet(params.lambda()) || params.isSet(params.regParam());
    }

    private static GraphWeight weight(GraphNmfParams params) {
        Preconditions.require(
                !params.isSet(params.lambda())
                        || !params.isSet(params.regParam())
                        || params.getOrDefault(params.lambda()).equals(params.getOrDefault(params.regParam())),
                "lambda %s and regParam %s are two names of one parameter; set only one",
                params.getOrDefault(params.lambda()),
                params.getRegParam());
        if (!params.isDefined(params.alpha())) return GraphWeight.lambda(params.getLambda());
        Preconditions.require(
                !isLambdaSet(params),
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
