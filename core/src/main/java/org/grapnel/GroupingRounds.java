package org.grapnel;

import java.util.List;
import java.util.Locale;
import org.grapnel.runtime.Preconditions;

/**
 * How often graph and groups were made again on the features that tell the groups apart, and why it ended.
 *
 * @param looks the rounds after the first, in order; only the last may be rejected
 */
public record GroupingRounds(List<Look> looks) {
    /**
     * One more look: a graph on the selected features, and its groups.
     *
     * @param agreement the adjusted Rand index of its groups with those before
     * @param modularityBefore the modularity of the groups before, on the graph of four neighbours on all features
     * @param modularity the modularity of the new groups on the same graph
     * @param accepted whether the new groups replaced those before
     */
    public record Look(double agreement, double modularityBefore, double modularity, boolean accepted) {}

    public GroupingRounds {
        looks = List.copyOf(looks);
        for (int i = 0; i + 1 < looks.size(); i++)
            Preconditions.require(looks.get(i).accepted(), "look %d was rejected, but not the last", i + 1);
    }

    /** The number of looks that replaced the groups. */
    public int accepted() {
        return (int) looks.stream().filter(Look::accepted).count();
    }

    /** Describes the rounds in one sentence. */
    public String sentence() {
        if (looks.isEmpty()) return "the groups come from one round: no features were selected";
        int used = accepted();
        Look last = looks.get(looks.size() - 1);
        String values =
                String.format(Locale.ROOT, "modularity %.3f after %.3f", last.modularity(), last.modularityBefore());
        if (used == 0 && last.agreement() == 1) return "a second look on the selected features finds the same groups";
        if (used == 0 && last.modularity() > last.modularityBefore())
            return "a second look on the selected features was not used: it separates more neighbours of all features ("
                    + values + ")";
        if (used == 0)
            return "a second look on the selected features was not used: it does not follow the neighbours of all features better ("
                    + values + ")";
        String times = used == 1 ? "a second look" : used + " more looks";
        return times + " on the selected features replaced the groups"
                + (last.accepted() ? " (" + values + ")" : "; the next one was not better (" + values + ")");
    }
}
