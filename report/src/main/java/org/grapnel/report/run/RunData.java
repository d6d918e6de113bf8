package org.grapnel.report.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.grapnel.Trust;
import org.grapnel.data.DataException;
import org.grapnel.report.page.Band;
import org.grapnel.report.page.TextFormat;
import org.grapnel.report.tuning.SavedTuning;
import org.grapnel.runs.read.SavedRun;
import org.grapnel.runs.table.MarkersCsv;
import org.grapnel.runs.table.MarkersCsv.NamedMarker;
import org.grapnel.runs.table.SavedTable;

/**
 * The parts of a saved run that several sections use.
 *
 * @param kept the kept features, best first
 * @param sampleNames empty for a feature selection without groups
 * @param groups the group of every sample; empty where the run has no groups, or too many samples to save them
 * @param confidence how sure the group of every sample is, NaN where it is unknown; empty in folders of version 0.1
 * @param markers the features that mark each group, group by group, best first; empty where the folder has no such table
 * @param truth the label of every sample, where the data have labels
 * @param tuning how the parameters were chosen, for a tuned run
 */
public record RunData(
        SavedRun saved,
        int features,
        int samples,
        List<KeptFeature> kept,
        List<String> sampleNames,
        List<Integer> groups,
        int groupCount,
        List<Double> confidence,
        Optional<List<NamedMarker>> markers,
        Optional<List<String>> truth,
        Optional<SavedTuning> tuning) {
    /**
     * A kept feature: its rank from 1 on, its row of W, its name, its score, the group it marks best, and how often it is kept on parts of the samples. The
     * group is negative where it marks none, and the frequency is NaN where it was not measured.
     */
    record KeptFeature(int rank, int index, String name, double score, int group, double frequency) {}

    public static RunData read(SavedRun saved) {
        int features = saved.count("features");
        int samples = saved.count("samples");
        // a selection has groups only where its features tell groups apart; a fit on Spark may have too many samples
        // for this table
        Optional<SavedTable> labels = saved.isSelection() || saved.isOnSpark()
                ? saved.findTable("labels.csv")
                : Optional.of(saved.table("labels.csv"));
        int clusters = saved.number("clusters_found")
                .or(() -> saved.number("clusters"))
                .orElse(0.0)
                .intValue();
        List<Integer> groups =
                labels.isPresent() && clusters > 0 ? labels.orElseThrow().indices("cluster", clusters) : List.of();
        return new RunData(
                saved,
                features,
                samples,
                kept(saved, features, clusters),
                labels.map(table -> requireSize(saved, "labels.csv", table.texts("sample"), samples))
                        .orElse(List.of()),
                groups.isEmpty() ? groups : requireSize(saved, "labels.csv", groups, samples),
                groups.isEmpty() && savedSizes(saved, clusters).isEmpty() ? 0 : clusters,
                labels.filter(table -> table.has("confidence"))
                        .map(table -> table.numbers("confidence"))
                        .filter(all -> all.stream().anyMatch(Double::isFinite))
                        .orElse(List.of()),
                saved.findTable("markers.csv").map(table -> MarkersCsv.read(table, clusters, features)),
                saved.findTable("truth.csv")
                        .map(table -> requireSize(saved, "truth.csv", table.texts("label"), samples)),
                SavedTuning.find(saved));
    }

    private static List<KeptFeature> kept(SavedRun saved, int features, int groups) {
        SavedTable table = saved.table("features.csv");
        List<Integer> indices = table.indices("index", features);
        List<String> names = table.texts("name");
        List<Double> scores = table.numbers("score");
        List<Double> group =
                table.has("group") ? table.numbers("group") : Collections.nCopies(table.size(), Double.NaN);
        List<Double> frequency =
                table.has("frequency") ? table.numbers("frequency") : Collections.nCopies(table.size(), Double.NaN);
        for (double g : group)
            if (!Double.isNaN(g) && !(g >= 0 && g < groups && g == Math.rint(g)))
                throw new DataException(
                        "%s: column 'group': %s is not an integer from 0 to %d",
                        saved.folder().resolve("features.csv"), g, groups - 1);
        return IntStream.range(0, table.size())
                .mapToObj(i -> new KeptFeature(
                        i + 1,
                        indices.get(i),
                        names.get(i),
                        scores.get(i),
                        Double.isNaN(group.get(i)) ? -1 : group.get(i).intValue(),
                        frequency.get(i)))
                .toList();
    }

    static <T> List<T> requireSize(SavedRun saved, String file, List<T> rows, int samples) {
        if (rows.size() != samples)
            throw new DataException(
                    "%s has %s, but summary.json says %d",
                    saved.folder().resolve(file), TextFormat.count(rows.size(), "sample"), samples);
        return rows;
    }

    /** Whether it was measured how often features are kept on parts of the samples. */
    boolean hasFrequency() {
        return kept.stream().anyMatch(feature -> !Double.isNaN(feature.frequency()));
    }

    /** Returns the sizes of the groups that summary.json has; empty where it has none. */
    private static List<Integer> savedSizes(SavedRun saved, int clusters) {
        if (!(saved.summary().get("group_sizes") instanceof List<?> sizes) || sizes.size() != clusters)
            return List.of();
        return sizes.stream()
                .map(size -> size instanceof Number number ? number.intValue() : 0)
                .toList();
    }

    /** Whether the folder has the group and the values of every sample: a fit on Spark may have too many samples. */
    boolean hasSamples() {
        return !saved.isOnSpark() || (!groups.isEmpty() && saved.has("kept.npy"));
    }

    /** Returns the number of samples of each group. */
    int[] sizes() {
        if (groups.isEmpty())
            return savedSizes(saved, groupCount).stream()
                    .mapToInt(Integer::intValue)
                    .toArray();
        int[] sizes = new int[groupCount];
        groups.forEach(group -> sizes[group]++);
        return sizes;
    }

    /** Returns the mean confidence of each group; NaN where it is unknown. */
    List<Double> meanConfidence() {
        double[] sums = new double[groupCount];
        int[] known = new int[groupCount];
        for (int j = 0; j < confidence.size(); j++)
            if (!Double.isNaN(confidence.get(j))) {
                sums[groups.get(j)] += confidence.get(j);
                known[groups.get(j)]++;
            }
        return IntStream.range(0, groupCount)
                .mapToObj(g -> known[g] == 0 ? Double.NaN : sums[g] / known[g])
                .toList();
    }

    static String groupName(int group) {
        return "group " + group;
    }

    /** Returns the groups in the order that every figure and table uses. */
    List<Integer> groupIndices() {
        return IntStream.range(0, groupCount).boxed().toList();
    }

    List<String> groupNames() {
        return IntStream.range(0, groupCount).mapToObj(RunData::groupName).toList();
    }

    /** Returns the column of a kept feature in kept.npy, whose columns are in ascending order of the index. */
    int columnOf(KeptFeature feature) {
        return (int)
                kept.stream().filter(other -> other.index() < feature.index()).count();
    }

    /** Returns at most {@code most} samples, evenly from every group, one list per group; without groups there is one list. */
    List<List<Integer>> sampleForDisplay(int most) {
        return sampleForDisplay(most, Comparator.naturalOrder());
    }

    /** Returns at most {@code most} samples, evenly from every group, with the members of a group in this order. */
    List<List<Integer>> sampleForDisplay(int most, Comparator<Integer> order) {
        int parts = Math.max(1, groupCount);
        List<List<Integer>> members = new ArrayList<>();
        for (int g = 0; g < parts; g++) members.add(new ArrayList<>());
        for (int j = 0; j < samples; j++)
            members.get(groups.isEmpty() ? 0 : groups.get(j)).add(j);
        members.forEach(all -> all.sort(order));
        if (samples <= most) return members;
        return members.stream()
                .map(all -> evenly(all, Math.max(1, (int) ((long) all.size() * most / samples))))
                .toList();
    }

    /** Returns the bands of a heat map whose rows or columns are these samples. */
    List<Band> sampleBands(List<List<Integer>> samplesByGroup) {
        int[] sizes = sizes();
        return IntStream.range(0, groupCount)
                .filter(g -> !samplesByGroup.get(g).isEmpty())
                .mapToObj(g -> groupBand(g, samplesByGroup.get(g).size(), sizes[g]))
                .toList();
    }

    /** Returns a band for each group, beside rows or over columns that are the groups. */
    List<Band> groupBands() {
        int[] sizes = sizes();
        return IntStream.range(0, groupCount)
                .mapToObj(g -> groupBand(g, 1, sizes[g]))
                .toList();
    }

    /** Returns a band of a group: {@code count} rows or columns in a figure, {@code size} samples in the data. */
    static Band groupBand(int group, int count, int size) {
        return new Band(groupName(group), String.valueOf(group), TextFormat.count(size, "sample"), count, group);
    }

    /** Orders features by the group they mark; those that mark none are last. The order within a group stays. */
    static List<KeptFeature> orderByGroup(List<KeptFeature> features) {
        return features.stream()
                .sorted(Comparator.comparingInt(f -> f.group() < 0 ? Integer.MAX_VALUE : f.group()))
                .toList();
    }

    /** Returns the bands beside features that are ordered by group; none where no feature marks a group. */
    static List<Band> rowBands(List<KeptFeature> ordered) {
        if (ordered.stream().allMatch(f -> f.group() < 0)) return List.of();
        Map<Integer, Integer> counts = new LinkedHashMap<>();
        for (KeptFeature feature : ordered) counts.merge(feature.group(), 1, Integer::sum);
        return counts.entrySet().stream()
                .map(entry -> entry.getKey() < 0
                        ? new Band("mark no group", "–", "", entry.getValue(), -1)
                        : new Band(
                                "mark " + groupName(entry.getKey()),
                                String.valueOf(entry.getKey()),
                                "",
                                entry.getValue(),
                                entry.getKey()))
                .toList();
    }

    /** Whether the run was judged, with the verdict that its groups cannot be trusted. */
    boolean isUntrusted() {
        return saved.text("trust").filter(Trust.Level.NONE.jsonName()::equals).isPresent();
    }

    /** Returns a sentence that says how many samples are shown; empty where all are. */
    String describeShown(int shown) {
        return shown < samples
                ? TextFormat.format(" Shown: %,d of %,d samples, evenly from every group.", shown, samples)
                : "";
    }

    private static List<Integer> evenly(List<Integer> all, int most) {
        if (all.size() <= most) return all;
        return IntStream.range(0, most)
                .mapToObj(i -> all.get((int) ((long) i * all.size() / most)))
                .toList();
    }
}
