package org.grapnel.pipeline;

import java.util.Optional;
import org.grapnel.Groups;
import org.grapnel.baseline.KnownGroups;
import org.grapnel.cluster.Clustering;
import org.grapnel.cluster.KMeans;
import org.grapnel.cluster.KMeansResult;
import org.grapnel.linalg.DistinctColumns;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.ExecutionContext;

/** The groups of the recommended method: the memberships, or a simpler grouping that is better ({@link GroupChoice}). */
final class GroupResult {
    private final GroupSearch.GroupedGraph found;
    private final Optional<Clustering> onKept;
    private final Groups groups;

    GroupResult(Matrix X, BestRestart best, GroupSearch.GroupedGraph found) {
        this.found = found;
        RowSet kept = best.solution().support();
        onKept = kept.isAll() || kept.count() == 0 ? Optional.empty() : Optional.of(kMeans(X, kept, best));
        groups = choose(best);
    }

    private static Clustering kMeans(Matrix X, RowSet kept, BestRestart best) {
        try (ExecutionContext execution = ExecutionContext.create(best.spec().threads());
                Matrix some = X.selectRows(kept.toArray())) {
            int clusters = Math.min(
                    best.spec().clusters(),
                    DistinctColumns.find(execution, some).count());
            try (KMeansResult result =
                    KMeans.clusterColumns(execution, some, KMeansFactorization.options(clusters, 0))) {
                return result.clustering();
            }
        }
    }

    private Groups choose(BestRestart best) {
        Groups own = GroupingStep.score(best.solution(), best.spec(), best.groups());
        GroupChoice.Candidate memberships = new GroupChoice.Candidate(own.origin(), own.clustering());
        if (GroupChoice.losesGroups(own.clustering(), found.groups())) memberships = GroupChoice.ofGraph(found);
        GroupChoice.Candidate start = memberships;
        GroupChoice.Candidate chosen = found.references()
                .map(references -> GroupChoice.choose(start, GroupChoice.candidates(found, onKept), references))
                .orElse(start);
        if (chosen.origin() == own.origin()) return own;
        Groups scored = GroupingStep.score(best.solution(), best.spec(), chosen.groups());
        return new Groups(chosen.groups(), scored.silhouette(), chosen.origin(), Optional.empty());
    }

    /** The groups of the result. */
    Groups groups() {
        return groups;
    }

    /** The groupings that were found on the way. */
    KnownGroups known() {
        return new KnownGroups(onKept, found.onComponents(), Optional.of(found.ofGraph()), found.ofAllFeatures());
    }
}
