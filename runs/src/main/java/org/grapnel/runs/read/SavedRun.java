package org.grapnel.runs.read;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.DoubleStream;
import org.grapnel.compare.ComparisonTable;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.formats.mtx.MatrixMarketFile;
import org.grapnel.formats.npy.NpyFile;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runs.json.Json;
import org.grapnel.runs.json.JsonObjectView;
import org.grapnel.runs.table.ComparisonCsv;
import org.grapnel.runs.table.SavedTable;

/**
 * A run folder as it lies on disk, for who wants to look at it: what a fit or a choice of features left behind. Files are read when they
 * are asked for; one that should be there and is not is named.
 */
public final class SavedRun {
    private static final String SUMMARY = "summary.json";

    private final Path folder;
    private final Map<String, Object> summary;

    private SavedRun(Path folder, Map<String, Object> summary) {
        this.folder = folder;
        this.summary = summary;
    }

    public static SavedRun read(Path folder) {
        if (!Files.isDirectory(folder)) throw new DataException("%s is not a folder; give the folder of a run", folder);
        if (!Files.exists(folder.resolve(SUMMARY)))
            throw new DataException("%s is not the folder of a run: it holds no %s", folder, SUMMARY);
        Map<String, Object> summary = Json.read(folder.resolve(SUMMARY));
        if (summary.get("fit") instanceof String fit)
            throw new DataException(
                    "%s is the folder of new samples that were placed, which has no report; the one of their model is in %s",
                    folder, fit);
        SavedRun run = new SavedRun(folder, Collections.unmodifiableMap(summary));
        if (!run.isSelection() && !run.isComparison() && run.text("model").isEmpty())
            throw new DataException(
                    "%s: neither model nor command stand there; it is not what a run of Grapnel writes",
                    folder.resolve(SUMMARY));
        return run;
    }

    public Path folder() {
        return folder;
    }

    /** All of {@code summary.json}. */
    public Map<String, Object> summary() {
        return summary;
    }

    /** Whether features were chosen without a fit. */
    public boolean isSelection() {
        return text("command").filter("select"::equals).isPresent();
    }

    /** Whether several ways were compared. */
    public boolean isComparison() {
        return text("command").filter("compare"::equals).isPresent();
    }

    /** How the contenders of a comparison did. */
    public ComparisonTable comparison() {
        return ComparisonCsv.read(needed("comparison.csv"));
    }

    public Optional<String> text(String key) {
        return summary.get(key) instanceof String word ? Optional.of(word) : Optional.empty();
    }

    public Optional<Double> number(String key) {
        return summary.get(key) instanceof Number number ? Optional.of(number.doubleValue()) : Optional.empty();
    }

    /** A number that every run of this kind has. */
    public int count(String key) {
        return number(key)
                .filter(number -> number >= 0 && number <= Integer.MAX_VALUE && number == Math.rint(number))
                .map(Double::intValue)
                .orElseThrow(() -> new DataException(
                        "%s: %s is %s, which is not what a run of Grapnel writes",
                        folder.resolve(SUMMARY),
                        key,
                        summary.containsKey(key) ? String.valueOf(summary.get(key)) : "missing"));
    }

    public boolean flag(String key) {
        return Boolean.TRUE.equals(summary.get(key));
    }

    /** What is said under this key, a line each. */
    public List<String> texts(String key) {
        return summary.get(key) instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    /** What stands under this key with keys of its own, where there is such a key. */
    public Optional<JsonObjectView> findObject(String key) {
        return summary.get(key) == null
                ? Optional.empty()
                : Optional.of(JsonObjectView.of(folder.resolve(SUMMARY).toString(), key, summary.get(key)));
    }

    /** A table that belongs to every run of this kind. */
    public SavedTable table(String name) {
        return SavedTable.read(needed(name));
    }

    /** A table that some runs have. */
    public Optional<SavedTable> findTable(String name) {
        return Files.exists(folder.resolve(name)) ? Optional.of(table(name)) : Optional.empty();
    }

    /** A matrix that belongs to every run of this kind. The caller closes it. */
    public DenseMatrix matrix(String name) {
        return NpyFile.read(needed(name));
    }

    /** Some rows of a matrix, in ascending order: of {@code kept.npy}, samples. The caller closes it. */
    public DenseMatrix rows(String name, List<Integer> rows) {
        return NpyFile.readRows(needed(name), rows);
    }

    /** The mean of every feature, in the order of the rows of W, where the run has it. */
    public Optional<List<Double>> means() {
        Path file = folder.resolve("mean.npy");
        if (!Files.exists(file)) return Optional.empty();
        return Optional.of(DoubleStream.of(NpyFile.readVector(file)).boxed().toList());
    }

    public Optional<Graph> graph(int samples) {
        Path file = folder.resolve("graph.mtx");
        return Files.exists(file)
                ? Optional.of(MatrixMarketFile.readGraph(file, OptionalInt.of(samples)))
                : Optional.empty();
    }

    /** How the pixels are arranged, where the features are pixels. */
    public Optional<Dataset.ImageShape> picture() {
        if (number("picture_height").isEmpty() || number("picture_width").isEmpty()) return Optional.empty();
        try {
            return Optional.of(new Dataset.ImageShape(
                    count("picture_height"), count("picture_width"), flag("picture_by_columns")));
        } catch (IllegalArgumentException e) {
            throw new DataException(folder.resolve(SUMMARY) + ": " + e.getMessage(), e);
        }
    }

    private Path needed(String name) {
        Path file = folder.resolve(name);
        boolean elsewhere = summary.containsKey("spark") && Files.exists(folder.resolve("H.parquet"));
        if (!Files.exists(file) && elsewhere)
            throw new DataException(
                    "%s is missing: the run on Spark had too many samples for it and left them in %s, which is not read here",
                    file, folder.resolve("H.parquet"));
        if (!Files.exists(file))
            throw new DataException(
                    "%s is missing: the folder is not whole, or of a version before it; make the run again", file);
        return file;
    }
}
