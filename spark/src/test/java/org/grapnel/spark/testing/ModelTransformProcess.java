package org.grapnel.spark.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.grapnel.spark.GraphNmfModel;

/** Loads a model in another process, and writes the bits of its results for a Parquet file. */
public final class ModelTransformProcess {
    private ModelTransformProcess() {}

    /** Arguments: the model, a Parquet file, the file for the bits. */
    public static void main(String[] args) throws IOException {
        Dataset<Row> data = SparkSession.builder().getOrCreate().read().parquet(args[1]);
        Files.writeString(Path.of(args[2]), bits(GraphNmfModel.load(args[0]), data));
    }

    /** Returns the bits of transformed rows and fitted factors, by id, and the summary. */
    public static String bits(GraphNmfModel model, Dataset<Row> data) {
        StringBuilder text = new StringBuilder();
        append(model.transform(data).select("id", "factors", "cluster"), text);
        append(model.factors(), text);
        return text.append(model.summary()).toString();
    }

    private static void append(Dataset<Row> rows, StringBuilder text) {
        for (Row row : rows.orderBy("id").collectAsList()) {
            text.append(row.getString(0));
            for (double h : ((Vector) row.get(1)).toArray())
                text.append(String.format(Locale.ROOT, " %016x", Double.doubleToRawLongBits(h)));
            text.append(' ').append(row.getInt(2)).append('\n');
        }
    }

    /** Returns {@link #bits} from another process: the driver of the shared cluster. */
    public static String transformInNewProcess(Path model, Path data, Path folder) throws Exception {
        Path out = folder.resolve("bits");
        TestCluster.run(ModelTransformProcess.class, model.toString(), data.toString(), out.toString());
        return Files.readString(out);
    }
}
