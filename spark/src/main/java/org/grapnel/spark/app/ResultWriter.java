package org.grapnel.spark.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.spark.ml.functions;
import org.apache.spark.ml.linalg.Matrix;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.grapnel.data.FittedPreparation;
import org.grapnel.formats.csv.CsvTableWriter;
import org.grapnel.formats.npy.NpyFile;
import org.grapnel.linalg.DenseMatrix;
import org.grapnel.runs.json.Json;
import org.grapnel.runs.write.RunWriter;
import org.grapnel.spark.GraphNmfSummary;

/**
 * Writes the files of a result.
 *
 * <p>Executors write {@code H.parquet}. If H has at most {@link #MOST_NUMBERS} numbers, it is also streamed through the
 * driver, sample by sample, into {@code H.npy} and {@code labels.csv}, and X on the kept features into {@code
 * kept.npy}.
 */
final class ResultWriter {
    /** Limit of n · r up to which H is also written as an array: 40 MB. */
    static final long MOST_NUMBERS = 5_000_000;

    private final FitResult result;
    private final HadoopRunFolder runFolder;
    private final Path localFolder;

    private ResultWriter(FitResult result, HadoopRunFolder runFolder, Path localFolder) {
        this.result = result;
        this.runFolder = runFolder;
        this.localFolder = localFolder;
    }

    /** Writes all files, and releases the factors of the model. */
    static void write(FitResult result, NormalizedTable data, HadoopRunFolder runFolder) throws IOException {
        Path localFolder = Files.createTempDirectory("grapnel-spark");
        try {
            new ResultWriter(result, runFolder, localFolder).write(data);
        } finally {
            try (Stream<Path> all = Files.walk(localFolder)) {
                for (Path file : all.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
            }
        }
    }

    private void write(NormalizedTable data) throws IOException {
        GraphNmfSummary summary = result.model().summary();
        factors(summary);
        samples(data.table(), summary);
        result.model().release(); // already written, so the saved model stays small
        result.model().save(runFolder.pathOf("model"));
        RunWriter.writeTrace(file("trace.csv"), summary.trace());
        RunWriter.writeFeatures(file("features.csv"), result.keptFeatures());
        RunWriter.writePreparation(
                file("preparation.csv"),
                result.names().stream()
                        .map(name -> FittedPreparation.FeatureTransform.divided(name, data.divisor()))
                        .toList());
        matrix(result.model().W());
        Json.write(file("summary.json"), result.summary());
        for (String name : List.of("trace.csv", "features.csv", "preparation.csv", "W.npy", "summary.json"))
            runFolder.add(file(name));
    }

    private Path file(String name) {
        return localFolder.resolve(name);
    }

    private void matrix(Matrix M) throws IOException {
        try (DenseMatrix W = DenseMatrix.zeros(M.numRows(), M.numCols())) {
            for (int i = 0; i < M.numRows(); i++) for (int q = 0; q < M.numCols(); q++) W.set(i, q, M.apply(i, q));
            NpyFile.write(file("W.npy"), W);
        }
    }

    private void factors(GraphNmfSummary summary) throws IOException {
        Dataset<Row> factors = result.model().factors();
        String[] names = factors.columns();
        Dataset<Row> table = factors.select(
                new Column(names[0]).as("id"),
                functions.vector_to_array(new Column(names[1]), "float64").as("factors"),
                new Column(names[2]).as("cluster"));
        table.write().parquet(runFolder.pathOf("H.parquet"));
        if ((long) summary.samples() * summary.rank() > MOST_NUMBERS) return;
        try (CsvTableWriter labels = CsvTableWriter.create(file("labels.csv"), "sample", "cluster")) {
            NpyFile.writeColumns(
                    file("H.npy"),
                    summary.rank(),
                    summary.samples(),
                    new FactorColumns(table.toLocalIterator(), labels));
        }
        runFolder.add(file("H.npy"));
        runFolder.add(file("labels.csv"));
    }

    /**
     * Writes what a report needs: X on the kept features by ascending index, and the labels, in the order of the
     * samples.
     */
    private void samples(SampleTable table, GraphNmfSummary summary) throws IOException {
        int[] kept =
                summary.kept().stream().mapToInt(Integer::intValue).sorted().toArray();
        int n = summary.samples();
        if ((long) n * summary.rank() > MOST_NUMBERS || (long) n * kept.length > MOST_NUMBERS) return;
        Iterator<double[]> rows = table.rows()
                .select(SampleTable.FEATURES)
                .toJavaRDD()
                .map(row -> selected(row, kept))
                .toLocalIterator();
        NpyFile.writeRows(file("kept.npy"), n, kept.length, rows);
        runFolder.add(file("kept.npy"));
        if (!table.hasLabel()) return;
        List<String> id = table.hasId() ? List.of(SampleTable.ID) : List.of();
        Iterator<Row> labels = table.rows()
                .selectExpr(
                        Stream.concat(Stream.of(SampleTable.LABEL), id.stream()).toArray(String[]::new))
                .toLocalIterator();
        try (CsvTableWriter out = CsvTableWriter.create(file("truth.csv"), "sample", "label")) {
            for (long j = 0; labels.hasNext(); j++) {
                Row row = labels.next();
                out.row(table.hasId() ? String.valueOf(row.get(1)) : String.valueOf(j), row.getString(0));
            }
        }
        runFolder.add(file("truth.csv"));
    }

    private static double[] selected(Row row, int[] kept) {
        Object cell = row.get(0);
        double[] selected = new double[kept.length];
        if (cell instanceof Vector vector) {
            for (int q = 0; q < kept.length; q++) selected[q] = vector.apply(kept[q]);
        } else {
            double[] all = Objects.requireNonNull(NormalizedTable.values(cell));
            for (int q = 0; q < kept.length; q++) selected[q] = all[kept[q]];
        }
        return selected;
    }

    /** Columns of H as a stream, which writes the group of each sample on the way. */
    private record FactorColumns(Iterator<Row> rows, CsvTableWriter labels) implements Iterator<double[]> {
        @Override
        public boolean hasNext() {
            return rows.hasNext();
        }

        @Override
        public double[] next() {
            Row row = rows.next();
            try {
                labels.row(String.valueOf(row.get(0)), row.getInt(2));
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
            List<Double> factors = row.getList(1);
            return factors.stream().mapToDouble(Double::doubleValue).toArray();
        }
    }
}
