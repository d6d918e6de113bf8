package org.grapnel.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.serializer.JavaSerializer;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.grapnel.FitContext;
import org.grapnel.Spec;
import org.grapnel.data.DataException;
import org.grapnel.graph.GraphSpec;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runtime.Preconditions;
import org.grapnel.select.Selection;
import org.grapnel.solve.Certificate;
import org.grapnel.solve.StopReason;
import org.grapnel.solve.Trace;
import org.grapnel.spark.cluster.DistributedKMeans;
import org.grapnel.spark.components.SampleComponents;
import org.grapnel.spark.data.Ingestion;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.data.SampleGroups;
import org.grapnel.spark.data.SchemaChecks;
import org.grapnel.spark.graph.SampleGraph;
import org.grapnel.spark.graph.SampleNeighbors;
import org.grapnel.spark.graph.SparkLaplacian;
import org.grapnel.spark.model.FactorPartition;
import org.grapnel.spark.model.FittedFactors;
import org.grapnel.spark.model.TrainingSamples;
import org.grapnel.spark.pipeline.RecommendedFit;
import org.grapnel.spark.pipeline.RecommendedPipeline;
import org.grapnel.spark.pipeline.SampleDepth;
import org.grapnel.spark.pipeline.SampleLabels;
import org.grapnel.spark.rdd.RddCheckpoints;
import org.grapnel.spark.rdd.ResourceStack;
import org.grapnel.spark.rdd.StateFolder;
import org.grapnel.spark.solve.SparkSolver;
import org.grapnel.transform.GroupCenters;

/**
 * Fits a model to a DataFrame: panels, graph, factors, groups. Only the factors stay persisted, also after a failure.
 */
final class FitPipeline {
    private final GraphNmf estimator;
    private final Dataset<?> data;
    private final Optional<Dataset<Row>> edges;
    private final FitContext context;
    private final List<String> notes = new ArrayList<>();

    FitPipeline(GraphNmf estimator, Dataset<?> data, Optional<Dataset<Row>> edges, FitContext context) {
        this.estimator = estimator;
        this.data = data;
        this.edges = edges;
        this.context = context;
    }

    /** Returns the schema with the columns that a model adds. Ids are checked only for a fit. */
    static StructType outputSchema(GraphNmfParams params, StructType schema, boolean isFit) {
        SchemaChecks.checkFeatures(schema, params.getFeaturesCol());
        if (isFit) SchemaChecks.checkId(schema, SpecFactory.idCol(params));
        String output = params.getOutputCol();
        String prediction = params.getPredictionCol();
        Preconditions.require(
                !isFit || SpecFactory.idCol(params).isPresent() || !(output.equals("id") || prediction.equals("id")),
                "without idCol the column 'id' holds the sample numbers; choose another name for outputCol and predictionCol");
        SchemaChecks.checkFree(schema, "outputCol", output);
        SchemaChecks.checkFree(schema, "predictionCol", prediction);
        Preconditions.require(
                !output.equals(prediction), "outputCol and predictionCol are both '%s'; they must differ", output);
        return schema.add(output, SQLDataTypes.VectorType(), false).add(prediction, DataTypes.IntegerType, false);
    }

    /** Refuses a serializer that would fail in the first job. */
    static void requireSupported(SparkConf settings) {
        String serializer = settings.get("spark.serializer", "");
        Preconditions.require(
                !serializer.contains("Kryo"),
                "spark.serializer is %s, which cannot deserialize Java records; use Spark's default, %s",
                serializer,
                JavaSerializer.class.getName());
    }

    GraphNmfModel fit() {
        requireSupported(data.sparkSession().sparkContext().conf());
        RddCheckpoints.ensureDirectory(
                JavaSparkContext.fromSparkContext(data.sparkSession().sparkContext()));
        long started = System.nanoTime();
        Spec requested = estimator.spec();
        Optional<String> idCol = SpecFactory.idCol(estimator);
        DataType idType = SchemaChecks.checkId(data.schema(), idCol);
        Optional<Integer> partitions =
                SpecFactory.valueIfSet(estimator, estimator.partitions()).map(Integer.class::cast);
        context.listener().onPhase("reading");
        try (Ingestion ingestion = Ingestion.read(data, estimator.getFeaturesCol(), idCol, partitions)) {
            ingestion.notes().forEach(this::note);
            Panels X = ingestion.panels();
            requireSupported(X, requested);
            if (requested.isJoint()) return fitRecommended(X, ingestion.ids(), idType, requested, started);
            Optional<TrainingStep.UsedGraph> graph = graph(X, ingestion.ids(), requested);
            try {
                graph.ifPresent(used -> used.graph().notes().forEach(this::note));
                GraphNmfModel model = fit(X, ingestion.ids(), idType, graph, requested, started);
                graph.ifPresent(used -> model.withParts(new FitParts(used.graph(), used.components(), used)));
                return model;
            } catch (Exception | Error e) { // Scala throws undeclared checked exceptions
                graph.ifPresent(TrainingStep.UsedGraph::close);
                throw e;
            }
        }
    }

    private GraphNmfModel fitRecommended(
            Panels X, Optional<JavaRDD<List<Object>>> ids, DataType idType, Spec spec, long started) {
        RecommendedPipeline.check(X, spec);
        RecommendedPipeline pipeline = new RecommendedPipeline(
                X,
                spec,
                context,
                estimator.getCheckpointInterval(),
                states(),
                estimator.labels().map(rows -> new SampleLabels(rows, ids)));
        try (ResourceStack made = new ResourceStack()) {
            RecommendedFit found = made.add(pipeline.fit(edges.map(given -> SampleGraph.of(X, ids, given))));
            notes.addAll(found.notes());
            noteDepth(X, found.groups());
            int[] kept = found.support().toArray();
            List<Integer> best = found.selection().map(Selection::order).orElseGet(() -> rankByNorm(found.W(), kept));
            RecommendedSummary recommended = new RecommendedSummary(
                    spec.weight().value(),
                    found.origin().jsonName(),
                    found.trust(),
                    found.certificate().symmetryGap().orElse(0.0),
                    Optional.of(found.rounds()),
                    found.selection(),
                    Optional.of(found.markers()),
                    found.baselines(),
                    found.silhouette());
            GraphNmfSummary summary = summary(
                    X,
                    spec,
                    found.W(),
                    new SolveEnd(found.trace(), found.stop(), found.certificate()),
                    best,
                    Arrays.stream(found.groups().sizes()).boxed().toList(),
                    Optional.of(found.graph()),
                    Optional.of(recommended),
                    started);
            context.listener().onPhase("keeping the training samples");
            double[][] W = rows(found.W(), kept);
            TrainingSamples training = made.add(TrainingStep.ofJoint(
                    X,
                    ids,
                    new FittedFactors(kept, W, found.Ht(), found.groups()),
                    new TrainingStep.UsedGraph(found.graph(), found.components(), found.neighbors()),
                    spec,
                    edges.isPresent()));
            JavaRDD<FactorPartition> factors = FactorPartition.persist(
                    X.offsets(), ids, found.Ht(), found.groups().labels(), Optional.of(found.confidence()));
            GraphNmfModel model = new GraphNmfModel(estimator.uid(), kept, W, training.groups(), summary)
                    .withFactors(factors, idType, data.sparkSession())
                    .withTraining(training)
                    .withParts(new FitParts(found.graph(), found.components(), found));
            made.add(model::release);
            GraphNmfModel result = estimator.copyValues(model, ParamMap.empty());
            made.keep();
            return result;
        }
    }

    private Optional<StateFolder> states() {
        JavaSparkContext spark =
                JavaSparkContext.fromSparkContext(data.sparkSession().sparkContext());
        return estimator.stateFolder().map(folder -> StateFolder.at(spark, new Path(folder)));
    }

    /** How a solver ended. */
    private record SolveEnd(Trace trace, StopReason stop, Certificate certificate) {}

    private GraphNmfModel fit(
            Panels X,
            Optional<JavaRDD<List<Object>>> ids,
            DataType idType,
            Optional<TrainingStep.UsedGraph> graph,
            Spec requested,
            long started) {
        Optional<SparkLaplacian> L = graph.map(used -> used.graph().laplacian(requested.laplacian()));
        try {
            Spec spec = requested.withLambda(
                    graph.map(used -> lambda(requested, used.graph())).orElse(0.0));
            context.listener().onPhase("fitting");
            try (SparkSolver.SparkSolution result = SparkSolver.solve(
                    X,
                    L,
                    spec,
                    estimator.getCheckpointInterval(),
                    states(),
                    context.listener()::onIteration,
                    context::isCancelled)) {
                context.listener().onPhase("grouping");
                double[] scale = DistributedKMeans.scale(
                        result.W(), spec.usesGraph() && spec.graphTerm().fixesScale());
                try (DistributedKMeans groups = DistributedKMeans.compute(
                                result.Ht(), X.offsets(), scale, spec.clusters(), spec.seed());
                        SampleGroups labels = SampleGroups.create(groups.labels(), groups.centers().length)) {
                    noteGroups(groups, spec);
                    noteDepth(X, labels);
                    GroupCenters rule = new GroupCenters(false, scale, groups.centers());
                    return fit(X, ids, idType, graph, spec, result, labels, rule, started);
                }
            }
        } finally {
            L.ifPresent(SparkLaplacian::close);
        }
    }

    private GraphNmfModel fit(
            Panels X,
            Optional<JavaRDD<List<Object>>> ids,
            DataType idType,
            Optional<TrainingStep.UsedGraph> graph,
            Spec spec,
            SparkSolver.SparkSolution result,
            SampleGroups groups,
            GroupCenters rule,
            long started) {
        DenseMatrix W = result.W();
        int[] kept = result.support().toArray();
        GraphNmfSummary summary = summary(
                X,
                spec,
                W,
                new SolveEnd(result.trace(), result.stop(), result.certificate()),
                rankByNorm(W, kept),
                Arrays.stream(groups.sizes()).boxed().toList(),
                graph.map(TrainingStep.UsedGraph::graph),
                Optional.empty(),
                started);
        GraphNmfModel model = new GraphNmfModel(estimator.uid(), kept, rows(W, kept), rule, summary);
        try (ResourceStack made = new ResourceStack()) {
            made.add(model::release);
            model.withFactors(
                    FactorPartition.persist(X.offsets(), ids, result.Ht(), groups.labels(), Optional.empty()),
                    idType,
                    data.sparkSession());
            if (graph.isPresent() && kept.length > 0) {
                context.listener().onPhase("keeping the training samples");
                model.withTraining(TrainingStep.ofLaplacian(
                        X,
                        ids,
                        new FittedFactors(kept, rows(W, kept), result.Ht(), groups),
                        graph.get(),
                        spec,
                        edges.isPresent()));
            }
            GraphNmfModel fitted = estimator.copyValues(model, ParamMap.empty());
            made.keep();
            return fitted;
        }
    }

    private GraphNmfSummary summary(
            Panels X,
            Spec spec,
            DenseMatrix W,
            SolveEnd end,
            List<Integer> best,
            List<Long> groups,
            Optional<SampleGraph> graph,
            Optional<RecommendedSummary> recommended,
            long started) {
        double squares = Arrays.stream(X.rowSquares()).sum();
        return new GraphNmfSummary(
                spec.model().cliName(),
                recommended.isPresent()
                        ? ParamDefinitions.RECOMMENDED
                        : spec.solver().kind().cliName(),
                W.cols(),
                recommended.isPresent() ? 0 : spec.lambda(),
                end.trace,
                end.stop.code(),
                end.stop.sentence(),
                end.stop.converged(),
                end.certificate.residualW(),
                end.certificate.residualH(),
                Math.sqrt(Math.max(0, 2 * end.trace.last().objective().loss()) / squares),
                best,
                X.features(),
                X.samples(),
                X.partitions(),
                X.nonZeros() < (long) X.samples() * X.features(),
                groups,
                graph.map(FitPipeline::statistics),
                recommended,
                notes,
                (System.nanoTime() - started) / 1e9);
    }

    private static double[][] rows(DenseMatrix W, int[] kept) {
        double[][] rows = new double[kept.length][W.cols()];
        for (int i = 0; i < kept.length; i++) W.row(kept[i], rows[i]);
        return rows;
    }

    private static GraphNmfSummary.GraphStatistics statistics(SampleGraph graph) {
        return new GraphNmfSummary.GraphStatistics(
                graph.edges(), graph.meanDegree(), graph.isolated(), graph.sigma(), graph.recall());
    }

    /** Sorts by the norm of the rows of W, largest first; ties go to the lower index. */
    private static List<Integer> rankByNorm(DenseMatrix W, int[] kept) {
        return IntStream.of(kept)
                .boxed()
                .sorted(Comparator.<Integer>comparingDouble(i -> Math.sqrt(W.rowSquares(i)))
                        .reversed()
                        .thenComparingInt(i -> i))
                .toList();
    }

    /** Refuses parameters that do not suit the data. */
    private void requireSupported(Panels X, Spec spec) {
        spec.model().check(X.features(), X.samples(), spec.rank(), spec.keep());
        Preconditions.require(
                spec.clusters() <= X.samples(),
                "clusters must be between 1 and %d, the number of samples, got %d",
                X.samples(),
                spec.clusters());
        if (spec.model().selectsFeatures() && spec.keep().orElse(spec.rank()) < spec.rank())
            note(String.format(
                    Locale.ROOT,
                    "keep %d is less than rank %d: there are fewer features than components, so some components overlap",
                    spec.keep().orElseThrow(),
                    spec.rank()));
        if (edges.isPresent() && !spec.usesGraph())
            note("the edges are not used: "
                    + (spec.model().usesGraph()
                            ? "lambda is 0"
                            : "model " + spec.model().cliName() + " has no graph"));
    }

    private Optional<TrainingStep.UsedGraph> graph(Panels X, Optional<JavaRDD<List<Object>>> ids, Spec spec) {
        if (!spec.usesGraph()) return Optional.empty();
        if (edges.isPresent())
            return Optional.of(new TrainingStep.UsedGraph(
                    SampleGraph.of(X, ids, edges.get()), Optional.empty(), Optional.empty()));
        context.listener().onPhase("finding neighbours");
        GraphSpec how = spec.graph();
        try (ResourceStack made = new ResourceStack()) {
            Optional<SampleComponents> components = made.add(SampleComponents.compute(X, how));
            Optional<SampleNeighbors> near =
                    made.add(components.map(found -> SampleNeighbors.search(found.points(), how, how.neighbors())));
            SampleGraph built = components.isEmpty()
                    ? SampleGraph.nearest(X, how.withoutComponents())
                    : near.orElseThrow().graph(components.get().points(), how);
            made.keep();
            return Optional.of(new TrainingStep.UsedGraph(built, components, near));
        }
    }

    private static double lambda(Spec spec, SampleGraph graph) {
        double value = spec.weight().value();
        if (!spec.weight().perDegree()) return value;
        double degree = graph.meanDiagonal(spec.laplacian());
        if (!(degree > 0))
            throw new DataException(
                    "the graph has no edges, so alpha %s has no meaning; set lambda, or alpha 0", value);
        return value / degree;
    }

    private void noteGroups(DistributedKMeans groups, Spec spec) {
        if (groups.centers().length < spec.clusters())
            note(String.format(
                    Locale.ROOT,
                    "only %d of %d groups were formed: H has no more distinct columns",
                    groups.centers().length,
                    spec.clusters()));
        if (!groups.hasConverged())
            note("k-means on H did not converge: the centers still moved in the last iteration");
    }

    private void noteDepth(Panels X, SampleGroups groups) {
        SampleDepth.note(X, groups, estimator.preparation(), estimator.arePictures())
                .ifPresent(this::note);
    }

    private void note(String text) {
        notes.add(text);
        context.listener().onNote(text);
    }
}
