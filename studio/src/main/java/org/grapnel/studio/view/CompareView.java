package org.grapnel.studio.view;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.grapnel.data.DataException;
import org.grapnel.evaluate.AdjustedRand;
import org.grapnel.evaluate.ContingencyTable;
import org.grapnel.evaluate.Nmi;
import org.grapnel.runs.read.SavedRun;
import org.jspecify.annotations.Nullable;

/** Finished runs side by side: the parameters that differ, scores, kept features, how far the groups agree, and the objective. */
public final class CompareView {
    public static final int FEWEST = 2;

    /** More columns are too narrow for their pictures. */
    public static final int MOST = 6;

    private static final int MOST_POINTS = 500;
    private static final String HASH = "data_sha256";
    private static final int HASH_DIGITS = 8;

    /** What is compared of a run. */
    private record ComparedRun(String id, SavedRun saved, Set<String> features, Optional<GroupedSamples> groups) {
        static ComparedRun read(String id, Path folder) {
            SavedRun saved = SavedRun.read(folder);
            if (saved.isComparison())
                throw new DataException(
                        "%s: is a comparison of methods itself; choose runs of fit, select or tune", folder);
            Set<String> features = saved.has("features.csv")
                    ? new LinkedHashSet<>(
                            SampleTable.read(folder.resolve("features.csv"), List.of(), List.of("name"), 1)
                                    .texts("name"))
                    : Set.of();
            return new ComparedRun(id, saved, features, GroupedSamples.find(saved));
        }
    }

    /** The group of every sample of a run. */
    private record GroupedSamples(List<String> names, int[] groups) {
        static Optional<GroupedSamples> find(SavedRun saved) {
            if (!saved.has("labels.csv")) return Optional.empty();
            SampleTable table = SampleTable.read(
                    saved.folder().resolve("labels.csv"),
                    List.of("cluster"),
                    List.of("sample"),
                    saved.count("samples"));
            return Optional.of(new GroupedSamples(table.texts("sample"), table.indices("cluster", Integer.MAX_VALUE)));
        }

        /** Returns where each of other names stands in this run; empty if these are other samples. */
        Optional<int[]> positions(List<String> others) {
            if (others.equals(names))
                return Optional.of(IntStream.range(0, groups.length).toArray());
            Map<String, Integer> byName = new HashMap<>();
            for (int j = 0; j < groups.length; j++) byName.put(names.get(j), j);
            boolean same = others.size() == names.size()
                    && byName.size() == names.size()
                    && byName.keySet().equals(new HashSet<>(others));
            return same ? Optional.of(others.stream().mapToInt(byName::get).toArray()) : Optional.empty();
        }
    }

    private CompareView() {}

    /**
     * Compares runs.
     *
     * @param runs the folders by the names of the runs, in the order of the columns
     */
    public static Map<String, Object> create(Map<String, Path> runs) throws IOException {
        if (runs.size() < FEWEST || runs.size() > MOST)
            throw new IllegalArgumentException(
                    "run names " + runs.size() + " runs; " + FEWEST + " to " + MOST + " can be compared");
        List<ComparedRun> all = runs.entrySet().stream()
                .map(run -> ComparedRun.read(run.getKey(), run.getValue()))
                .toList();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("runs", all.stream().map(ComparedRun::id).toList());
        json.put("parameters", differing(all, SummaryKeys.PARAMETERS));
        json.put("scores", present(all, SummaryKeys.SCORES));
        json.put("features", features(all));
        json.put("agreement", agreements(all));
        json.put("orders", orders(all));
        json.put("curves", all.stream().map(CompareView::curve).toList());
        return json;
    }

    private static List<Map<String, Object>> differing(List<ComparedRun> runs, List<String> keys) {
        return keys.stream()
                .filter(key -> key.equals(HASH)
                        ? isOtherContent(runs)
                        : values(runs, key).stream()
                                        .map(CompareView::comparable)
                                        .distinct()
                                        .count()
                                > 1)
                .map(key -> row(runs, key))
                .toList();
    }

    /** Whether data of one name have different contents in two runs. */
    private static boolean isOtherContent(List<ComparedRun> runs) {
        Map<String, String> contents = new HashMap<>();
        for (ComparedRun run : runs) {
            Optional<String> hash = run.saved().text(HASH);
            if (hash.isEmpty()) continue;
            String before = contents.put(run.saved().text("data").orElse(""), hash.orElseThrow());
            if (before != null && !before.equals(hash.orElseThrow())) return true;
        }
        return false;
    }

    private static List<Map<String, Object>> present(List<ComparedRun> runs, List<String> keys) {
        return keys.stream()
                .filter(key -> values(runs, key).stream().anyMatch(Objects::nonNull))
                .map(key -> row(runs, key))
                .toList();
    }

    private static Map<String, Object> row(List<ComparedRun> runs, String key) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("key", key);
        row.put("name", SummaryKeys.name(key));
        List<@Nullable Object> shown = new ArrayList<>();
        for (@Nullable Object value : values(runs, key)) shown.add(shown(key, value));
        row.put("values", shown);
        return row;
    }

    /** A value as the page shows it: the beginning of a hash, the entries of a list. */
    private static @Nullable Object shown(String key, @Nullable Object value) {
        if (key.equals(HASH) && value instanceof String hash)
            return hash.length() > HASH_DIGITS ? hash.substring(0, HASH_DIGITS) : hash;
        return value instanceof List<?> list
                ? list.stream().map(String::valueOf).collect(Collectors.joining(", "))
                : value;
    }

    private static List<@Nullable Object> values(List<ComparedRun> runs, String key) {
        List<@Nullable Object> values = new ArrayList<>();
        for (ComparedRun run : runs) values.add(run.saved().summary().get(key));
        return values;
    }

    /** Makes 1 and 1.0 equal, and null equal to null. */
    private static Object comparable(@Nullable Object value) {
        if (value instanceof Number number) return number.doubleValue();
        return value == null ? "" : value;
    }

    private static Map<String, Object> features(List<ComparedRun> runs) {
        Set<String> common = new LinkedHashSet<>(runs.get(0).features());
        runs.forEach(run -> common.retainAll(run.features()));
        List<List<String>> only = runs.stream()
                .map(run -> run.features().stream()
                        .filter(name -> runs.stream()
                                        .filter(other -> other.features().contains(name))
                                        .count()
                                == 1)
                        .toList())
                .toList();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("common", List.copyOf(common));
        json.put("only", only);
        json.put(
                "jaccard",
                runs.stream()
                        .map(a -> runs.stream()
                                .map(b -> jaccard(a.features(), b.features()))
                                .toList())
                        .toList());
        return json;
    }

    /** |A ∩ B| / |A ∪ B|; 1 for two empty sets. */
    private static double jaccard(Set<String> a, Set<String> b) {
        long both = a.stream().filter(b::contains).count();
        long either = a.size() + b.size() - both;
        return either == 0 ? 1 : (double) both / either;
    }

    private static List<Map<String, Object>> agreements(List<ComparedRun> runs) {
        List<Map<String, Object>> pairs = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++)
            for (int j = i + 1; j < runs.size(); j++) pairs.add(agreement(runs.get(i), runs.get(j)));
        return pairs;
    }

    private static Map<String, Object> agreement(ComparedRun a, ComparedRun b) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("a", a.id());
        json.put("b", b.id());
        for (ComparedRun run : List.of(a, b))
            if (run.groups().isEmpty()) {
                json.put("reason", run.id() + " has no groups");
                return json;
            }
        GroupedSamples first = a.groups().orElseThrow();
        GroupedSamples second = b.groups().orElseThrow();
        Optional<int[]> positions = second.positions(first.names());
        if (positions.isEmpty()) {
            json.put("reason", difference(a.id(), first.names(), b.id(), second.names()));
            return json;
        }
        int[] matched =
                Arrays.stream(positions.get()).map(j -> second.groups()[j]).toArray();
        ContingencyTable table = ContingencyTable.of(first.groups(), matched);
        json.put("ari", AdjustedRand.compute(table));
        json.put("nmi", Nmi.compute(table));
        Map<String, Object> counts = new LinkedHashMap<>();
        counts.put("rows", table.classes().stream().map(Integer::valueOf).toList());
        counts.put("columns", table.clusters());
        List<List<Long>> rows = new ArrayList<>();
        for (long[] row : table.toArray())
            rows.add(IntStream.range(0, row.length).mapToObj(c -> row[c]).toList());
        counts.put("counts", rows);
        json.put("table", counts);
        return json;
    }

    /** For each run the sample of the first run that each of its samples is; null where their order is the same or they cannot be matched. */
    private static List<@Nullable List<Integer>> orders(List<ComparedRun> runs) {
        List<@Nullable List<Integer>> orders = new ArrayList<>();
        Optional<GroupedSamples> first = runs.get(0).groups();
        for (ComparedRun run : runs) {
            @Nullable List<Integer> order = null;
            if (first.isPresent() && run.groups().isPresent()) {
                List<String> names = run.groups().get().names();
                if (!names.equals(first.get().names()))
                    order = first.get()
                            .positions(names)
                            .map(positions -> Arrays.stream(positions).boxed().toList())
                            .orElse(null);
            }
            orders.add(order);
        }
        return orders;
    }

    private static String difference(String a, List<String> ofA, String b, List<String> ofB) {
        if (ofA.size() != ofB.size())
            return a + " has " + ofA.size() + " samples and " + b + " has " + ofB.size()
                    + "; groups can be compared on the same samples only";
        Set<String> others = new HashSet<>(ofB);
        return ofA.stream()
                .filter(name -> !others.contains(name))
                .findFirst()
                .map(name -> "sample '" + name + "' of " + a + " is not in " + b
                        + "; groups can be compared on the same samples only")
                .orElse("the samples of " + a + " and " + b
                        + " have another order, and names that occur more than once; they cannot be matched");
    }

    /** The objective at every iteration, or at some, evenly spread, with the first and the last. */
    private static Map<String, Object> curve(ComparedRun run) {
        List<List<Object>> points = new ArrayList<>();
        if (run.saved().has("trace.csv")) {
            SampleTable trace = SampleTable.read(
                    run.saved().folder().resolve("trace.csv"), List.of("iteration", "objective"), List.of(), 1);
            double[] iteration = trace.numbers("iteration");
            double[] objective = trace.numbers("objective");
            int shown = Math.min(MOST_POINTS, trace.size());
            for (int s = 0; s < shown; s++) {
                int at = shown == trace.size() ? s : (int) ((long) s * (trace.size() - 1) / (shown - 1));
                points.add(List.of((long) iteration[at], objective[at]));
            }
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", run.id());
        json.put("points", points);
        return json;
    }
}
