package org.grapnel.spark;

import java.io.Serializable;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.model.GraphTerm;
import org.grapnel.model.Model;
import org.grapnel.solve.SolverKind;
import org.grapnel.solve.SolverSpec;
import org.grapnel.solve.StopSpec;

/** The parameters of an estimator or of its model, with the words of the command line and the defaults of the paper's solvers. */
final class ParamDefinitions implements Serializable {
    private static final long serialVersionUID = 1;

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
    final DoubleParam alpha;
    final Param<String> graphTerm;
    final Param<String> laplacian;
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
    final IntParam partitions;
    final IntParam checkpointInterval;

    ParamDefinitions(Params of) {
        featuresCol = new Param<>(
                of.uid(),
                "featuresCol",
                "The column with a vector for every sample: ml vectors, dense or sparse, array<double> or array<float>.",
                String.class);
        idCol = new Param<>(
                of.uid(),
                "idCol",
                "The column of sample ids: string, bigint or int, no two the same. Default: samples are numbered from 0",
                String.class);
        outputCol = new Param<>(
                of.uid(), "outputCol", "Where a sample's row of H goes, a vector of rank numbers.", String.class);
        predictionCol = new Param<>(
                of.uid(), "predictionCol", "Where the group of a sample goes, counted from 0.", String.class);
        model = new Param<>(
                of.uid(),
                "model",
                "nmf, nmf-l0, nmf-l20, nmf-lc0, or with a graph gnmf, gnmf-l0, gnmf-l20, gnmf-lc0. l20 keeps rows of W (features), l0 entries of W, lc0 entries of each column.",
                String.class);
        rank = new IntParam(of.uid(), "rank", "The number of components. Default: that of clusters");
        clusters = new IntParam(of.uid(), "clusters", "The number of groups. Default: that of rank");
        keep = new IntParam(
                of.uid(),
                "keep",
                "What stays of W: keep rows (l20), keep * rank entries (l0), keep entries in each column (lc0). Required for these models, refused for nmf and gnmf.");
        graphWeight = new DoubleParam(of.uid(), "lambda", "The weight of the graph term; 0 leaves the graph out.");
        alpha = new DoubleParam(
                of.uid(),
                "alpha",
                "The same without a unit, instead of lambda: lambda * mean degree of the graph, so that it does not matter whether edges weigh 0.1 or 10.");
        graphTerm = new Param<>(
                of.uid(),
                "graphTerm",
                "How the graph enters: trace, the paper's Tr(HLH'), or invariant, the sum of |w_j|^2 h_j L h_j', in which the weight of the graph keeps its meaning.",
                String.class);
        laplacian = new Param<>(
                of.uid(), "laplacian", "plain (D - A) or normalized (every sample counts the same).", String.class);
        neighbors = new IntParam(of.uid(), "neighbors", "How many nearest samples each is joined to.");
        weights = new Param<>(
                of.uid(), "weights", "gaussian (exp(-d^2/2s^2) for distance d), binary or dot.", String.class);
        sigma = new DoubleParam(
                of.uid(), "sigma", "s of the gaussian weights. Default: the mean distance to the neighbours");
        metric = new Param<>(of.uid(), "metric", "euclidean or cosine.", String.class);
        symmetrize = new Param<>(
                of.uid(),
                "symmetrize",
                "Which pairs are joined when only one is a neighbour of the other: max (all), mean (all, at half the weight) or mutual (none).",
                String.class);
        search = new Param<>(
                of.uid(),
                "search",
                "exact, approximate (at least 95 % of the neighbours, measured) or auto: exact up to 100,000 samples.",
                String.class);
        solver = new Param<>(of.uid(), "solver", "palm, accpalm, ipalm or bpl (the paper's).", String.class);
        beta = new DoubleParam(of.uid(), "beta", "accpalm: the first weight of the extrapolation, 0 to 1.");
        momentum = new DoubleParam(of.uid(), "momentum", "accpalm: by which factor > 1 it grows and shrinks.");
        betaMax = new DoubleParam(of.uid(), "betaMax", "accpalm: its cap, 0 to 1.");
        fixedBeta = new BooleanParam(of.uid(), "fixedBeta", "accpalm: the weight stays what it is.");
        stepFactor = new DoubleParam(of.uid(), "stepFactor", "Steps are 1 / (stepFactor * L), at least 1.");
        projectStart = new BooleanParam(of.uid(), "projectStart", "Make the starting W fulfil its constraint first.");
        theory = new BooleanParam(
                of.uid(),
                "theory",
                "Rules with a proof: Pock and Sabach's for ipalm, Xu and Yin's for bpl, and projectStart with stepFactor 1.01 for accpalm.");
        tol = new DoubleParam(of.uid(), "tol", "Stop when the relative change is below it; 0 switches this off.");
        maxIter = new IntParam(of.uid(), "maxIter", "Iterations at most.");
        maxSeconds = new DoubleParam(of.uid(), "maxSeconds", "Seconds at most. Default: no limit");
        seed = new LongParam(of.uid(), "seed", "Of the start, of k-means and of the approximate search.");
        partitions = new IntParam(
                of.uid(),
                "partitions",
                "Over how many partitions the samples are spread. Default: as many as the data have");
        checkpointInterval = new IntParam(
                of.uid(), "checkpointInterval", "After how many iterations lineage is cut by a checkpoint.");
        of.setDefault(featuresCol, "features");
        of.setDefault(outputCol, "factors");
        of.setDefault(predictionCol, "cluster");
        of.setDefault(model, Model.GNMF_L20.cliName());
        of.setDefault(graphWeight, 100.0);
        of.setDefault(graphTerm, GraphTerm.TRACE.toString());
        of.setDefault(laplacian, LaplacianKind.PLAIN.cliName());
        of.setDefault(neighbors, GRAPH.neighbors());
        of.setDefault(weights, GRAPH.weights().toString());
        of.setDefault(metric, GRAPH.metric().toString());
        of.setDefault(symmetrize, GRAPH.symmetrize().toString());
        of.setDefault(search, GRAPH.search().toString());
        of.setDefault(solver, PAPER.method().cliName());
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
        of.setDefault(checkpointInterval, 10);
    }
}
