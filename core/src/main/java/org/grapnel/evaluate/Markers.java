package org.grapnel.evaluate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.grapnel.cluster.Clustering;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.RowSet;
import org.grapnel.runtime.ExecutionContext;
import org.grapnel.runtime.Preconditions;
import org.grapnel.runtime.Scratch;
import org.grapnel.runtime.ScratchArray;

/**
 * The features that mark each group: AUC = U / (n_in·n_out) with U = R − n_in(n_in + 1)/2, where R is the sum of the group's
 * ranks and equal values share their mean rank. Mann and Whitney, Ann. Math. Stat. 18 (1947).
 *
 * <p>A feature marks a group if its AUC is above 0.5 and its mean is higher inside than outside. The markers of a group are
 * ordered by AUC, equal ones by the difference of the means, then by index. A feature may mark several groups; the one it marks
 * best has the highest AUC, then the largest difference of the means, then the lower number. A group that is empty or holds all
 * samples has no markers.
 *
 * <p>AUCs are exact up to their last division, because ranks are counted in integers. O(k·n log n) for k features and n samples;
 * each thread holds one row of X.
 */
public final class Markers {
    private static final Comparator<Marker> BEST_FIRST = Comparator.comparingDouble(Marker::auc)
            .reversed()
            .thenComparing(Comparator.comparingDouble(Marker::meanDifference).reversed());

    private final List<List<Marker>> byGroup;
    private final Map<Integer, Integer> bestGroup;

    private Markers(List<List<Marker>> byGroup, Map<Integer, Integer> bestGroup) {
        this.byGroup = byGroup;
        this.bestGroup = bestGroup;
    }

    /** Finds the markers of every group among these features. */
    public static Markers compute(ExecutionContext context, Matrix X, RowSet features, Clustering groups) {
        int n = X.cols();
        Preconditions.require(groups.size() == n, "%d samples do not match %d clustered samples", n, groups.size());
        long[] sizes = Arrays.stream(groups.sizes()).asLongStream().toArray();
        List<List<Marker>> byFeature = new ArrayList<>();
        for (int q = 0; q < features.count(); q++) byFeature.add(List.of());
        double flops = (double) features.count() * n * (2 + Math.log(n));
        context.runEach(
                features.count(),
                flops,
                (q, scratch) -> byFeature.set(q, measure(X, features.get(q), groups, sizes, scratch)));
        return of(byFeature, groups.clusters());
    }

    /**
     * Ranks the markers of every group.
     *
     * @param byFeature for each feature, the groups that it marks
     * @param clusters number of groups
     */
    public static Markers of(List<List<Marker>> byFeature, int clusters) {
        List<List<Marker>> byGroup = new ArrayList<>();
        for (int g = 0; g < clusters; g++) byGroup.add(new ArrayList<>());
        Map<Integer, Integer> bestGroup = new HashMap<>();
        for (List<Marker> marked : byFeature) {
            marked.forEach(marker -> byGroup.get(marker.group()).add(marker));
            marked.stream()
                    .min(BEST_FIRST.thenComparingInt(Marker::group))
                    .ifPresent(best -> bestGroup.put(best.feature(), best.group()));
        }
        byGroup.replaceAll(Markers::rank);
        return new Markers(List.copyOf(byGroup), Map.copyOf(bestGroup));
    }

    private static List<Marker> rank(List<Marker> markers) {
        markers.sort(BEST_FIRST.thenComparingInt(Marker::feature));
        List<Marker> ranked = new ArrayList<>();
        for (Marker marker : markers) ranked.add(marker.withRank(ranked.size() + 1));
        return List.copyOf(ranked);
    }

    /** Returns the groups that one feature marks. */
    private static List<Marker> measure(Matrix X, int feature, Clustering groups, long[] sizes, Scratch scratch) {
        int n = X.cols();
        double[] row = scratch.doubles(ScratchArray.ROW, n);
        int[] groupOf = scratch.ints(n);
        X.row(feature, row);
        double[] sums = new double[sizes.length];
        long[] above = new long[sizes.length];
        long[] zeros = new long[sizes.length];
        int entries = 0;
        for (int j = 0; j < n; j++) {
            int g = groups.labelOf(j);
            sums[g] += row[j];
            if (row[j] > 0) above[g]++;
            if (row[j] == 0) {
                zeros[g]++;
            } else {
                groupOf[entries] = g;
                row[entries++] = row[j];
            }
        }
        long[] twiceRanks = MarkerSums.twiceRankSums(row, groupOf, entries, zeros, scratch);
        return new MarkerSums(sizes, sums, above, sizes, twiceRanks).markers(feature);
    }

    /** Returns the number of groups, with or without markers. */
    public int groups() {
        return byGroup.size();
    }

    /** Returns the markers of a group, best first. */
    public List<Marker> of(int group) {
        return byGroup.get(group);
    }

    /** Returns the markers of all groups, group by group, best first. */
    public List<Marker> all() {
        return byGroup.stream().flatMap(List::stream).toList();
    }

    /** Returns the group that a feature marks best; empty where it marks none. */
    public OptionalInt groupOf(int feature) {
        Integer group = bestGroup.get(feature);
        return group == null ? OptionalInt.empty() : OptionalInt.of(group);
    }
}
