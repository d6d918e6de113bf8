package org.grapnel.spark.cluster;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import org.grapnel.cluster.GraphGroups;
import org.grapnel.cluster.GroupPlan;
import org.grapnel.cluster.KMeansOptions;
import org.grapnel.data.DataException;
import org.grapnel.graph.GraphSpec;
import org.grapnel.graph.join.ComponentJoiner;
import org.grapnel.runtime.Preconditions;
import org.grapnel.spark.data.Panels;
import org.grapnel.spark.data.SampleGroups;
import org.grapnel.spark.graph.ConnectedSamples;
import org.grapnel.spark.graph.DistributedComponentSamples;
import org.grapnel.spark.graph.SampleArrangement;
import org.grapnel.spark.graph.SampleEmbedding;
import org.grapnel.spark.graph.SampleGraph;
import org.grapnel.spark.rdd.RddCheckpoints;
import scala.Tuple2;

/**
 * The c groups of a distributed graph: the distributed {@link GraphGroups}, with its rules, options and sentences.
 *
 * <p>Components, eigenvectors and labels live with the samples. The driver holds the sizes of the components, the edges
 * that join them, and at most {@value DistributedKMeans#DRAWN} rows of the eigenvectors, on which the starts of k-means
 * run. With no more samples than that, the groups are those of one machine, up to rounding of the eigenvectors.
 */
public final class SampleGraphGroups {
    private final SampleGraph graph;
    private final ConnectedSamples components;
    private final GroupPlan plan;
    private final int clusters;
    private final KMeansLimits limits;
    private final Optional<SampleArrangement> order;

    private SampleGraphGroups(
            SampleGraph graph,
            ConnectedSamples components,
            GroupPlan plan,
            int clusters,
            KMeansLimits limits,
            Optional<SampleArrangement> order) {
        this.graph = graph;
        this.components = components;
        this.plan = plan;
        this.clusters = clusters;
        this.limits = limits;
        this.order = order;
    }

    /**
     * Groups of a distributed graph.
     *
     * @param groups the groups; close them
     * @param graph the graph, with the edges that join its components: a new one to close, or the given one if nothing
     *     was joined
     * @param fromComponents whether the groups are components of the graph; otherwise spectral clustering found them
     * @param notes sentences that name what was joined
     */
    public record GraphGrouping(SampleGroups groups, SampleGraph graph, boolean fromComponents, List<String> notes) {
        public GraphGrouping {
            notes = List.copyOf(notes);
        }
    }

    /** Most starts of k-means, and most samples on the driver. */
    record KMeansLimits(int starts, int samples) {
        static final KMeansLimits STANDARD = new KMeansLimits(GraphGroups.MOST_STARTS, DistributedKMeans.DRAWN);
    }

    /**
     * Finds c groups of a graph that was built from points as {@code spec} says.
     *
     * @param points the points whose neighbours the graph joins, in the partitions of the graph; may be signed
     * @param order in which products with the graph run; without one, the order of the samples
     */
    public static GraphGrouping find(
            SampleGraph graph, Panels points, GraphSpec spec, int clusters, Optional<SampleArrangement> order) {
        return find(graph, points, spec, clusters, order, KMeansLimits.STANDARD);
    }

    static GraphGrouping find(
            SampleGraph graph,
            Panels points,
            GraphSpec spec,
            int clusters,
            Optional<SampleArrangement> order,
            KMeansLimits limits) {
        GraphGroups.check(graph.size(), graph.edges(), clusters);
        Preconditions.require(
                Arrays.equals(graph.offsets(), points.offsets()),
                "the graph of %d samples and the points of %d samples must have the same partitions",
                graph.size(),
                points.samples());
        try (ConnectedSamples components = ConnectedSamples.find(graph, order)) {
            if (clusters == 1) return whole(graph, components);
            ComponentJoiner.JoinedComponents joined =
                    ComponentJoiner.join(new DistributedComponentSamples(graph, points, spec, components), clusters);
            GroupPlan plan = GroupPlan.ofBuilt(joined, clusters);
            boolean same = joined.edges().isEmpty();
            SampleGraph whole = same ? graph : graph.withEdges(joined.edges());
            try {
                SampleGroups groups = new SampleGraphGroups(whole, components, plan, clusters, limits, order)
                        .label(labels -> follow(labels, components, plan, joined.edges()));
                return new GraphGrouping(groups, whole, plan.fromComponents(), joined.notes());
            } catch (Exception | Error e) { // Scala throws undeclared checked exceptions
                if (!same) whole.close();
                throw e;
            }
        }
    }

    /** Finds c groups of a given graph, whose distances are unknown. */
    public static GraphGrouping find(SampleGraph graph, int clusters) {
        return find(graph, clusters, KMeansLimits.STANDARD);
    }

    static GraphGrouping find(SampleGraph graph, int clusters, KMeansLimits limits) {
        GraphGroups.check(graph.size(), graph.edges(), clusters);
        try (ConnectedSamples components = ConnectedSamples.find(graph)) {
            if (clusters == 1) return whole(graph, components);
            GroupPlan plan = GroupPlan.ofGiven(components.components(), clusters);
            SampleGroups groups = new SampleGraphGroups(graph, components, plan, clusters, limits, Optional.empty())
                    .label(labels -> takeLargest(labels, clusters));
            return new GraphGrouping(groups, graph, plan.fromComponents(), plan.followerNotes());
        }
    }

    private static GraphGrouping whole(SampleGraph graph, ConnectedSamples components) {
        SampleGroups one = groups(components.numbers().map(own -> new int[own.length]), 1);
        return new GraphGrouping(one, graph, components.components().size() == 1, List.of());
    }

    /** Labels followers, whose labels are negative. */
    private interface FollowerStep {
        JavaRDD<int[]> apply(JavaRDD<int[]> labels);
    }

    private SampleGroups label(FollowerStep followers) {
        GroupPlan how = plan;
        int[] group = new int[components.components().size()];
        Arrays.setAll(group, how::group);
        JavaRDD<int[]> planned = components.numbers().map(own -> select(own, group));
        boolean open = how.samples(GroupPlan.FOLLOWER) > 0;
        if (how.fromComponents()) return groups(open ? followers.apply(planned) : planned, clusters);
        JavaRDD<boolean[]> clustered = planned.zipPartitions(
                graph.connected(),
                (labels, connected) ->
                        List.of(clustered(labels.next(), connected.next())).iterator());
        boolean some = open || graph.isolated() > 0;
        SampleGraph part = some ? graph.select(clustered) : graph;
        Optional<SampleArrangement> orderOfPart = some ? order.map(all -> all.select(clustered)) : order;
        try {
            return cluster(part, orderOfPart, planned, clustered, open ? followers : labels -> labels);
        } finally {
            if (some) {
                part.close();
                orderOfPart.ifPresent(SampleArrangement::close);
            }
        }
    }

    private static int[] select(int[] component, int[] group) {
        return Arrays.stream(component).map(q -> group[q]).toArray();
    }

    /** Returns which samples are clustered: an isolated one has no place among the eigenvectors. */
    private static boolean[] clustered(int[] labels, boolean[] connected) {
        boolean[] clustered = new boolean[labels.length];
        for (int i = 0; i < clustered.length; i++) clustered[i] = labels[i] == GroupPlan.CLUSTERED && connected[i];
        return clustered;
    }

    private SampleGroups cluster(
            SampleGraph part,
            Optional<SampleArrangement> orderOfPart,
            JavaRDD<int[]> planned,
            JavaRDD<boolean[]> clustered,
            FollowerStep followers) {
        if (clusters > part.size())
            throw new DataException(
                    "only %d samples have a neighbour: the graph cannot place them in %d dimensions",
                    part.size(), clusters);
        KMeansOptions options =
                GraphGroups.kMeansOptions(plan.samples(GroupPlan.CLUSTERED), clusters, 0, limits.starts);
        SampleGraph arranged = orderOfPart.map(by -> by.arrange(part)).orElse(part);
        try (SampleEmbedding embedding = SampleEmbedding.compute(arranged, GraphGroups.eigenOptions(clusters))) {
            JavaRDD<double[]> directions = embedding.directions();
            JavaRDD<double[]> points = orderOfPart
                    .map(by -> by.restore(directions, clusters))
                    .orElse(directions)
                    .persist(StorageLevel.MEMORY_AND_DISK());
            double[] scale = PanelPoints.unitScale(clusters);
            try (DistributedKMeans found = new DistributedKMeans.KMeansRun<>(
                            points, rows -> new ScaledRows(rows, scale), part.offsets(), clusters)
                    .run(options, limits.samples)) {
                int largest = largest(found.sizes());
                JavaRDD<int[]> labels = planned.zipPartitions(
                                clustered,
                                (group, kept) -> List.of(new Tuple2<>(group.next(), kept.next()))
                                        .iterator())
                        .zipPartitions(
                                found.labels(),
                                (own, label) -> List.of(merge(own.next(), label.next(), largest))
                                        .iterator());
                return groups(followers.apply(labels), clusters);
            } finally {
                points.unpersist(false);
            }
        } finally {
            if (orderOfPart.isPresent()) arranged.close();
        }
    }

    private static int largest(long[] sizes) {
        int largest = 0;
        for (int g = 1; g < sizes.length; g++) if (sizes[g] > sizes[largest]) largest = g;
        return largest;
    }

    /** Labels the clustered samples; isolated ones take the largest group. */
    private static int[] merge(Tuple2<int[], boolean[]> own, int[] labels, int largest) {
        int[] merged = own._1().clone();
        int at = 0;
        for (int i = 0; i < merged.length; i++) {
            if (own._2()[i]) merged[i] = labels[at++];
            else if (merged[i] == GroupPlan.CLUSTERED) merged[i] = largest;
        }
        return merged;
    }

    /** Gives followers the largest group. */
    private static JavaRDD<int[]> takeLargest(JavaRDD<int[]> labels, int clusters) {
        long[] sizes = new long[clusters];
        for (long[] part : labels.map(own -> sizes(own, clusters)).collect())
            for (int g = 0; g < clusters; g++) sizes[g] += part[g];
        int largest = largest(sizes);
        return labels.map(
                own -> Arrays.stream(own).map(g -> g < 0 ? largest : g).toArray());
    }

    private static long[] sizes(int[] labels, int clusters) {
        long[] sizes = new long[clusters];
        for (int g : labels) if (g >= 0) sizes[g]++;
        return sizes;
    }

    /** Gives each follower the group at the other end of its joining edge. */
    private static JavaRDD<int[]> follow(
            JavaRDD<int[]> labels,
            ConnectedSamples components,
            GroupPlan plan,
            List<ComponentJoiner.JoiningEdge> edges) {
        Map<Integer, SampleLabel> ends = ends(labels, components, edges);
        int[] group = plan.follow(
                edges, end -> end(ends, end).component(), end -> end(ends, end).label());
        return labels.zipPartitions(
                components.numbers(),
                (own, component) ->
                        List.of(follow(own.next(), component.next(), group)).iterator());
    }

    private static SampleLabel end(Map<Integer, SampleLabel> ends, int sample) {
        SampleLabel found = ends.get(sample);
        if (found == null) throw new IllegalStateException("the label of sample " + sample + " did not arrive");
        return found;
    }

    private static int[] follow(int[] labels, int[] component, int[] group) {
        int[] all = labels.clone();
        for (int i = 0; i < all.length; i++) if (all[i] < 0) all[i] = group[component[i]];
        return all;
    }

    /** Collects the labels of the ends of the joining edges. */
    private static Map<Integer, SampleLabel> ends(
            JavaRDD<int[]> labels, ConnectedSamples components, List<ComponentJoiner.JoiningEdge> edges) {
        TreeSet<Integer> wanted = new TreeSet<>();
        for (ComponentJoiner.JoiningEdge edge : edges) {
            wanted.add(edge.from());
            wanted.add(edge.to());
        }
        int[] samples = wanted.stream().mapToInt(Integer::intValue).toArray();
        int[] first = components.offsets();
        TreeMap<Integer, SampleLabel> ends = new TreeMap<>();
        for (List<SampleLabel> part : labels.zipPartitions(
                        components.numbers(),
                        (own, component) -> List.of(new Tuple2<>(own.next(), component.next()))
                                .iterator())
                .mapPartitionsWithIndex(
                        (q, own) -> List.of(SampleLabel.select(own.next(), first[q], samples))
                                .iterator(),
                        true)
                .collect()) for (SampleLabel end : part) ends.put(end.sample(), end);
        return ends;
    }

    /** Stores labels whose lineage ends here: what they were computed from is released. */
    private static SampleGroups groups(JavaRDD<int[]> labels, int clusters) {
        labels.persist(StorageLevel.MEMORY_AND_DISK());
        try {
            RddCheckpoints.write(labels);
            return SampleGroups.create(labels, clusters);
        } catch (Exception | Error e) { // Scala throws undeclared checked exceptions
            labels.unpersist(false);
            RddCheckpoints.delete(labels);
            throw e;
        }
    }
}
