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
import org.grapnel.data.SampleColumn;
import org.grapnel.formats.mtx.MatrixMarketFile;
import org.grapnel.formats.npy.NpyFile;
import org.grapnel.graph.Graph;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runs.json.Json;
import org.grapnel.runs.json.JsonObjectView;
import org.grapnel.runs.table.ColorsCsv;
import org.grapnel.runs.table.ComparisonCsv;
import org.grapnel.runs.table.SavedTable;

/**
 * A finished run folder: of a fit, a feature selection or a comparison. Files are read on demand; a missing one is named.
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
            throw new DataException("%s is not the folder of a run: it has no %s", folder, SUMMARY);
        Map<String, Object> summary = Json.read(folder.resolve(SUMMARY));
        if (summary.get("fit") instanceof String fit)
            throw new DataException(
                    "%s is the folder of a transform, which has no report; the report of its fit is in %s",
                    folder, fit);
        SavedRun run = new SavedRun(folder, Collections.unmodifiableMap(summary));
        if (!run.isSelection() && !run.isComparison() && run.text("model").isEmpty())
            throw new DataException(
                    "%s: has neither model nor command; it is not a summary that Grapnel wrote",
                    folder.resolve(SUMMARY));
        return run;
    }

    public Path folder() {
        return folder;
    }

    /** Returns all entries of {@code summary.json}. */
    public Map<String, Object> summary() {
        return summary;
    }

    /** Whether this is a feature selection without a fit. */
    public boolean isSelection() {
        return text("command").filter("select"::equals).isPresent();
    }

    /** Whether the run was made on Spark, which writes no file that would be too large. */
    public boolean isOnSpark() {
        return summary.containsKey("spark");
    }

    /** Whether the folder has a file. */
    public boolean has(String name) {
        return Files.exists(folder.resolve(name));
    }

    /** Whether this is a comparison of methods. */
    public boolean isComparison() {
        return text("command").filter("compare"::equals).isPresent();
    }

    /** Returns the results of a comparison. */
    public ComparisonTable comparison() {
        return ComparisonCsv.read(require("comparison.csv"));
    }

    public Optional<String> text(String key) {
        return summary.get(key) instanceof String word ? Optional.of(word) : Optional.empty();
    }

    public Optional<Double> number(String key) {
        return summary.get(key) instanceof Number number ? Optional.of(number.doubleValue()) : Optional.empty();
    }

    /** Returns an integer from 0 on; a missing or other value is refused. */
    public int count(String key) {
        return JsonObjectView.of(folder.resolve(SUMMARY).toString(), summary).count(key);
    }

    public boolean flag(String key) {
        return Boolean.TRUE.equals(summary.get(key));
    }

    /** Returns the entries of a list as text; empty where there is no such list. */
    public List<String> texts(String key) {
        return summary.get(key) instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    /** Returns the objects of a list; empty where there is no such list. */
    public List<JsonObjectView> objects(String key) {
        return summary.get(key) instanceof List<?>
                ? JsonObjectView.of(folder.resolve(SUMMARY).toString(), summary).objects(key)
                : List.of();
    }

    /** Returns the object under a key, if any. */
    public Optional<JsonObjectView> findObject(String key) {
        return summary.get(key) == null
                ? Optional.empty()
                : Optional.of(JsonObjectView.of(folder.resolve(SUMMARY).toString(), key, summary.get(key)));
    }

    /** Returns a table; a missing one is refused. */
    public SavedTable table(String name) {
        return SavedTable.read(require(name));
    }

    /** Returns a table, if there is one. */
    public Optional<SavedTable> findTable(String name) {
        return Files.exists(folder.resolve(name)) ? Optional.of(table(name)) : Optional.empty();
    }

    /** Returns what is known about the samples besides their features: the columns of colors.csv, none if there is no such file. */
    public List<SampleColumn> colors() {
        return findTable("colors.csv").map(ColorsCsv::read).orElse(List.of());
    }

    /** Returns a matrix, which the caller closes; a missing one is refused. */
    public DenseMatrix matrix(String name) {
        return NpyFile.read(require(name));
    }

    /** Returns some rows of a matrix, in ascending order. The caller closes it. */
    public DenseMatrix rows(String name, List<Integer> rows) {
        return NpyFile.readRows(require(name), rows);
    }

    /** Returns the mean of every feature, in the order of the rows of W, if the folder has it. */
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

    /** Returns the arrangement of the pixels, if the features are pixels. */
    public Optional<Dataset.ImageShape> picture() {
        if (number("picture_height").isEmpty() || number("picture_width").isEmpty()) return Optional.empty();
        try {
            return Optional.of(new Dataset.ImageShape(
                    count("picture_height"), count("picture_width"), flag("picture_by_columns")));
        } catch (IllegalArgumentException e) {
            throw new DataException(folder.resolve(SUMMARY) + ": " + e.getMessage(), e);
        }
    }

    private Path require(String name) {
        Path file = folder.resolve(name);
        boolean elsewhere = isOnSpark() && Files.exists(folder.resolve("H.parquet"));
        if (!Files.exists(file) && elsewhere)
            throw new DataException(
                    "%s is missing: the run on Spark had too many samples for it and wrote %s, which is not read here",
                    file, folder.resolve("H.parquet"));
        if (!Files.exists(file))
            throw new DataException(
                    "%s is missing: the folder is incomplete or of an older version; repeat the run", file);
        return file;
    }
}
