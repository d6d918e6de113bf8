package org.grapnel.spark.app;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.grapnel.formats.csv.CsvTableWriter;
import org.grapnel.formats.npy.NpyFile;
import org.grapnel.spark.GraphNmfSummary;
import org.grapnel.spark.data.SampleVector;

/**
 * Writes the files that {@code grapnel report} and {@code grapnel transform} read, with a line or a row of numbers for each
 * sample: {@code labels.csv truth.csv H.npy kept.npy scores.npy}. A file above its limit is left out. Executors write them, in
 * the order of the samples.
 */
final class SampleFiles {
    private final FitResult result;
    private final HadoopRunFolder runFolder;
    private final Limits limits;

    /**
     * The largest files that one machine can read.
     *
     * @param numbers numbers in a {@code .npy} file, and three for each edge of {@code graph.mtx}
     * @param lines lines of a {@code .csv} file
     */
    record Limits(long numbers, long lines) {
        /** 2²⁷ numbers, which are 1 GB, and 2²⁴ lines, 17 million samples. */
        static Limits standard() {
            return new Limits(1L << 27, 1L << 24);
        }

        boolean allowNumbers(long rows, long columns) {
            return rows * columns <= numbers;
        }
    }

    SampleFiles(FitResult result, HadoopRunFolder runFolder, Limits limits) {
        this.result = result;
        this.runFolder = runFolder;
        this.limits = limits;
    }

    /** @param factors the columns id, factors, cluster and perhaps confidence, in the order of the samples */
    void write(Dataset<Row> factors) throws IOException {
        GraphNmfSummary summary = result.model().summary();
        int n = summary.samples();
        if (limits.allowNumbers(n, summary.rank()))
            StreamedFile.write(
                    factors.toJavaRDD(),
                    runFolder,
                    "H.npy",
                    NpyFile.headerOfColumns(summary.rank(), n),
                    SampleFiles::writeFactors);
        if (n <= limits.lines)
            StreamedFile.write(
                    factors.toJavaRDD(),
                    runFolder,
                    "labels.csv",
                    ResultWriter.bytes("sample,cluster,confidence\n"),
                    SampleFiles::writeLabels);
        writeKept(n);
        writeScores(n);
        if (n <= limits.lines && result.prepared().table().hasLabel()) writeTruth();
    }

    private void writeKept(int n) throws IOException {
        int[] kept = result.model().summary().kept().stream()
                .mapToInt(Integer::intValue)
                .sorted()
                .toArray();
        if (!limits.allowNumbers(n, kept.length)) return;
        JavaRDD<double[]> rows = result.prepared()
                .table()
                .rows()
                .select(SampleTable.FEATURES)
                .toJavaRDD()
                .map(row -> selected(row, kept));
        StreamedFile.write(
                rows, runFolder, "kept.npy", NpyFile.headerOfRows(n, kept.length), StreamedFile::writeDoubles);
    }

    private void writeScores(int n) throws IOException {
        if (result.details().components().isEmpty()) return;
        FitDetails.Components components = result.details().components().get();
        if (limits.allowNumbers(n, components.count()))
            StreamedFile.write(
                    components.scores(),
                    runFolder,
                    "scores.npy",
                    NpyFile.headerOfRows(n, components.count()),
                    StreamedFile::writeDoubles);
    }

    /** Writes the labels with the ids of the samples, or their numbers. */
    private void writeTruth() throws IOException {
        SampleTable table = result.prepared().table();
        int[] offsets = result.prepared().scan().offsets();
        boolean hasId = table.hasId();
        Dataset<Row> columns = hasId
                ? table.rows().select(SampleTable.LABEL, SampleTable.ID)
                : table.rows().select(SampleTable.LABEL);
        JavaRDD<Row> rows =
                columns.toJavaRDD().mapPartitionsWithIndex((q, part) -> named(part, offsets[q], hasId), true);
        StreamedFile.write(rows, runFolder, "truth.csv", ResultWriter.bytes("sample,label\n"), SampleFiles::writeTruth);
    }

    private static Iterator<Row> named(Iterator<Row> rows, int offset, boolean hasId) {
        return new Iterator<>() {
            private int at = offset;

            @Override
            public boolean hasNext() {
                return rows.hasNext();
            }

            @Override
            public Row next() {
                Row row = rows.next();
                int number = at++;
                return RowFactory.create(hasId ? String.valueOf(row.get(1)) : String.valueOf(number), row.getString(0));
            }
        };
    }

    private static void writeTruth(Iterator<Row> rows, OutputStream out) throws IOException {
        try (CsvTableWriter table = CsvTableWriter.resume(out, 2)) {
            while (rows.hasNext()) {
                Row row = rows.next();
                table.row(row.getString(0), row.getString(1));
            }
        }
    }

    private static void writeLabels(Iterator<Row> rows, OutputStream out) throws IOException {
        try (CsvTableWriter table = CsvTableWriter.resume(out, 3)) {
            while (rows.hasNext()) {
                Row row = rows.next();
                boolean sure = row.size() > 3 && !row.isNullAt(3) && Double.isFinite(row.getDouble(3));
                table.row(String.valueOf(row.get(0)), row.getInt(2), sure ? (Object) row.getDouble(3) : "");
            }
        }
    }

    private static void writeFactors(Iterator<Row> rows, OutputStream out) throws IOException {
        StreamedFile.writeDoubles(
                new Iterator<>() {
                    @Override
                    public boolean hasNext() {
                        return rows.hasNext();
                    }

                    @Override
                    public double[] next() {
                        List<Double> factors = rows.next().getList(1);
                        return factors.stream().mapToDouble(Double::doubleValue).toArray();
                    }
                },
                out);
    }

    /** Returns X on the kept features, by ascending index. */
    private static double[] selected(Row row, int[] kept) {
        SampleVector x = SampleVector.of(row.get(0));
        double[] selected = new double[kept.length];
        int place = 0;
        for (int e = 0; e < x.stored() && place < kept.length; e++) {
            while (place < kept.length && kept[place] < x.index(e)) place++;
            if (place < kept.length && kept[place] == x.index(e)) selected[place] = x.value(e);
        }
        return selected;
    }

    /** Adds the column confidence. */
    static Dataset<Row> withConfidence(Dataset<Row> factors, JavaRDD<double[]> confidence) {
        JavaRDD<Row> rows = factors.toJavaRDD().zipPartitions(confidence, SampleFiles::addConfidence);
        return factors.sparkSession()
                .createDataFrame(rows, factors.schema().add("confidence", DataTypes.DoubleType, true));
    }

    private static Iterator<Row> addConfidence(Iterator<Row> rows, Iterator<double[]> confidence) {
        double[] sure = confidence.hasNext() ? confidence.next() : new double[0];
        return new Iterator<>() {
            private int at;

            @Override
            public boolean hasNext() {
                return rows.hasNext();
            }

            @Override
            public Row next() {
                Row row = rows.next();
                List<Object> cells = new ArrayList<>();
                for (int c = 0; c < row.size(); c++) cells.add(row.get(c));
                cells.add(sure[at++]);
                return RowFactory.create(cells.toArray());
            }
        };
    }
}
