package org.grapnel.spark;

import java.util.Optional;
import org.grapnel.GroupingRounds;
import org.grapnel.Trust;
import org.grapnel.baseline.Baselines;
import org.grapnel.evaluate.Markers;
import org.grapnel.evaluate.Score;
import org.grapnel.select.Selection;

/**
 * What a fit of the recommended method says about its groups and features.
 *
 * @param alpha how much the graph counts compared with the data
 * @param groupsFrom what the groups come from, such as {@code memberships}
 * @param trust how far the groups can be trusted; empty if the fit was stopped before
 * @param symmetryGap ‖H − G‖/‖H‖, see {@link org.grapnel.solve.Certificate}
 * @param rounds how the groups of the graph were found; empty in a loaded model
 * @param selection the kept features in the order of their selection; empty if all are kept, and in a loaded model
 * @param markers the features that mark each group; empty in a loaded model
 * @param baselines simpler methods next to the fit; empty in a loaded model
 * @param silhouette the silhouette of the groups on the memberships
 */
public record RecommendedSummary(
        double alpha,
        String groupsFrom,
        Optional<Trust> trust,
        double symmetryGap,
        Optional<GroupingRounds> rounds,
        Optional<Selection> selection,
        Optional<Markers> markers,
        Optional<Baselines> baselines,
        Score silhouette) {}
