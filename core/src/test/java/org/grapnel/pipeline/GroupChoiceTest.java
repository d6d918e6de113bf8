package org.grapnel.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.grapnel.GroupingRounds;
import org.grapnel.Groups;
import org.grapnel.cluster.Clustering;
import org.grapnel.evaluate.Modularity;
import org.grapnel.graph.Graph;
import org.grapnel.graph.GraphSource;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.CounterRandom;
import org.junit.jupiter.api.Test;

class GroupChoiceTest {
    private static final int N = 12;

    /** Cliques of equal size, in a ring: each is joined to the next by one edge. */
    private static Graph cliques(int count) {
        int size = N / count;
        List<int[]> edges = new ArrayList<>();
        for (int i = 0; i < N; i++)
            for (int j = i + 1; j < N; j++) if (i / size == j / size) edges.add(new int[] {i, j});
        for (int q = 0; q < count; q++) edges.add(new int[] {q * size, (q * size + size + 1) % N});
        return graph(edges);
    }

    private static Graph graph(List<int[]> edges) {
        int[] row = new int[2 * edges.size()];
        int[] column = new int[row.length];
        double[] weight = new double[row.length];
        for (int e = 0; e < edges.size(); e++) {
            row[2 * e] = column[2 * e + 1] = edges.get(e)[0];
            row[2 * e + 1] = column[2 * e] = edges.get(e)[1];
            weight[2 * e] = weight[2 * e + 1] = 1;
        }
        return Graph.of(SparseMatrix.ofTriples(N, N, row, column, weight), "test");
    }

    private static Clustering blocks(int count) {
        int[] label = new int[N];
        for (int j = 0; j < N; j++) label[j] = j * count / N;
        return Clustering.ofLabels(count, label);
    }

    private static Clustering random(long seed, int count) {
        int[] label = new int[N];
        for (int j = 0; j < N; j++) label[j] = (int) (CounterRandom.uniform(seed, j, 0) * count);
        return Clustering.ofLabels(count, label);
    }

    private static GroupChoice.Candidate memberships(Clustering groups) {
        return new GroupChoice.Candidate(Groups.Origin.MEMBERSHIPS, groups);
    }

    private static GroupChoice.Candidate kept(Clustering groups) {
        return new GroupChoice.Candidate(Groups.Origin.KEPT_FEATURES, groups);
    }

    private static GroupChoice.Candidate spectral(Clustering groups) {
        return new GroupChoice.Candidate(Groups.Origin.GRAPH, groups);
    }

    @Test
    void equalGroupingsLeaveTheMemberships() {
        ReferenceGraphs references = new ReferenceGraphs(cliques(3), Optional.of(cliques(3)));
        var own = memberships(blocks(3));
        assertThat(GroupChoice.choose(own, List.of(spectral(blocks(3)), kept(blocks(3))), references))
                .isSameAs(own);
        assertThat(GroupChoice.choose(own, List.of(), references)).isSameAs(own);
    }

    @Test
    void theGroupingWithTheHighestModularityReplacesWorseMemberships() {
        ReferenceGraphs references = new ReferenceGraphs(cliques(3), Optional.empty());
        int[] nearly = blocks(3).toArray();
        nearly[0] = 1;
        int[] worse = nearly.clone();
        worse[11] = 0;
        worse[4] = 2;
        var own = memberships(Clustering.ofLabels(3, worse));
        var middle = spectral(Clustering.ofLabels(3, nearly));
        var best = kept(blocks(3));
        assertThat(GroupChoice.choose(own, List.of(middle, best), references)).isSameAs(best);
        assertThat(GroupChoice.choose(own, List.of(best, middle), references)).isSameAs(best);
    }

    @Test
    void aGroupingThatIsWorseOnOneGraphDoesNotReplaceTheMemberships() {
        Clustering two = blocks(2);
        Clustering three = blocks(3);
        ReferenceGraphs both = new ReferenceGraphs(cliques(3), Optional.of(cliques(2)));
        var own = memberships(two);
        double lead = both.quality(three).modularity() - both.quality(two).modularity();
        double loss =
                both.quality(two).modularityOnComponents() - both.quality(three).modularityOnComponents();
        assertThat(lead).isGreaterThan(0.005);
        assertThat(loss).isPositive();
        assertThat(GroupChoice.choose(own, List.of(kept(three)), both)).isSameAs(own);
        assertThat(GroupChoice.choose(own, List.of(kept(three)), new ReferenceGraphs(cliques(3), Optional.empty()))
                        .origin())
                .isEqualTo(Groups.Origin.KEPT_FEATURES);
    }

    /** Halving groups may raise modularity, but cuts edges. */
    @Test
    void aGroupingThatCutsManyEdgesDoesNotReplaceTheMemberships() {
        List<int[]> path = new ArrayList<>();
        for (int j = 0; j + 1 < N; j++) path.add(new int[] {j, j + 1});
        ReferenceGraphs references = new ReferenceGraphs(graph(path), Optional.empty());
        Clustering two = blocks(2);
        Clustering four = blocks(4);
        assertThat(references.quality(four).meanModularity())
                .isGreaterThan(references.quality(two).meanModularity() + 0.005);
        assertThat(references.quality(four).meanInside())
                .isLessThan(references.quality(two).meanInside() - GroupingQuality.MOST_LOST);
        var own = memberships(two);
        assertThat(GroupChoice.choose(own, List.of(kept(four)), references)).isSameAs(own);
    }

    /** The rule, written down a second time, on random groupings. */
    @Test
    void theChoiceIsThatOfTheRule() {
        Graph all = cliques(3);
        Graph components = cliques(4);
        int replaced = 0;
        for (int seed = 0; seed < 300; seed++) {
            Optional<Graph> second = seed % 3 == 0 ? Optional.empty() : Optional.of(components);
            ReferenceGraphs references = new ReferenceGraphs(all, second);
            var own = memberships(random(seed, 3));
            List<GroupChoice.Candidate> others = List.of(
                    spectral(seed % 5 == 0 ? blocks(3) : random(1000 + seed, 3)),
                    kept(random(2000 + seed, 3)),
                    new GroupChoice.Candidate(Groups.Origin.PRINCIPAL_COMPONENTS, random(3000 + seed, 2)));
            GroupChoice.Candidate expected = own;
            for (GroupChoice.Candidate other : others) {
                double lead = mean(all, second, other.groups()) - mean(all, second, own.groups());
                boolean allowed = lead > 0.005
                        && formed(other.groups()) >= formed(own.groups())
                        && q(all, other.groups()) >= q(all, own.groups())
                        && q(second.orElse(all), other.groups()) >= q(second.orElse(all), own.groups())
                        && inside(all, second, other.groups()) >= inside(all, second, own.groups()) - 0.05;
                boolean first = expected.equals(own);
                if (allowed && (first || mean(all, second, other.groups()) > mean(all, second, expected.groups())))
                    expected = other;
            }
            if (!expected.equals(own)) replaced++;
            assertThat(GroupChoice.choose(own, others, references))
                    .as("seed %d", seed)
                    .isSameAs(expected);
        }
        assertThat(replaced).isBetween(30, 270);
    }

    private static long formed(Clustering groups) {
        return IntStream.of(groups.sizes()).filter(size -> size > 0).count();
    }

    private static double q(Graph graph, Clustering groups) {
        return Modularity.compute(graph, groups).get();
    }

    private static double mean(Graph all, Optional<Graph> second, Clustering groups) {
        return (q(all, groups) + q(second.orElse(all), groups)) / 2;
    }

    private static double inside(Graph all, Optional<Graph> second, Clustering groups) {
        return (Modularity.inside(all, groups).get()
                        + Modularity.inside(second.orElse(all), groups).get())
                / 2;
    }

    @Test
    void anEmptyGroupIsALostGroup() {
        Clustering full = Clustering.ofLabels(3, 0, 1, 2, 0);
        Clustering lost = Clustering.ofLabels(3, 0, 2, 2, 0);
        assertThat(GroupChoice.losesGroups(lost, full)).isTrue();
        assertThat(GroupChoice.losesGroups(full, lost)).isFalse();
        assertThat(GroupChoice.losesGroups(lost, lost)).isFalse();
    }

    private static GroupSearch.GroupedGraph found(boolean fromComponents, GroupingRounds rounds) {
        GraphSource graph = GraphSource.of(cliques(3));
        return new GroupSearch.GroupedGraph(
                graph,
                blocks(3),
                fromComponents ? Groups.Origin.COMPONENTS : Groups.Origin.GRAPH,
                blocks(3),
                blocks(3),
                graph,
                Optional.of(random(1, 3)),
                Optional.of(random(2, 3)),
                Optional.empty(),
                rounds,
                Optional.empty(),
                List.of());
    }

    @Test
    void groupingsOfAllFeaturesCompeteUntilALookReplacesThem() {
        var rejected = new GroupingRounds(List.of(new GroupingRounds.Look(0.9, 0.5, 0.4, false)));
        var accepted = new GroupingRounds(List.of(new GroupingRounds.Look(0.9, 0.4, 0.5, true)));
        Optional<Clustering> onKept = Optional.of(random(3, 3));
        assertThat(GroupChoice.candidates(found(false, rejected), onKept))
                .extracting(GroupChoice.Candidate::origin)
                .containsExactly(
                        Groups.Origin.GRAPH,
                        Groups.Origin.KEPT_FEATURES,
                        Groups.Origin.PRINCIPAL_COMPONENTS,
                        Groups.Origin.GRAPH_OF_ALL_FEATURES);
        assertThat(GroupChoice.candidates(found(true, accepted), onKept))
                .extracting(GroupChoice.Candidate::origin)
                .containsExactly(Groups.Origin.COMPONENTS, Groups.Origin.KEPT_FEATURES);
        assertThat(GroupChoice.candidates(found(true, accepted), Optional.empty()))
                .extracting(GroupChoice.Candidate::origin)
                .containsExactly(Groups.Origin.COMPONENTS);
    }
}
