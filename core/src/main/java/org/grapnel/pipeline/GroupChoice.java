package org.grapnel.pipeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.grapnel.Groups;
import org.grapnel.cluster.Clustering;

/**
 * Chooses the groups of the result among the memberships and simpler groupings, without labels.
 *
 * <p>The memberships are the result unless another grouping is better on the {@link ReferenceGraphs}: its mean modularity is higher by more than
 * {@value GroupingQuality#MARGIN}, its modularity is lower on neither graph, and the share of edges inside its groups is not lower by more than
 * {@value GroupingQuality#MOST_LOST}. Of these the one with the highest mean modularity is the result. If the memberships leave a group empty, the
 * groups of the graph take their place.
 */
public final class GroupChoice {
    private GroupChoice() {}

    /** A grouping and what it comes from. */
    record Candidate(Groups.Origin origin, Clustering groups) {}

    /** Chooses among the memberships and the other groupings. */
    static Candidate choose(Candidate memberships, List<Candidate> others, ReferenceGraphs references) {
        return choose(memberships, others, candidate -> references.quality(candidate.groups()));
    }

    /** Chooses among groupings of samples that may be on many machines. */
    public static <T> T choose(T memberships, List<T> others, Function<? super T, GroupingQuality> measure) {
        T best = memberships;
        GroupingQuality own = measure.apply(memberships);
        double needed = own.meanModularity() + GroupingQuality.MARGIN;
        for (T other : others) {
            GroupingQuality quality = measure.apply(other);
            if (quality.meanModularity() <= needed || !quality.isNowhereWorseThan(own)) continue;
            best = other;
            needed = quality.meanModularity();
        }
        return best;
    }

    /**
     * The groupings that a fit is compared with, those of the graph first. Groupings of all features take part only where no look on the
     * selected features has replaced them: that look was better on the neighbours of all features, and on their own components they are not
     * judged, they were fitted.
     */
    static List<Candidate> candidates(GroupSearch.GroupedGraph found, Optional<Clustering> onKept) {
        List<Candidate> others = new ArrayList<>();
        others.add(ofGraph(found));
        onKept.ifPresent(groups -> others.add(new Candidate(Groups.Origin.KEPT_FEATURES, groups)));
        if (found.rounds().accepted() > 0) return others;
        found.onComponents().ifPresent(groups -> others.add(new Candidate(Groups.Origin.PRINCIPAL_COMPONENTS, groups)));
        found.ofAllFeatures()
                .ifPresent(groups -> others.add(new Candidate(Groups.Origin.GRAPH_OF_ALL_FEATURES, groups)));
        return others;
    }

    /** The groups that were found before the factors. */
    static Candidate ofGraph(GroupSearch.GroupedGraph found) {
        return new Candidate(found.origin(), found.groups());
    }

    /** Whether a grouping has an empty group that another does not have. */
    static boolean losesGroups(Clustering groups, Clustering other) {
        return formed(groups) < formed(other);
    }

    private static long formed(Clustering groups) {
        return Arrays.stream(groups.sizes()).filter(size -> size > 0).count();
    }
}
