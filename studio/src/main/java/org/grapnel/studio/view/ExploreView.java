package org.grapnel.studio.view;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.data.SampleColumn;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runs.read.SavedRun;
import org.grapnel.runs.table.MarkersCsv;
import org.grapnel.runs.table.MarkersCsv.NamedMarker;
import org.grapnel.runs.table.SavedTable;

/**
 * The samples of a finished run as points, with what they can be coloured by. Numbers of many samples are given as little-endian bytes, which a
 * browser uses without parsing.
 */
public final class ExploreView {
    private static final String TSNE = "t-SNE";
    private static final String COMPONENTS = "principal components";

    /** The columns of embedding.csv that can be drawn, the better one first. */
    private static final List<String> DRAWN = List.of("data", "h");

    private static final int MOST_LISTED = 20;

    /** More than any file can hold, compressed ones of Spark too. */
    private static final long SAMPLES_PER_BYTE = 8;

    /** A kept feature, by its row of W. */
    private record Feature(int index, String name, double score) {}

    private final SavedRun saved;
    private final int samples;
    private final List<String> names;
    private final int[] groups;
    private final int groupCount;
    private final List<Colouring> colourings;
    private final List<Feature> features;
    private final List<NamedMarker> markers;
    private final PointSet points;

    /** The place of every sample, NaN where it has none. */
    private record PointSet(String kind, float[] x, float[] y) {
        int drawn() {
            int count = 0;
            for (float one : x) if (!Float.isNaN(one)) count++;
            return count;
        }
    }

    private ExploreView(SavedRun saved) throws IOException {
        this.saved = saved;
        Path folder = saved.folder();
        samples = requirePossible(saved.count("samples"));
        int width = saved.count("features");
        Optional<SampleTable> labels = find("labels.csv", List.of("cluster", "confidence"), List.of("sample"));
        names = labels.map(table -> table.texts("sample")).orElseGet(() -> Dataset.numbered("", samples));
        groupCount = saved.number("clusters_found")
                .or(() -> saved.number("clusters"))
                .orElse(0.0)
                .intValue();
        if (groupCount > samples)
            throw new DataException(
                    "%s: says that %d samples have %d groups", folder.resolve("summary.json"), samples, groupCount);
        groups =
                labels.isPresent() && groupCount > 0 ? labels.orElseThrow().indices("cluster", groupCount) : new int[0];
        features = features(width);
        markers = saved.has("markers.csv") && groupCount > 0
                ? MarkersCsv.read(SavedTable.read(folder.resolve("markers.csv")), groupCount, width)
                : List.of();
        colourings = colourings(labels);
        points = placeSamples();
    }

    /** Reads what the page shows of a finished fit or selection. */
    public static ExploreView read(Path run) throws IOException {
        SavedRun saved = SavedRun.read(run);
        if (saved.isComparison())
            throw new DataException(
                    "%s: is a comparison of methods, which has no points; its report has its results", run);
        return new ExploreView(saved);
    }

    /** Refuses a number of samples that the files cannot have, before it takes memory: each sample takes bytes in some of them. */
    private int requirePossible(int count) throws IOException {
        Path folder = saved.folder();
        long bytes = 0;
        try (Stream<Path> files = Files.walk(folder, 2)) { // a run on Spark has folders of files
            for (Path file : (Iterable<Path>) files::iterator)
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) bytes += Files.size(file);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        if (count > SAMPLES_PER_BYTE * bytes)
            throw new DataException(
                    "%s: says %d samples, but all files of the folder together have %d bytes",
                    folder.resolve("summary.json"), count, bytes);
        return count;
    }

    private Optional<SampleTable> find(String name, List<String> numbers, List<String> texts) {
        Path file = saved.folder().resolve(name);
        return Files.exists(file)
                ? Optional.of(SampleTable.read(file, numbers, texts, samples).requireSize(samples))
                : Optional.empty();
    }

    private List<Feature> features(int width) {
        SampleTable table = SampleTable.read(require("features.csv"), List.of("index", "score"), List.of("name"), (int)
                Math.min(width, saved.number("kept").orElse((double) width)));
        int[] indices = table.indices("index", width);
        List<Feature> all = new ArrayList<>(indices.length);
        for (int i = 0; i < indices.length; i++)
            all.add(new Feature(indices[i], table.texts("name").get(i), table.numbers("score")[i]));
        return all;
    }

    private Path require(String name) {
        Path file = saved.folder().resolve(name);
        if (!Files.exists(file))
            throw new DataException(
                    "%s is missing: the folder is incomplete or of an older version; repeat the run", file);
        return file;
    }

    private List<Colouring> colourings(Optional<SampleTable> labels) {
        List<Colouring> all = new ArrayList<>();
        if (groups.length > 0) all.add(Colouring.ofGroups(groups, groupCount));
        labels.filter(table -> table.has("confidence"))
                .map(table -> table.numbers("confidence"))
                .filter(sure -> Arrays.stream(sure).anyMatch(Double::isFinite))
                .ifPresent(sure -> all.add(Colouring.ofNumbers("confidence", "confidence", sure)));
        find("truth.csv", List.of(), List.of("label"))
                .ifPresent(table -> all.add(Colouring.ofClasses("label", "label", table.texts("label"))));
        for (SampleColumn column : saved.colors()) {
            if (column.values().size() != samples)
                throw new DataException(
                        "%s: has %d rows, but the run has %d samples",
                        saved.folder().resolve("colors.csv"), column.values().size(), samples);
            all.add(Colouring.ofColumn("column:" + column.name(), column));
        }
        return all;
    }

    /** The embedding if it has all samples; else the principal components, which have all; else the part that was embedded. */
    private PointSet placeSamples() {
        boolean embedded = saved.has("embedding.csv");
        if (embedded) {
            Optional<PointSet> drawn = embedding();
            if (drawn.isPresent() && (drawn.get().drawn() == samples || !saved.has("scores.npy"))) return drawn.get();
        }
        if (saved.has("scores.npy")) return components();
        throw new DataException(
                "%s: has neither embedding.csv nor scores.npy, so there are no points to show; a fit writes the first unless --no-report is given, and the second with a graph on principal components (--graph-pcs)",
                saved.folder());
    }

    private Optional<PointSet> embedding() {
        Path file = saved.folder().resolve("embedding.csv");
        SampleTable table = SampleTable.read(file, List.of("index", "data_x", "data_y", "h_x", "h_y"), List.of(), (int)
                Math.min(samples, saved.number("embedding_samples").orElse((double) samples)));
        int[] places = table.indices("index", samples);
        for (String which : DRAWN) {
            if (!table.has(which + "_x") || !table.has(which + "_y")) continue;
            float[] x = scatter(table.numbers(which + "_x"), places);
            float[] y = scatter(table.numbers(which + "_y"), places);
            PointSet found = new PointSet(TSNE, x, y);
            if (found.drawn() > 0) return Optional.of(found);
        }
        return Optional.empty();
    }

    private float[] scatter(double[] values, int[] places) {
        float[] all = new float[samples];
        Arrays.fill(all, Float.NaN);
        for (int q = 0; q < places.length; q++) all[places[q]] = (float) values[q];
        return all;
    }

    private PointSet components() {
        Path file = saved.folder().resolve("scores.npy");
        try (DenseMatrix scores = saved.matrix("scores.npy")) {
            if (scores.rows() != samples)
                throw new DataException("%s: has %d rows, but the run has %d samples", file, scores.rows(), samples);
            float[] x = new float[samples];
            float[] y = new float[samples];
            for (int j = 0; j < samples; j++) {
                x[j] = (float) scores.get(j, 0);
                y[j] = scores.cols() > 1 ? (float) scores.get(j, 1) : 0;
            }
            return new PointSet(COMPONENTS, x, y);
        }
    }

    /** Returns what there is to see: the sizes of the groups, the colourings, the kept features and the markers. */
    public Map<String, Object> meta() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("samples", samples);
        json.put("embedding", points.kind());
        json.put("drawn", points.drawn());
        int[] sizes = new int[groups.length > 0 ? groupCount : 0];
        for (int group : groups) sizes[group]++;
        json.put("groups", Arrays.stream(sizes).boxed().toList());
        json.put("colourings", colourings.stream().map(Colouring::toJson).toList());
        json.put("features", features.stream().map(ExploreView::toJson).toList());
        json.put("markers", markers.stream().map(ExploreView::toJson).toList());
        return json;
    }

    private static Map<String, Object> toJson(Feature feature) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("index", feature.index());
        json.put("name", feature.name());
        json.put("score", feature.score());
        return json;
    }

    private static Map<String, Object> toJson(NamedMarker named) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("group", named.marker().group());
        json.put("rank", named.marker().rank());
        json.put("index", named.marker().feature());
        json.put("name", named.name());
        json.put("mean_in", named.marker().meanIn());
        json.put("mean_out", named.marker().meanOut());
        json.put("auc", named.marker().auc());
        return json;
    }

    /** Returns the places of all samples: n 32-bit numbers x, then n numbers y; NaN for a sample without a place. */
    public byte[] points() {
        ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(2 * Float.BYTES, samples))
                .order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(points.x()).put(points.y());
        return bytes.array();
    }

    /**
     * Returns the values of a colouring: 32-bit codes of classes, −1 for none, or 32-bit numbers, NaN for unknown.
     *
     * @param key a key of {@link #meta}
     */
    public byte[] colour(String key) {
        return colourings.stream()
                .filter(one -> one.key().equals(key))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("key '" + key + "' is not among "
                        + colourings.stream().map(Colouring::key).collect(Collectors.joining(", "))))
                .bytes(samples);
    }

    /**
     * Returns the values of a kept feature as 32-bit numbers.
     *
     * @param index the index of the feature in {@link #meta}
     */
    public byte[] feature(int index) {
        int[] ascending = features.stream().mapToInt(Feature::index).sorted().toArray();
        int column = Arrays.binarySearch(ascending, index);
        if (column < 0)
            throw new IllegalArgumentException("index " + index + " is not that of a kept feature; allowed are "
                    + IntStream.of(ascending)
                            .limit(MOST_LISTED)
                            .mapToObj(String::valueOf)
                            .collect(Collectors.joining(", "))
                    + (ascending.length > MOST_LISTED ? ", …" : ""));
        Path file = saved.folder().resolve("kept.npy");
        try (DenseMatrix kept = saved.matrix("kept.npy")) {
            if (kept.rows() != samples || kept.cols() != ascending.length)
                throw new DataException(
                        "%s: is %d × %d, but the run has %d samples and %d kept features",
                        file, kept.rows(), kept.cols(), samples, ascending.length);
            ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(Float.BYTES, samples))
                    .order(ByteOrder.LITTLE_ENDIAN);
            for (int j = 0; j < samples; j++) bytes.putFloat((float) kept.get(j, column));
            return bytes.array();
        }
    }

    /** Returns the names of all samples, in the order of the points. */
    public Map<String, Object> names() {
        return Map.of("names", names);
    }
}
