package org.grapnel.pipeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.grapnel.Groups;
import org.grapnel.cluster.Clustering;

/**
 * Chooses the groups of the result among the memberships and simpler groupings, without labels.
 *
 * <p>The memberships are the result unless another grouping is better on the {@link ReferenceGraphs}: its mean modularity is higher by more than
 * {@value #MARGIN}, its modularity is lower on neither graph, and the share of edges inside its groups is not lower by more than
 * {@value GroupSearch#MOST_LOST}. Of these the one with the highest mean modularity is the result. If the memberships leave a group empty, the
 * groups of the graph take their place.
 */
final class GroupChoice {
    private static final double MARGIN = 0.005;

    private GroupChoice() {}

    /** A grouping and what it comes from. */
    record Candidate(Groups.Origin origin, Clustering groups) {}

    /** Chooses among the memberships and the other groupings. */
    static Candidate choose(Candidate memberships, List<Candidate> others, ReferenceGraphs references) {
        Candidate best = memberships;
        Clustering own = memberships.groups();
        double needed = references.meanModularity(own) + MARGIN;
        for (Candidate other : others) {
            Clustering groups = other.groups();
            double reached = references.meanModularity(groups);
            boolean better = reached > needed
                    && !losesGroups(groups, own)
                    && references.modularity(groups) >= references.modularity(own)
                    && references.modularityOnComponents(groups) >= references.modularityOnComponents(own)
                    && references.meanInside(groups) >= references.meanInside(own) - GroupSearch.MOST_LOST;
            if (!better) continue;
            best = other;
            needed = reached;
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
