package org.grapnel.spark.app;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Iterator;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;
import org.grapnel.formats.mtx.MatrixMarketFile;

/**
 * Writes the graph: {@code graph.parquet} with the columns src, dst, weight and, if samples have ids, src_id and dst_id; and
 * {@code graph.mtx}, its lower triangle, if it has not too many edges.
 */
final class GraphFiles {
    private GraphFiles() {}

    /**
     * @param edges the columns src, dst and weight; each edge once
     * @param factors the ids of the samples in their order, in the column id
     */
    static void write(
            Dataset<Row> edges,
            Dataset<Row> factors,
            int samples,
            FitResult result,
            HadoopRunFolder runFolder,
            SampleFiles.Limits limits)
            throws IOException {
        edges.persist(StorageLevel.MEMORY_AND_DISK());
        try {
            Dataset<Row> table = result.prepared().table().hasId() ? withIds(edges, factors) : edges;
            table.write().parquet(runFolder.pathOf("graph.parquet"));
            long count = edges.count();
            if (!limits.allowNumbers(count, 3)) return;
            JavaRDD<Row> lower = edges.select(
                            functions
                                    .greatest(edges.col("src"), edges.col("dst"))
                                    .as("row"),
                            functions.least(edges.col("src"), edges.col("dst")).as("column"),
                            edges.col("weight"))
                    .sort("row", "column")
                    .toJavaRDD();
            String header = MatrixMarketFile.symmetricHeader(samples, count);
            StreamedFile.write(lower, runFolder, "graph.mtx", ResultWriter.bytes(header), GraphFiles::writeEdges);
        } finally {
            edges.unpersist();
        }
    }

    private static void writeEdges(Iterator<Row> rows, OutputStream out) throws IOException {
        while (rows.hasNext()) {
            Row row = rows.next();
            out.write(ResultWriter.bytes(
                    (row.getLong(0) + 1) + " " + (row.getLong(1) + 1) + " " + row.getDouble(2) + "\n"));
        }
    }

    private static Dataset<Row> withIds(Dataset<Row> edges, Dataset<Row> factors) {
        SparkSession session = edges.sparkSession();
        JavaRDD<Row> numbered =
                factors.select("id").toJavaRDD().zipWithIndex().map(pair -> RowFactory.create(pair._2, pair._1.get(0)));
        StructType schema = new StructType()
                .add("number", DataTypes.LongType, false)
                .add("id", factors.schema().apply("id").dataType(), false);
        Dataset<Row> ids = session.createDataFrame(numbered, schema);
        return edges.join(ids.toDF("src", "src_id"), "src")
                .join(ids.toDF("dst", "dst_id"), "dst")
                .select("src", "dst", "weight", "src_id", "dst_id");
    }
}
