package org.grapnel.spark.app;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.ml.functions;
import org.apache.spark.ml.linalg.Matrix;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.grapnel.data.FittedPreparation;
import org.grapnel.formats.npy.NpyFile;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runs.json.Json;
import org.grapnel.runs.table.MarkersCsv;
import org.grapnel.runs.write.RunWriter;
import org.grapnel.spark.GraphNmfSummary;

/**
 * Writes the files of a result: the small ones here, those with a line or number for each sample by {@link SampleFiles}.
 *
 * <p>Always written: {@code summary.json trace.csv features.csv preparation.csv mean.npy W.npy H.parquet model}, and with what a
 * fit knows {@code graph.parquet markers.csv path.csv components.npy}.
 */
final class ResultWriter {
    private final FitResult result;
    private final HadoopRunFolder runFolder;
    private final Path localFolder;
    private final List<String> written = new ArrayList<>();

    private ResultWriter(FitResult result, HadoopRunFolder runFolder, Path localFolder) {
        this.result = result;
        this.runFolder = runFolder;
        this.localFolder = localFolder;
    }

    /** Writes all files, and releases the factors of the model. */
    static void write(FitResult result, HadoopRunFolder runFolder) throws IOException {
        write(result, runFolder, SampleFiles.Limits.standard());
    }

    static void write(FitResult result, HadoopRunFolder runFolder, SampleFiles.Limits limits) throws IOException {
        Path localFolder = Files.createTempDirectory("grapnel-spark");
        try {
            new ResultWriter(result, runFolder, localFolder).writeAll(limits);
        } finally {
            try (Stream<Path> all = Files.walk(localFolder)) {
                for (Path file : all.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
            }
        }
    }

    private void writeAll(SampleFiles.Limits limits) throws IOException {
        GraphNmfSummary summary = result.model().summary();
        Dataset<Row> factors = factors();
        factors.write().parquet(runFolder.pathOf("H.parquet"));
        new SampleFiles(result, runFolder, limits).write(factors);
        if (result.details().edges().isPresent())
            GraphFiles.write(result.details().edges().get(), factors, summary.samples(), result, runFolder, limits);
        result.model().releaseFactors(); // already written, so the saved model stays small
        result.model().save(runFolder.pathOf("model"));
        result.model().release();
        RunWriter.writeTrace(file("trace.csv"), summary.trace());
        writeFeatures();
        List<FittedPreparation.FeatureTransform> transforms =
                result.prepared().fitted().features();
        RunWriter.writePreparation(
                file("preparation.csv"), transforms, result.prepared().origins());
        NpyFile.writeVector(file("mean.npy"), result.moments().means());
        writeMatrices();
        Json.write(file("summary.json"), result.summary());
        for (String name : written)
            if (Files.exists(localFolder.resolve(name))) runFolder.add(localFolder.resolve(name));
    }

    private Path file(String name) {
        written.add(name);
        return localFolder.resolve(name);
    }

    /** Returns the columns id, factors, cluster and, where it is known, confidence. */
    private Dataset<Row> factors() {
        Dataset<Row> factors = result.model().factors();
        String[] names = factors.columns();
        Dataset<Row> table = factors.select(
                new Column(names[0]).as("id"),
                functions.vector_to_array(new Column(names[1]), "float64").as("factors"),
                new Column(names[2]).as("cluster"));
        return result.details()
                .confidence()
                .map(sure -> SampleFiles.withConfidence(table, sure))
                .orElse(table);
    }

    private void writeFeatures() throws IOException {
        FitDetails details = result.details();
        if (details.markers().isPresent()) {
            RunWriter.writeFeatures(
                    file("features.csv"),
                    result.keptFeatures(),
                    details.markers().get(),
                    details.selection().flatMap(selection -> selection.frequency()));
            MarkersCsv.write(file("markers.csv"), details.markers().get(), result.names());
        } else {
            RunWriter.writeFeatures(file("features.csv"), result.keptFeatures());
        }
        if (details.selection().isPresent())
            RunWriter.writePath(file("path.csv"), details.selection().get());
    }

    private void writeMatrices() throws IOException {
        Matrix M = result.model().W();
        try (DenseMatrix W = DenseMatrix.zeros(M.numRows(), M.numCols())) {
            for (int i = 0; i < M.numRows(); i++) for (int q = 0; q < M.numCols(); q++) W.set(i, q, M.apply(i, q));
            NpyFile.write(file("W.npy"), W);
        }
        if (result.details().components().isEmpty()) return;
        FitDetails.Components components = result.details().components().get();
        Iterator<double[]> rows = components.directions().stream()
                .map(row -> row.stream().mapToDouble(Double::doubleValue).toArray())
                .iterator();
        NpyFile.writeRows(file("components.npy"), components.directions().size(), components.count(), rows);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
