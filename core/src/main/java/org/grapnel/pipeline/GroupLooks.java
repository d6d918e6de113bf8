package org.grapnel.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.grapnel.FitContext;
import org.grapnel.GroupingRounds;
import org.grapnel.data.DataException;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.CancellationToken;
import org.grapnel.select.Selection;

/**
 * More looks at the groups, at most {@value #MOST_LOOKS}. The graph and its groups are made again on the features that tell the groups
 * apart. New groups are accepted if they follow the neighbours of all features better, a graph that neither grouping was fitted to. The
 * first look that is not accepted ends the search.
 *
 * <p>The samples are behind {@link LookSource}, on one machine or on many.
 */
public final class GroupLooks {
    private static final int MOST_LOOKS = 6;

    private GroupLooks() {}

    /**
     * What a look asks of the samples.
     *
     * @param <R> a graph with its groups
     */
    public interface LookSource<R> {
        /** Whether features can be selected by these groups: there are at least two, and fewer than samples. */
        boolean canBeTold(R round);

        /** Selects the features that tell the groups apart. */
        Selection select(R round);

        /**
         * Makes the graph and its groups again on some features.
         *
         * @throws DataException if there is no graph on these features
         */
        R again(RowSet features);

        GroupingQuality quality(R round);

        /** The adjusted Rand index of the groups of two rounds. */
        double agreement(R one, R other);
    }

    /**
     * The accepted round.
     *
     * @param selection the features that tell its groups apart, if the looks have selected them
     * @param notes why the search ended early, if it did
     */
    public record LookResult<R>(R last, GroupingRounds rounds, Optional<Selection> selection, List<String> notes) {}

    /** Looks until a look is not accepted. Without a selection of features, the first round is the result. */
    public static <R> LookResult<R> run(R first, LookSource<R> samples, boolean selects, FitContext context) {
        R now = first;
        List<GroupingRounds.Look> looks = new ArrayList<>();
        Optional<Selection> selection = Optional.empty();
        List<String> notes = new ArrayList<>();
        Optional<GroupingQuality> known = Optional.empty(); // of the round now
        while (selects && looks.size() < MOST_LOOKS && !context.isCancelled() && samples.canBeTold(now)) {
            CancellationToken.throwIfInterrupted();
            context.listener()
                    .onPhase(String.format(Locale.ROOT, "looking again at the groups (%d)", looks.size() + 1));
            Selection selected = samples.select(now);
            R next;
            try {
                next = samples.again(selected.kept());
            } catch (DataException e) { // for example samples that are zero on the selected features have no cosine
                notes.add("no further look at the groups: " + e.getMessage());
                selection = Optional.of(selected);
                break;
            }
            R round = now;
            GroupingQuality before = known.orElseGet(() -> samples.quality(round));
            GroupingQuality after = samples.quality(next);
            boolean accepted = after.replaces(before);
            looks.add(new GroupingRounds.Look(
                    samples.agreement(now, next), before.modularity(), after.modularity(), accepted));
            if (!accepted) {
                selection = Optional.of(selected);
                break;
            }
            now = next;
            known = Optional.of(after);
        }
        return new LookResult<>(now, new GroupingRounds(looks), selection, notes);
    }
}
