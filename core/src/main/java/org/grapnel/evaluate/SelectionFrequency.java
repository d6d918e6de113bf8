package org.grapnel.evaluate;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.Preconditions;

/** How often each feature was selected: p_f = t_f / M, where t_f of M repeats select feature f. */
public final class SelectionFrequency {
    private final int repeats;
    private final int[] times;

    private SelectionFrequency(int repeats, int[] times) {
        this.repeats = repeats;
        this.times = times;
    }

    /** Counts the sets that the repeats selected, all from the same features. */
    public static SelectionFrequency count(List<RowSet> repeats) {
        Preconditions.require(!repeats.isEmpty(), "a selection frequency needs at least 1 repeat, got 0");
        int p = repeats.get(0).totalRows();
        int[] times = new int[p];
        for (int i = 0; i < repeats.size(); i++) {
            RowSet set = repeats.get(i);
            Preconditions.require(
                    set.totalRows() == p,
                    "repeat %d selects from %d features, repeat 0 from %d",
                    i,
                    set.totalRows(),
                    p);
            for (int q = 0; q < set.count(); q++) times[set.get(q)]++;
        }
        return new SelectionFrequency(repeats.size(), times);
    }

    /** M. */
    public int repeats() {
        return repeats;
    }

    /** p. */
    public int features() {
        return times.length;
    }

    /** t_f. */
    public int times(int feature) {
        return times[feature];
    }

    /** p_f. */
    public double share(int feature) {
        return (double) times[feature] / repeats;
    }

    /** The features selected at least once, most frequent first; ties go to the lower index. */
    public List<Integer> mostFrequent() {
        return IntStream.range(0, times.length)
                .filter(f -> times[f] > 0)
                .boxed()
                .sorted(Comparator.comparing(f -> -times[f])) // stable sort
                .toList();
    }
}
