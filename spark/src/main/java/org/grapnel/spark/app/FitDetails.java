package org.grapnel.spark.app;

import java.util.List;
import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.grapnel.GroupingRounds;
import org.grapnel.Trust;
import org.grapnel.baseline.Baselines;
import org.grapnel.evaluate.Markers;
import org.grapnel.graph.ComponentKind;
import org.grapnel.select.Selection;

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
        int count() {
            return directions.isEmpty() ? 0 : directions.get(0).size();
        }
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
