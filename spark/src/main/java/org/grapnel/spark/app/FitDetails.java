package org.grapnel.spark.app;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.grapnel.GroupingRounds;
import org.grapnel.Groups;
import org.grapnel.Trust;
import org.grapnel.baseline.BaselineFindings;
import org.grapnel.baseline.Baselines;
import org.grapnel.evaluate.Markers;
import org.grapnel.evaluate.Scores;
import org.grapnel.graph.ComponentKind;
import org.grapnel.select.Selection;
import org.grapnel.spark.FitParts;
import org.grapnel.spark.GraphNmfModel;
import org.grapnel.spark.RecommendedSummary;
import org.grapnel.spark.components.SampleComponents;
import org.grapnel.spark.model.PointPanels;

/**
 * What a fit may know besides factors and groups; its folder has an entry or a file for each.
 *
 * @param trust how far the groups can be trusted
 * @param warnings sentences that speak against the result
 * @param groupsFrom what the groups come from, in the words of {@link org.grapnel.Groups.Origin#jsonName}
 * @param silhouette how well the groups are separated
 * @param edgesWithinGroups share of the edge weight inside groups
 * @param rounds how often the groups were made again
 * @param selection the selected features, best first
 * @param markers the features that mark each group
 * @param baselines simpler methods, for comparison
 * @param findings what the baselines show, in sentences
 * @param confidence how sure the group of each sample is: one array for each partition of the factors; NaN where unknown
 * @param components the principal components of the neighbour search
 * @param edges the graph: columns src and dst, sample numbers from 0 as long, and weight; each edge once
 * @param graphComponents number of connected components of the graph
 */
record FitDetails(
        Optional<Trust> trust,
        List<String> warnings,
        Optional<String> groupsFrom,
        Optional<Double> silhouette,
        Optional<Double> edgesWithinGroups,
        Optional<GroupingRounds> rounds,
        Optional<Selection> selection,
        Optional<Markers> markers,
        Optional<Baselines> baselines,
        List<String> findings,
        Optional<JavaRDD<double[]>> confidence,
        Optional<Components> components,
        Optional<Dataset<Row>> edges,
        Optional<Long> graphComponents) {
    FitDetails {
        warnings = List.copyOf(warnings);
        findings = List.copyOf(findings);
    }

    /**
     * Principal components.
     *
     * @param directions a row for each feature, a column for each component
     * @param scores the coordinates of every sample, in the order of the samples
     */
    record Components(ComponentKind kind, List<List<Double>> directions, JavaRDD<double[]> scores) {
        static Components of(SampleComponents found) {
            int M = found.count();
            List<List<Double>> directions = new ArrayList<>();
            double[] row = new double[M];
            for (int i = 0; i < found.directions().rows(); i++) {
                found.directions().row(i, row);
                directions.add(Arrays.stream(row).boxed().toList());
            }
            return new Components(
                    found.kind(), directions, PointPanels.rows(found.points()).flatMap(part -> split(part, M)));
        }

        private static Iterator<double[]> split(double[] part, int M) {
            return IntStream.range(0, part.length / M)
                    .mapToObj(j -> Arrays.copyOfRange(part, j * M, (j + 1) * M))
                    .iterator();
        }

        int count() {
            return directions.isEmpty() ? 0 : directions.get(0).size();
        }
    }

    /** Returns what a model knows. The graph and the scores belong to the model, and are gone after its release. */
    static FitDetails of(GraphNmfModel model, Optional<Scores> scores) {
        SparkSession session = model.factors().sparkSession();
        Optional<Dataset<Row>> edges = model.parts().map(parts -> parts.edges(session));
        Optional<Components> components =
                model.parts().flatMap(FitParts::components).map(Components::of);
        Optional<Long> graphComponents = model.parts().flatMap(FitParts::countComponents);
        if (model.summary().recommended().isEmpty())
            return new FitDetails(
                    Optional.empty(),
                    List.of(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    List.of(),
                    Optional.empty(),
                    components,
                    edges,
                    graphComponents);
        RecommendedSummary known = model.summary().recommended().get();
        Groups.Origin origin = Arrays.stream(Groups.Origin.values())
                .filter(value -> value.jsonName().equals(known.groupsFrom()))
                .findFirst()
                .orElse(Groups.Origin.MEMBERSHIPS);
        int kept = model.summary().kept().size();
        List<String> findings = BaselineFindings.describe(new BaselineFindings.ComparedResult(
                known.baselines(),
                scores,
                origin,
                known.trust(),
                true,
                kept == model.summary().features()));
        return new FitDetails(
                known.trust(),
                known.trust().map(Trust::warnings).orElse(List.of()),
                Optional.of(known.groupsFrom()),
                known.silhouette().isDefined() ? Optional.of(known.silhouette().get()) : Optional.empty(),
                known.trust().map(Trust::edgesWithinGroups).filter(Double::isFinite),
                known.rounds(),
                known.selection(),
                known.markers(),
                known.baselines(),
                findings,
                Optional.of(model.factors().toJavaRDD().mapPartitions(FitDetails::confidence)),
                components,
                edges,
                graphComponents);
    }

    /** Reads the last column of the factors. */
    private static Iterator<double[]> confidence(Iterator<Row> rows) {
        List<Double> sure = new ArrayList<>();
        rows.forEachRemaining(row -> sure.add(row.getDouble(row.size() - 1)));
        return List.of(sure.stream().mapToDouble(x -> x).toArray()).iterator();
    }

    /** Returns the details of a fit of which only factors and groups are known. */
    static FitDetails none() {
        return new FitDetails(
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }
}
