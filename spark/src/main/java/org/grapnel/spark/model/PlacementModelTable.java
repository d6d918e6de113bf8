package org.grapnel.spark.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.grapnel.data.DataException;
import org.grapnel.graph.ComponentKind;
import org.grapnel.graph.LaplacianKind;
import org.grapnel.graph.Metric;
import org.grapnel.graph.WeightKind;
import org.grapnel.model.GraphTerm;
import org.grapnel.transform.CrossWeights;
import org.grapnel.transform.GroupCenters;
import org.jspecify.annotations.Nullable;

/** A {@link PlacementModel} as a table: the rows of every matrix by name and index, and the words by name. */
final class PlacementModelTable {
    private static final StructType SCHEMA = new StructType()
            .add("name", DataTypes.StringType, false)
            .add("index", DataTypes.IntegerType, false)
            .add("text", DataTypes.StringType, true)
            .add("values", DataTypes.createArrayType(DataTypes.DoubleType, false), false);

    private final String path;
    private final Map<String, List<Row>> rows = new TreeMap<>();

    private PlacementModelTable(String path) {
        this.path = path;
    }

    static void write(SparkSession session, PlacementModel model, String path) {
        List<Row> rows = new ArrayList<>();
        CrossWeights weights = model.weights();
        PlacementModel.GraphPart graph = model.graph();
        add(rows, "features", model.features());
        for (int i = 0; i < model.kept().length; i++) rows.add(line("kept", i, null, model.kept()[i]));
        add(rows, "W", model.W());
        rows.add(line("term", 0, graph.term().name(), graph.weight(), graph.symmetry()));
        rows.add(line("laplacian", 0, graph.laplacian().name()));
        add(rows, "HHt", graph.HHt());
        add(rows, "GGt", graph.GGt());
        add(rows, "neighbors", model.neighbors());
        rows.add(line("weights", 0, weights.kind().name(), weights.sigma(), weights.meanScale(), weights.factor()));
        rows.add(line("metric", weights.onComponents() ? 1 : 0, weights.metric().name()));
        add(rows, "largest", model.largest());
        rows.add(line(
                "scale",
                model.groups().areMemberships() ? 1 : 0,
                null,
                model.groups().scale()));
        add(rows, "centers", model.groups().centers());
        ComponentProjection components = model.components();
        if (components != null) {
            rows.add(line("mean", 0, components.kind().name(), components.mean()));
            add(rows, "directions", components.directions());
        }
        session.createDataFrame(rows, SCHEMA).coalesce(1).write().parquet(path);
    }

    private static void add(List<Row> rows, String name, double number) {
        rows.add(line(name, 0, null, number));
    }

    private static void add(List<Row> rows, String name, double[][] matrix) {
        for (int i = 0; i < matrix.length; i++) rows.add(line(name, i, null, matrix[i]));
    }

    private static Row line(String name, int index, @Nullable String text, double... values) {
        return RowFactory.create(name, index, text, values);
    }

    static PlacementModel read(SparkSession session, String path) {
        PlacementModelTable table = new PlacementModelTable(path);
        for (Row row : session.read().schema(SCHEMA).parquet(path).collectAsList())
            table.rows
                    .computeIfAbsent(row.getString(0), name -> new ArrayList<>())
                    .add(row);
        table.rows.values().forEach(own -> own.sort(Comparator.comparingInt(row -> row.getInt(1))));
        return table.model();
    }

    private PlacementModel model() {
        double[] term = values("term");
        double[] weights = values("weights");
        double[][] kept = matrix("kept");
        int[] features = new int[kept.length];
        for (int i = 0; i < features.length; i++) features[i] = (int) kept[i][0];
        return new PlacementModel(
                (int) values("features")[0],
                features,
                matrix("W"),
                new PlacementModel.GraphPart(
                        GraphTerm.valueOf(text("term")),
                        LaplacianKind.valueOf(text("laplacian")),
                        term[0],
                        term[1],
                        matrix("HHt"),
                        matrix("GGt")),
                (int) values("neighbors")[0],
                new CrossWeights(
                        WeightKind.valueOf(text("weights")),
                        Metric.valueOf(text("metric")),
                        row("metric").getInt(1) == 1,
                        weights[0],
                        weights[1],
                        weights[2]),
                values("largest")[0],
                new GroupCenters(row("scale").getInt(1) == 1, values("scale"), matrix("centers")),
                rows.containsKey("mean")
                        ? new ComponentProjection(
                                ComponentKind.valueOf(text("mean")), values("mean"), matrix("directions"))
                        : null);
    }

    private Row row(String name) {
        List<Row> own = rows.get(name);
        if (own == null)
            throw new DataException("%s has no row '%s'; the model is incomplete, save it again", path, name);
        return own.get(0);
    }

    private String text(String name) {
        return row(name).getString(2);
    }

    private double[] values(String name) {
        return values(row(name));
    }

    private double[][] matrix(String name) {
        return rows.getOrDefault(name, List.of()).stream()
                .map(PlacementModelTable::values)
                .toArray(double[][]::new);
    }

    private static double[] values(Row row) {
        List<Double> values = row.getList(3);
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
