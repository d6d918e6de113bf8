package org.grapnel.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.grapnel.Trust;
import org.grapnel.evaluate.Score;
import org.grapnel.model.Objective;
import org.grapnel.solve.Step;
import org.grapnel.solve.Trace;
import org.jspecify.annotations.Nullable;

/**
 * Converts a summary to table rows and back: one row for the summary, one for each step of the trace. Saved models
 * store the column names.
 */
final class SummaryRows {
    static final StructType STEP = new StructType()
            .add("iteration", DataTypes.IntegerType)
            .add("seconds", DataTypes.DoubleType)
            .add("loss", DataTypes.DoubleType)
            .add("graph_term", DataTypes.DoubleType)
            .add("change", DataTypes.DoubleType)
            .add("beta", DataTypes.DoubleType)
            .add("accepted", DataTypes.BooleanType)
            .add("rows_computed", DataTypes.IntegerType);

    static final StructType SUMMARY = new StructType()
            .add("model", DataTypes.StringType)
            .add("solver", DataTypes.StringType)
            .add("rank", DataTypes.IntegerType)
            .add("lambda", DataTypes.DoubleType)
            .add("feasible_from", DataTypes.IntegerType)
            .add("size", DataTypes.DoubleType)
            .add("stop", DataTypes.StringType)
            .add("stop_sentence", DataTypes.StringType)
            .add("converged", DataTypes.BooleanType)
            .add("residual_w", DataTypes.DoubleType)
            .add("residual_h", DataTypes.DoubleType)
            .add("relative_error", DataTypes.DoubleType)
            .add("kept", list(DataTypes.IntegerType))
            .add("features", DataTypes.IntegerType)
            .add("samples", DataTypes.IntegerType)
            .add("partitions", DataTypes.IntegerType)
            .add("sparse", DataTypes.BooleanType)
            .add("groups", list(DataTypes.LongType))
            .add("edges", DataTypes.LongType)
            .add("mean_degree", DataTypes.DoubleType)
            .add("isolated", DataTypes.LongType)
            .add("sigma", DataTypes.DoubleType)
            .add("recall", DataTypes.DoubleType)
            .add("notes", list(DataTypes.StringType))
            .add("seconds", DataTypes.DoubleType)
            .add("alpha", DataTypes.DoubleType)
            .add("groups_from", DataTypes.StringType)
            .add("symmetry_gap", DataTypes.DoubleType)
            .add("silhouette", DataTypes.DoubleType)
            .add("trust", DataTypes.StringType)
            .add("edges_within_groups", DataTypes.DoubleType)
            .add("checks", list(DataTypes.StringType))
            .add("check_values", list(DataTypes.DoubleType))
            .add("warnings", list(DataTypes.StringType));

    private SummaryRows() {}

    private static DataType list(DataType of) {
        return DataTypes.createArrayType(of, false);
    }

    static List<Row> steps(Trace trace) {
        return trace.steps().stream()
                .map(s -> RowFactory.create(
                        s.iteration(),
                        s.seconds(),
                        s.objective().loss(),
                        s.objective().graphTerm(),
                        s.change(),
                        s.beta(),
                        s.accepted(),
                        s.rowsComputed()))
                .toList();
    }

    static Row row(GraphNmfSummary s) {
        Optional<GraphNmfSummary.GraphStatistics> graph = s.graph();
        Optional<RecommendedSummary> recommended = s.recommended();
        Optional<Trust> trust = recommended.flatMap(RecommendedSummary::trust);
        List<Trust.Check> checks = trust.map(Trust::checks).orElse(List.of());
        return RowFactory.create(
                s.model(),
                s.solver(),
                s.rank(),
                s.lambda(),
                s.trace().feasibleFrom(),
                s.trace().size(),
                s.stop(),
                s.stopSentence(),
                s.converged(),
                s.residualW(),
                s.residualH(),
                s.relativeError(),
                s.kept().toArray(),
                s.features(),
                s.samples(),
                s.partitions(),
                s.sparse(),
                s.groups().toArray(),
                graph.map(g -> (Object) g.edges()).orElse(null),
                graph.map(g -> (Object) g.meanDegree()).orElse(null),
                graph.map(g -> (Object) g.isolated()).orElse(null),
                graph.map(g -> cell(g.sigma())).orElse(null),
                graph.map(g -> cell(g.recall())).orElse(null),
                s.notes().toArray(),
                s.seconds(),
                recommended.map(r -> (Object) r.alpha()).orElse(null),
                recommended.map(RecommendedSummary::groupsFrom).orElse(null),
                recommended.map(r -> (Object) r.symmetryGap()).orElse(null),
                recommended.map(r -> cell(r.silhouette().value())).orElse(null),
                trust.map(t -> t.level().jsonName()).orElse(null),
                trust.map(t -> (Object) t.edgesWithinGroups()).orElse(null),
                checks.stream().map(Trust.Check::what).toArray(),
                checks.stream().flatMap(c -> Stream.of(c.value(), c.needed())).toArray(),
                trust.map(Trust::warnings).orElse(List.of()).toArray());
    }

    static GraphNmfSummary summary(Row row, List<Row> steps) {
        List<Step> trace = steps.stream()
                .map(s -> new Step(
                        s.getInt(0),
                        s.getDouble(1),
                        new Objective(s.getDouble(2), s.getDouble(3)),
                        s.getDouble(4),
                        s.getDouble(5),
                        s.getBoolean(6),
                        s.getInt(7)))
                .toList();
        Optional<GraphNmfSummary.GraphStatistics> graph = row.isNullAt(row.fieldIndex("edges"))
                ? Optional.empty()
                : Optional.of(new GraphNmfSummary.GraphStatistics(
                        row.<Long>getAs("edges"),
                        row.<Double>getAs("mean_degree"),
                        row.<Long>getAs("isolated"),
                        number(row.getAs("sigma")),
                        number(row.getAs("recall"))));
        return new GraphNmfSummary(
                row.getAs("model"),
                row.getAs("solver"),
                row.<Integer>getAs("rank"),
                row.<Double>getAs("lambda"),
                new Trace(trace, row.<Integer>getAs("feasible_from"), row.<Double>getAs("size")),
                row.getAs("stop"),
                row.getAs("stop_sentence"),
                row.<Boolean>getAs("converged"),
                row.<Double>getAs("residual_w"),
                row.<Double>getAs("residual_h"),
                row.<Double>getAs("relative_error"),
                row.getList(row.fieldIndex("kept")),
                row.<Integer>getAs("features"),
                row.<Integer>getAs("samples"),
                row.<Integer>getAs("partitions"),
                row.<Boolean>getAs("sparse"),
                row.getList(row.fieldIndex("groups")),
                graph,
                recommended(row),
                row.getList(row.fieldIndex("notes")),
                row.<Double>getAs("seconds"));
    }

    /** Reads what only the recommended method says; a model of version 0.1 has no such columns. */
    private static Optional<RecommendedSummary> recommended(Row row) {
        boolean older = !Arrays.asList(row.schema().fieldNames()).contains("alpha");
        if (older || row.isNullAt(row.fieldIndex("alpha"))) return Optional.empty();
        OptionalDouble silhouette = number(row.getAs("silhouette"));
        return Optional.of(new RecommendedSummary(
                row.<Double>getAs("alpha"),
                row.getAs("groups_from"),
                trust(row),
                row.<Double>getAs("symmetry_gap"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                silhouette.isPresent()
                        ? Score.of(silhouette.getAsDouble())
                        : Score.undefined("it was not defined when the model was saved")));
    }

    private static Optional<Trust> trust(Row row) {
        if (row.isNullAt(row.fieldIndex("trust"))) return Optional.empty();
        List<String> what = row.getList(row.fieldIndex("checks"));
        List<Double> values = row.getList(row.fieldIndex("check_values"));
        List<Trust.Check> checks = new ArrayList<>();
        for (int i = 0; i < what.size(); i++)
            checks.add(new Trust.Check(what.get(i), values.get(2 * i), values.get(2 * i + 1)));
        Trust.Level level = Trust.Level.valueOf(row.<String>getAs("trust").toUpperCase(Locale.ROOT));
        return Optional.of(new Trust(
                level, row.<Double>getAs("edges_within_groups"), checks, row.getList(row.fieldIndex("warnings"))));
    }

    private static @Nullable Object cell(OptionalDouble number) {
        return number.isPresent() ? number.getAsDouble() : null;
    }

    private static OptionalDouble number(@Nullable Double cell) {
        return cell == null ? OptionalDouble.empty() : OptionalDouble.of(cell);
    }
}
