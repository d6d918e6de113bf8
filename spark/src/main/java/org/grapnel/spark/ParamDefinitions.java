package org.grapnel.spark;

import java.io.Serializable;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.grapnel.Spec;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.model.Model;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.StopSpec;

/**
 * Defines the parameters of an estimator or model, with the names of the command line and the defaults of the paper's
 * solvers.
 */
final class ParamDefinitions implements Serializable {
    private static final long serialVersionUID = 1;

    /** The value of {@code solver} for the recommended method. */
    static final String RECOMMENDED = "recommended";

    private static final GraphSpec GRAPH = GraphSpec.standard();
    private static final SolverSpec PAPER = SolverSpec.of(SolverKind.ACCPALM);
    private static final StopSpec STOP = StopSpec.standard();

    final Param<String> featuresCol;
    final Param<String> idCol;
    final Param<String> outputCol;
    final Param<String> predictionCol;
    final Param<String> model;
    final IntParam rank;
    final IntParam clusters;
    final IntParam keep;
    final DoubleParam graphWeight;
    final DoubleParam regParam;
    final DoubleParam alpha;
    final Param<String> graphTerm;
    final Param<String> laplacian;
    final Param<String> graphPcs;
    final IntParam neighbors;
    final Param<String> weights;
    final DoubleParam sigma;
    final Param<String> metric;
    final Param<String> symmetrize;
    final Param<String> search;
    final Param<String> solver;
    final DoubleParam beta;
    final DoubleParam momentum;
    final DoubleParam betaMax;
    final BooleanParam fixedBeta;
    final DoubleParam stepFactor;
    final BooleanParam projectStart;
    final BooleanParam theory;
    final DoubleParam tol;
    final IntParam maxIter;
    final DoubleParam maxSeconds;
    final LongParam seed;
    final BooleanParam baselines;
    final IntParam partitions;
    final IntParam checkpointInterval;

    ParamDefinitions(Params of) {
        featuresCol = new Param<>(
                of.uid(),
                "featuresCol",
                "Column of feature vectors: ml vectors (dense or sparse), array<double> or array<float>.",
                String.class);
        idCol = new Param<>(
                of.uid(),
                "idCol",
                "Column of sample ids: distinct values of type string, bigint or int. Default: samples are numbered from 0",
                String.class);
        outputCol = new Param<>(
                of.uid(),
                "outputCol",
                "Output column for a sample's row of H', a vector of rank numbers.",
                String.class);
        predictionCol = new Param<>(
                of.uid(), "predictionCol", "Output column for the group of a sample, counted from 0.", String.class);
        model = new Param<>(
                of.uid(),
                "model",
                "nmf, nmf-l0, nmf-l20, nmf-lc0, or with a graph gnmf, gnmf-l0, gnmf-l20, gnmf-lc0. l20 keeps rows of W (features), l0 entries of W, lc0 entries of each column.",
                String.class);
        rank = new IntParam(of.uid(), "rank", "Number of components. Default: clusters");
        clusters = new IntParam(of.uid(), "clusters", "Number of groups. Default: rank");
        keep = new IntParam(
                of.uid(),
                "keep",
                "How much of W is kept: keep rows (l20), keep * rank entries (l0), keep entries of each column (lc0). Required for these models, refused for nmf and gnmf.");
        graphWeight = new DoubleParam(
                of.uid(), "lambda", "Weight of the graph term with a named solver; 0 switches the graph off.");
        regParam = new DoubleParam(of.uid(), "regParam", "Second name of lambda, which is a keyword in Python.");
        alpha = new DoubleParam(
                of.uid(),
                "alpha",
                "Weight of the graph term. Recommended: how much the graph counts compared with the data. Named solver: lambda * mean degree, instead of lambda. Default: 10 for recommended");
        graphTerm = new Param<>(
                of.uid(),
                "graphTerm",
                "Graph term: joint (recommended) is |S - H'H|^2, one factor for data and graph; trace is the paper's Tr(HLH'); invariant is the sum of |w_j|^2 h_j L h_j'. Default: joint for recommended, trace for a named solver",
                String.class);
        laplacian = new Param<>(
                of.uid(),
                "laplacian",
                "Laplacian: plain (D - A) or normalized (every sample has the same weight).",
                String.class);
        graphPcs = new Param<>(
                of.uid(),
                "graphPcs",
                "Number of principal components on which neighbors are searched, or none for all features. Default: 50 for recommended, none for a named solver",
                String.class);
        neighbors = new IntParam(of.uid(), "neighbors", "Number of nearest neighbors of each sample.");
        weights = new Param<>(
                of.uid(),
                "weights",
                "Edge weights: gaussian (exp(-d^2/2s^2) for distance d), binary, dot or local.",
                String.class);
        sigma = new DoubleParam(
                of.uid(), "sigma", "s of the gaussian weights. Default: the mean distance to the neighbors");
        metric = new Param<>(of.uid(), "metric", "Distance: euclidean or cosine.", String.class);
        symmetrize = new Param<>(
                of.uid(),
                "symmetrize",
                "Which one-sided neighbor pairs become edges: max (all), mean (all, with half the weight) or mutual (none). Default: mean for recommended, max for a named solver",
                String.class);
        search = new Param<>(
                of.uid(),
                "search",
                "Neighbor search: exact, approximate (at least 95 % of the neighbors, measured) or auto (exact up to 100,000 samples).",
                String.class);
        solver = new Param<>(
                of.uid(),
                "solver",
                "recommended (groups of the graph, features that tell them apart, joint factors), or a solver of the paper: palm, accpalm, ipalm, bpl.",
                String.class);
        beta = new DoubleParam(of.uid(), "beta", "accpalm: initial extrapolation weight, 0 to 1.");
        momentum = new DoubleParam(of.uid(), "momentum", "accpalm: factor > 1 by which beta grows and shrinks.");
        betaMax = new DoubleParam(of.uid(), "betaMax", "accpalm: upper bound of beta, 0 to 1.");
        fixedBeta = new BooleanParam(of.uid(), "fixedBeta", "accpalm: keep beta fixed.");
        stepFactor =
                new DoubleParam(of.uid(), "stepFactor", "Step factor, at least 1: steps are 1 / (stepFactor * L).");
        projectStart = new BooleanParam(of.uid(), "projectStart", "Project the starting W onto its constraint first.");
        theory = new BooleanParam(
                of.uid(),
                "theory",
                "Use step rules with a convergence proof: Pock and Sabach's for ipalm, Xu and Yin's for bpl, projectStart and stepFactor 1.01 for accpalm.");
        tol = new DoubleParam(
                of.uid(), "tol", "Stop when the relative change is below this value; 0 switches the rule off.");
        maxIter = new IntParam(of.uid(), "maxIter", "Maximum number of iterations.");
        maxSeconds = new DoubleParam(of.uid(), "maxSeconds", "Maximum number of seconds. Default: no limit");
        seed = new LongParam(of.uid(), "seed", "Seed of the start, of k-means and of the approximate search.");
        baselines = new BooleanParam(
                of.uid(),
                "baselines",
                "recommended: compare the result with simpler methods, on at most 5000 samples.");
        partitions = new IntParam(of.uid(), "partitions", "Number of partitions. Default: that of the data");
        checkpointInterval =
                new IntParam(of.uid(), "checkpointInterval", "Number of iterations between two checkpoints.");
        of.setDefault(featuresCol, "features");
        of.setDefault(outputCol, "factors");
        of.setDefault(predictionCol, "cluster");
        of.setDefault(model, Model.GNMF_L20.cliName());
        of.setDefault(graphWeight, Spec.LAMBDA);
        of.setDefault(laplacian, LaplacianKind.PLAIN.cliName());
        of.setDefault(neighbors, GRAPH.neighbors());
        of.setDefault(weights, GRAPH.weights().toString());
        of.setDefault(metric, GRAPH.metric().toString());
        of.setDefault(search, GRAPH.search().toString());
        of.setDefault(solver, RECOMMENDED);
        of.setDefault(beta, PAPER.beta());
        of.setDefault(momentum, PAPER.momentum());
        of.setDefault(betaMax, PAPER.betaMax());
        of.setDefault(fixedBeta, PAPER.fixedBeta());
        of.setDefault(stepFactor, PAPER.stepFactor());
        of.setDefault(projectStart, PAPER.projectStart());
        of.setDefault(theory, PAPER.byTheory());
        of.setDefault(tol, STOP.tolerance());
        of.setDefault(maxIter, STOP.maxIterations());
        of.setDefault(seed, 0L);
        of.setDefault(baselines, true);
        of.setDefault(checkpointInterval, 10);
    }
}
