package org.grapnel.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
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
import org.apache.spark.storage.StorageLevel;
import org.grapnel.Spec;
import org.grapnel.Watch;
import org.grapnel.data.DataException;
import org.grapnel.linalg.Check;
import org.grapnel.linalg.DenseMatrix;

/** From a DataFrame to a model: panels, graph, factors, groups, in this order; whatever happens, nothing but the factors stays persisted. */
final class Fitting {
    private final GraphNmf estimator;
    private final Dataset<?> data;
    private final Optional<Dataset<Row>> edges;
    private final Watch watch;
    private final List<String> notes = new ArrayList<>();

    Fitting(GraphNmf estimator, Dataset<?> data, Optional<Dataset<Row>> edges, Watch watch) {
        this.estimator = estimator;
        this.data = data;
        this.edges = edges;
        this.watch = watch;
    }

    /** The columns with those that a model adds; the ids are needed by a fit alone. */
    static StructType schema(GraphNmfParams params, StructType schema, boolean fits) {
        Columns.checkFeatures(schema, params.getFeaturesCol());
        if (fits) Columns.checkId(schema, Specs.idCol(params));
        String output = params.getOutputCol();
        String prediction = params.getPredictionCol();
        Check.that(
                !fits || Specs.idCol(params).isPresent() || !(output.equals("id") || prediction.equals("id")),
                "without idCol the factors have their numbers in a column 'id'; choose another name for outputCol and predictionCol");
        Columns.checkFree(schema, "outputCol", output);
        Columns.checkFree(schema, "predictionCol", prediction);
        Check.that(!output.equals(prediction), "outputCol and predictionCol are both '%s'; they must differ", output);
        return schema.add(output, SQLDataTypes.VectorType(), false).add(prediction, DataTypes.IntegerType, false);
    }

    /** Refuses a cluster whose serialiser would fail in the first job. */
    static void check(SparkConf settings) {
        String serializer = settings.get("spark.serializer", "");
        Check.that(
                !serializer.contains("Kryo"),
                "spark.serializer is %s, which cannot read Java's records back; leave it at Spark's own, %s",
                serializer,
                JavaSerializer.class.getName());
    }

    GraphNmfModel model() {
        check(data.sparkSession().sparkContext().conf());
        Checkpoints.ensure(JavaSparkContext.fromSparkContext(data.sparkSession().sparkContext()));
        long began = System.nanoTime();
        Spec asked = estimator.spec();
        Optional<String> idCol = Specs.idCol(estimator);
        DataType idType = Columns.checkId(data.schema(), idCol);
        Optional<Integer> partitions =
                Specs.given(estimator, estimator.partitions()).map(Integer.class::cast);
        watch.phase("reading");
        try (Ingestion ingested = Ingestion.of(data, estimator.getFeaturesCol(), idCol, partitions)) {
            ingested.notes().forEach(this::note);
            Panels X = ingested.panels();
            check(X, asked);
            Optional<SampleGraph> graph = graph(X, ingested.ids(), asked);
            try {
                graph.ifPresent(g -> g.notes().forEach(this::note));
                return model(X, ingested.ids(), idType, graph, asked, began);
            } finally {
                graph.ifPresent(SampleGraph::close);
            }
        }
    }

    private GraphNmfModel model(
            Panels X,
            Optional<JavaRDD<List<Object>>> ids,
            DataType idType,
            Optional<SampleGraph> graph,
            Spec asked,
            long began) {
        Optional<SparkLaplacian> L = graph.map(g -> g.laplacian(asked.laplacian()));
        try {
            Spec spec = asked.withLambda(graph.map(g -> lambda(asked, g)).orElse(0.0));
            watch.phase("fitting");
            try (SparkFit.Result result =
                    SparkFit.solve(X, L, spec, estimator.getCheckpointInterval(), watch, watch::enough)) {
                watch.phase("grouping");
                double[] scale = SampleGroups.scale(
                        result.W(), spec.usesGraph() && spec.graphTerm().fixesScale());
                try (SampleGroups groups =
                        SampleGroups.of(result.Ht(), X.firsts(), scale, spec.clusters(), spec.seed())) {
                    grouped(groups, spec);
                    return model(X, ids, idType, graph, spec, result, groups, scale, began);
                }
            }
        } finally {
            L.ifPresent(SparkLaplacian::close);
        }
    }

    private GraphNmfModel model(
            Panels X,
            Optional<JavaRDD<List<Object>>> ids,
            DataType idType,
            Optional<SampleGraph> graph,
            Spec spec,
            SparkFit.Result result,
            SampleGroups groups,
            double[] scale,
            long began) {
        DenseMatrix W = result.W();
        int[] kept = result.support().toArray();
        double squares = Arrays.stream(X.rowSquares()).sum();
        GraphNmfSummary summary = new GraphNmfSummary(
                spec.model().word(),
                spec.solver().method().word(),
                spec.rank(),
                spec.lambda(),
                result.trace(),
                result.stop().word(),
                result.stop().sentence(),
                result.stop().converged(),
                result.certificate().residualW(),
                result.certificate().residualH(),
                Math.sqrt(Math.max(0, 2 * result.trace().last().objective().loss()) / squares),
                ranked(W, kept),
                X.features(),
                X.samples(),
                X.partitions(),
                X.nonZeros() < (long) X.samples() * X.features(),
                Arrays.stream(groups.sizes()).boxed().toList(),
                graph.map(Fitting::statistics),
                notes,
                (System.nanoTime() - began) / 1e9);
        double[][] rows = new double[kept.length][W.cols()];
        for (int i = 0; i < kept.length; i++) W.row(kept[i], rows[i]);
        JavaRDD<Factors> factors = factors(X, ids, result.Ht(), groups);
        GraphNmfModel model = new GraphNmfModel(estimator.uid(), kept, rows, scale, groups.centers(), summary)
                .withFactors(factors, idType, data.sparkSession());
        return estimator.copyValues(model, ParamMap.empty());
    }

    /** Ids, factors and groups side by side, persisted; what they were made of may go. */
    private static JavaRDD<Factors> factors(
            Panels X, Optional<JavaRDD<List<Object>>> ids, JavaRDD<double[]> Ht, SampleGroups groups) {
        int[] first = X.firsts();
        JavaRDD<Factors> numbered = Ht.zipPartitions(
                        groups.labels(),
                        (h, labels) ->
                                List.of(new Factors(h.next(), labels.next())).iterator())
                .mapPartitionsWithIndex(
                        (q, part) -> List.of(part.next().numbered(first[q])).iterator(), true);
        JavaRDD<Factors> factors = ids.map(all -> numbered.zipPartitions(
                        all,
                        (part, names) ->
                                List.of(part.next().named(names.next())).iterator()))
                .orElse(numbered);
        factors.persist(StorageLevel.MEMORY_AND_DISK());
        try {
            Checkpoints.write(factors);
        } catch (RuntimeException | Error e) {
            factors.unpersist();
            throw e;
        }
        return factors;
    }

    private static GraphNmfSummary.GraphStatistics statistics(SampleGraph graph) {
        return new GraphNmfSummary.GraphStatistics(
                graph.edges(), graph.meanDegree(), graph.isolated(), graph.sigma(), graph.recall());
    }

    /** By the length of their rows of W, longest first; ties to the lower index. */
    private static List<Integer> ranked(DenseMatrix W, int[] kept) {
        return IntStream.of(kept)
                .boxed()
                .sorted(Comparator.<Integer>comparingDouble(i -> Math.sqrt(W.rowSquares(i)))
                        .reversed()
                        .thenComparingInt(i -> i))
                .toList();
    }

    /** Refuses what does not go with the data. */
    private void check(Panels X, Spec spec) {
        spec.model().check(X.features(), X.samples(), spec.rank(), spec.keep());
        Check.that(
                spec.clusters() <= X.samples(),
                "clusters must be between 1 and %d, the number of samples, got %d",
                X.samples(),
                spec.clusters());
        if (spec.model().keepsFeatures() && spec.keep().orElse(spec.rank()) < spec.rank())
            note(String.format(
                    Locale.ROOT,
                    "there are fewer features (keep %d) than components (rank %d): some of them share what they explain",
                    spec.keep().orElseThrow(),
                    spec.rank()));
        if (edges.isPresent() && !spec.usesGraph())
            note("the edges are not used: "
                    + (spec.model().usesGraph()
                            ? "lambda is 0"
                            : "model " + spec.model().word() + " has no graph"));
    }

    private Optional<SampleGraph> graph(Panels X, Optional<JavaRDD<List<Object>>> ids, Spec spec) {
        if (!spec.usesGraph()) return Optional.empty();
        if (edges.isPresent()) return Optional.of(SampleGraph.of(X, ids, edges.get()));
        watch.phase("finding neighbours");
        return Optional.of(SampleGraph.nearest(X, spec.graph()));
    }

    private static double lambda(Spec spec, SampleGraph graph) {
        double value = spec.weight().value();
        if (!spec.weight().perDegree()) return value;
        double degree = graph.meanDiagonal(spec.laplacian());
        if (!(degree > 0))
            throw new DataException("the graph has no edges, so alpha %s says nothing; give lambda, or 0", value);
        return value / degree;
    }

    private void grouped(SampleGroups groups, Spec spec) {
        if (groups.centers().length < spec.clusters())
            note(String.format(
                    Locale.ROOT,
                    "only %d of the %d groups could be formed: H has no more different columns",
                    groups.centers().length,
                    spec.clusters()));
        if (!groups.settled()) note("k-means on H still moved its centres after its last round");
    }

    private void note(String text) {
        notes.add(text);
        watch.note(text);
    }
}
