package org.grapnel.evaluate;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.Preconditions;

/** p_f = t_f / M, where t_f of M repeats select feature f: how often each feature was kept. */
public final class SelectionFrequency {
    private final int repeats;
    private final int[] times;

    private SelectionFrequency(int repeats, int[] times) {
        this.repeats = repeats;
        this.times = times;
    }

    /** Of the sets that the repeats selected, each out of the same features. */
    public static SelectionFrequency count(List<RowSet> repeats) {
        Preconditions.require(!repeats.isEmpty(), "there are no repeats to count");
        int p = repeats.get(0).totalRows();
        int[] times = new int[p];
        for (int i = 0; i < repeats.size(); i++) {
            RowSet set = repeats.get(i);
            Preconditions.require(
                    set.totalRows() == p,
                    "repeat %d selects out of %d features, repeat 0 out of %d",
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

    /** The features that were selected at least once, the most frequent first, equal ones by their index. */
    public List<Integer> mostFrequent() {
        return IntStream.range(0, times.length)
                .filter(f -> times[f] > 0)
                .boxed()
                .sorted(Comparator.comparing(f -> -times[f])) // stable
                .toList();
    }
}
