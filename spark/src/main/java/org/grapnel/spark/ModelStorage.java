package org.grapnel.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWriter;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.grapnel.spark.model.TrainingSamples;
import org.grapnel.transform.GroupCenters;

/**
 * Saves and loads a model: {@code metadata} (parameters, as Spark writes them), and as Parquet {@code W} (a row per
 * kept feature), {@code groups} (a center per row), {@code summary}, {@code trace}, {@code factors} and {@code training}.
 */
final class ModelStorage {
    private static final StructType LINES = new StructType()
            .add("index", DataTypes.IntegerType, false)
            .add("values", DataTypes.createArrayType(DataTypes.DoubleType, false), false);

    /** The row of {@code groups} with the scale of the components. */
    private static final int SCALE = -1;

    /** The row of {@code groups} that exists if the group of a sample is its largest membership. */
    private static final int MEMBERSHIPS = -2;

    private static final String TRAINING = "training";

    private ModelStorage() {}

    /** Writes a model. Spark refuses an existing path unless overwriting was requested. */
    static final class ModelWriter extends MLWriter {
        private final GraphNmfModel model;

        ModelWriter(GraphNmfModel model) {
            this.model = model;
        }

        @Override
        public void saveImpl(String path) {
            SparkSession session = sparkSession();
            DefaultParamsWriter.saveMetadata(model, path, session);
            List<Row> W = new ArrayList<>();
            for (int i = 0; i < model.rows().length; i++) W.add(line(model.rowNumbers()[i], model.rows()[i]));
            write(session, W, LINES, path, "W");
            GroupCenters rule = model.groups();
            List<Row> groups = new ArrayList<>(List.of(line(SCALE, rule.scale())));
            if (rule.areMemberships()) groups.add(line(MEMBERSHIPS, new double[0]));
            for (int g = 0; g < rule.centers().length; g++) groups.add(line(g, rule.centers()[g]));
            write(session, groups, LINES, path, "groups");
            write(session, SummaryRows.steps(model.summary().trace()), SummaryRows.STEP, path, "trace");
            write(session, List.of(SummaryRows.row(model.summary())), SummaryRows.SUMMARY, path, "summary");
            model.fitted().ifPresent(factors -> factors.write().parquet(new Path(path, "factors").toString()));
            model.training().ifPresent(training -> training.save(session, new Path(path, TRAINING).toString()));
        }

        private static Row line(int index, double[] values) {
            return RowFactory.create(index, values);
        }

        private static void write(SparkSession session, List<Row> rows, StructType schema, String path, String name) {
            session.createDataFrame(rows, schema).coalesce(1).write().parquet(new Path(path, name).toString());
        }
    }

    /** Reads a saved model. The factors stay on disk until they are used. */
    static final class ModelReader extends MLReader<GraphNmfModel> {
        @Override
        public GraphNmfModel load(String path) {
            SparkSession session = sparkSession();
            DefaultParamsReader.Metadata metadata =
                    DefaultParamsReader.loadMetadata(path, session, GraphNmfModel.class.getName());
            List<Row> W = read(session, path, "W");
            List<Row> groups = read(session, path, "groups");
            List<Row> steps = session.read()
                    .parquet(new Path(path, "trace").toString())
                    .orderBy("iteration")
                    .collectAsList();
            Row summary =
                    session.read().parquet(new Path(path, "summary").toString()).first();
            GraphNmfModel model = new GraphNmfModel(
                    metadata.uid(),
                    W.stream().mapToInt(row -> row.getInt(0)).toArray(),
                    W.stream().map(ModelReader::values).toArray(double[][]::new),
                    rule(groups),
                    SummaryRows.summary(summary, steps));
            metadata.getAndSetParams(model, scala.Option.empty());
            if (exists(session, path, "factors")) {
                Dataset<Row> factors = session.read().parquet(new Path(path, "factors").toString());
                model.withFactors(factors);
            }
            if (exists(session, path, TRAINING))
                model.withTraining(TrainingSamples.load(session, new Path(path, TRAINING).toString()));
            return model;
        }

        private static List<Row> read(SparkSession session, String path, String name) {
            List<Row> rows = new ArrayList<>(
                    session.read().parquet(new Path(path, name).toString()).collectAsList());
            rows.sort(Comparator.comparingInt(row -> row.getInt(0)));
            return rows;
        }

        private static GroupCenters rule(List<Row> rows) {
            double[] scale = rows.stream()
                    .filter(row -> row.getInt(0) == SCALE)
                    .findFirst()
                    .map(ModelReader::values)
                    .orElseThrow();
            return new GroupCenters(
                    rows.stream().anyMatch(row -> row.getInt(0) == MEMBERSHIPS),
                    scale,
                    rows.stream()
                            .filter(row -> row.getInt(0) >= 0)
                            .map(ModelReader::values)
                            .toArray(double[][]::new));
        }

        private static double[] values(Row row) {
            List<Double> values = row.getList(1);
            return values.stream().mapToDouble(Double::doubleValue).toArray();
        }

        private static boolean exists(SparkSession session, String path, String name) {
            try {
                Path file = new Path(path, name);
                FileSystem files = file.getFileSystem(session.sparkContext().hadoopConfiguration());
                return files.exists(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
