package org.grapnel.spark.app;

import org.grapnel.Spec;
import org.grapnel.graph.GraphSpec;
import org.grapnel.solve.SolverSpec;
import org.grapnel.spark.GraphNmf;

/**
 * Converts the specification of the command line to an estimator. The recommended method is the estimator's default, so no
 * solver and no graph term are set for it.
 */
final class EstimatorFactory {
    private EstimatorFactory() {}

    static GraphNmf create(Spec spec, SparkOptions spark) {
        GraphSpec graph = spec.graph();
        SolverSpec solver = spec.solver();
        GraphNmf estimator = new GraphNmf()
                .setModel(spec.model().cliName())
                .setRank(spec.rank())
                .setClusters(spec.clusters())
                .setLaplacian(spec.laplacian().toString())
                .setNeighbors(graph.neighbors())
                .setWeights(graph.weights().toString())
                .setMetric(graph.metric().toString())
                .setSymmetrize(graph.symmetrize().toString())
                .setSearch(graph.search().toString())
                .setBeta(solver.beta())
                .setMomentum(solver.momentum())
                .setBetaMax(solver.betaMax())
                .setFixedBeta(solver.fixedBeta())
                .setStepFactor(solver.stepFactor())
                .setProjectStart(solver.projectStart())
                .setTheory(solver.byTheory())
                .setTol(spec.stop().tolerance())
                .setMaxIter(spec.stop().maxIterations())
                .setSeed(spec.seed())
                .setCheckpointInterval(spark.checkpointInterval);
        if (!SparkSpec.isRecommended(spec))
            estimator
                    .setSolver(solver.kind().cliName())
                    .setGraphTerm(spec.graphTerm().toString());
        spec.keep().ifPresent(estimator::setKeep);
        if (spec.weight().perDegree()) estimator.setAlpha(spec.weight().value());
        else estimator.setLambda(spec.weight().value());
        if (graph.sigma().isPresent()) estimator.setSigma(graph.sigma().getAsDouble());
        spec.stop().maxSeconds().ifPresent(estimator::setMaxSeconds);
        spark.partitions.ifPresent(estimator::setPartitions);
        return estimator;
    }
}
