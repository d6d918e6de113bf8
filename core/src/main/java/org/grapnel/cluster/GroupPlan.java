package org.grapnel.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.grapnel.graph.join.ComponentJoiner;
import org.grapnel.graph.join.GraphComponent;

/**
 * What becomes of the components of a graph: groups, samples to cluster by the spectrum, or followers, which take the
 * group of others. {@link GraphGroups} states the rules. Needs the sizes of the components alone, so that it is the same
 * for samples on one machine and on many.
 */
public final class GroupPlan {
    /** The group of a component whose samples are clustered. */
    public static final int CLUSTERED = -1;

    /** The group of a component that takes the group of another one. */
    public static final int FOLLOWER = -2;

    private final List<GraphComponent> components;
    private final int[] group;
    private final boolean fromComponents;

    private GroupPlan(List<GraphComponent> components, int[] group, boolean fromComponents) {
        this.components = components;
        this.group = group;
        this.fromComponents = fromComponents;
    }

    /** Plans for a graph that was built from data, with its components joined. */
    public static GroupPlan ofBuilt(ComponentJoiner.JoinedComponents joined, int clusters) {
        List<GraphComponent> components = joined.components();
        int[] part = joined.parts().stream().mapToInt(Integer::intValue).toArray();
        int parts = Arrays.stream(part).max().orElse(0) + 1;
        if (parts == clusters) return new GroupPlan(components, part, true);
        int samples = samples(components);
        int least = ComponentJoiner.leastSize(samples, clusters);
        boolean[] hasLarge = new boolean[parts];
        for (int q = 0; q < part.length; q++) if (components.get(q).size() >= least) hasLarge[part[q]] = true;
        int[] group = new int[part.length];
        int covered = 0;
        for (int q = 0; q < group.length; q++) {
            // a small component that was joined to a large one takes the group of its neighbours
            boolean follows = components.get(q).size() < least && hasLarge[part[q]];
            group[q] = follows ? FOLLOWER : CLUSTERED;
            if (!follows) covered += components.get(q).size();
        }
        if (!isEnough(covered, samples, clusters)) Arrays.fill(group, CLUSTERED);
        return new GroupPlan(components, group, false);
    }

    /** Plans for a given graph, whose distances are unknown. */
    public static GroupPlan ofGiven(List<GraphComponent> components, int clusters) {
        int samples = samples(components);
        int least = ComponentJoiner.leastSize(samples, clusters);
        int covered = components.stream()
                .mapToInt(GraphComponent::size)
                .filter(size -> size >= least)
                .sum();
        int enough = isEnough(covered, samples, clusters) ? least : 1;
        int[] large = IntStream.range(0, components.size())
                .filter(q -> components.get(q).size() >= enough)
                .boxed()
                .sorted((a, b) -> components.get(a).size() != components.get(b).size()
                        ? Integer.compare(
                                components.get(b).size(), components.get(a).size())
                        : Integer.compare(a, b))
                .mapToInt(q -> q)
                .toArray();
        boolean fromComponents = large.length >= clusters;
        int[] chosen = Arrays.copyOf(large, Math.min(large.length, clusters));
        Arrays.sort(chosen);
        int[] group = new int[components.size()];
        Arrays.fill(group, FOLLOWER);
        for (int g = 0; g < chosen.length; g++) group[chosen[g]] = fromComponents ? g : CLUSTERED;
        return new GroupPlan(components, group, fromComponents);
    }

    /** Whether the large components hold most of the samples, and as many as groups: otherwise small ones count too. */
    private static boolean isEnough(int covered, int samples, int clusters) {
        return covered >= clusters && 2 * covered >= samples;
    }

    private static int samples(List<GraphComponent> components) {
        return components.stream().mapToInt(GraphComponent::size).sum();
    }

    /** Returns whether the groups are components; otherwise the samples of some components are to be clustered. */
    public boolean fromComponents() {
        return fromComponents;
    }

    /** Returns the group of a component, {@link #CLUSTERED} or {@link #FOLLOWER}. */
    public int group(int component) {
        return group[component];
    }

    /** Returns the number of samples of the components with this group. */
    public int samples(int of) {
        int sum = 0;
        for (int q = 0; q < group.length; q++)
            if (group[q] == of) sum += components.get(q).size();
        return sum;
    }

    /** Returns a sentence about the followers of a given graph, if there are any. */
    public List<String> followerNotes() {
        long others = Arrays.stream(group).filter(g -> g == FOLLOWER).count();
        if (others == 0) return List.of();
        int left = samples(FOLLOWER);
        return List.of(String.format(
                Locale.ROOT,
                "%d %s of the graph with %d %s took the largest group, because a given graph has no distances",
                others,
                others == 1 ? "part" : "parts",
                left,
                left == 1 ? "sample" : "samples"));
    }

    /**
     * Gives each follower of a built graph the group at the other end of its joining edge.
     *
     * @param componentOf the component of an end of an edge
     * @param labelOf the group of an end of an edge whose component is no follower
     * @return the group of every follower; of other components {@link #group}
     */
    public int[] follow(
            List<ComponentJoiner.JoiningEdge> edges, IntUnaryOperator componentOf, IntUnaryOperator labelOf) {
        int[] known = group.clone();
        IntUnaryOperator label = end -> {
            int component = componentOf.applyAsInt(end);
            return group[component] == FOLLOWER ? known[component] : labelOf.applyAsInt(end);
        };
        List<ComponentJoiner.JoiningEdge> open = new ArrayList<>(edges);
        while (open.removeIf(edge -> {
            int from = label.applyAsInt(edge.from());
            int to = label.applyAsInt(edge.to());
            if (from < 0 && to < 0) return false;
            if (from < 0) known[componentOf.applyAsInt(edge.from())] = to;
            if (to < 0) known[componentOf.applyAsInt(edge.to())] = from;
            return true;
        })) {}
        return known;
    }
}
