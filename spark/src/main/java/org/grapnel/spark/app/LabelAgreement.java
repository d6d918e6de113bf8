package org.grapnel.spark.app;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.grapnel.data.DataException;
import org.grapnel.evaluate.ContingencyTable;
import org.grapnel.evaluate.Scores;
import org.grapnel.spark.GraphNmfModel;

/** Compares the groups with {@code --labels}. Only the counts of classes in groups are collected. */
final class LabelAgreement {
    /** Maximum number of pairs of a class and a group. */
    private static final int MOST_CELLS = 1_000_000;

    private LabelAgreement() {}

    /** Returns the scores of the groups, if there are labels. */
    static Optional<Scores> compute(SampleTable table, GraphNmfModel model) {
        if (!table.hasLabel()) return Optional.empty();
        SparkSession session = table.rows().sparkSession();
        Dataset<Row> labels =
                table.hasId() ? table.rows().select(SampleTable.ID, SampleTable.LABEL) : numberRows(table, session);
        Dataset<Row> factors = model.factors();
        Dataset<Row> groups =
                factors.select(factors.columns()[0], model.getPredictionCol()).toDF(SampleTable.ID, "cluster");
        List<Row> cells = groups.join(labels, SampleTable.ID)
                .groupBy(SampleTable.LABEL, "cluster")
                .count()
                .limit(MOST_CELLS + 1)
                .collectAsList();
        if (cells.size() > MOST_CELLS)
            return Optional.of(Scores.undefined("the labels have too many classes to compare"));
        TreeMap<String, long[]> counts = new TreeMap<>();
        int clusters = model.summary().groups().size();
        for (Row cell : cells) {
            if (cell.isNullAt(0)) throw new DataException("--labels: %d samples have no label", cell.getLong(2));
            counts.computeIfAbsent(cell.getString(0), label -> new long[clusters])[cell.getInt(1)] = cell.getLong(2);
        }
        return Optional.of(
                Scores.compute(ContingencyTable.ofCounts(counts.values().toArray(long[][]::new))));
    }

    /** Numbers the rows, for samples without ids. */
    private static Dataset<Row> numberRows(SampleTable table, SparkSession session) {
        JavaRDD<Row> rows = table.rows()
                .select(SampleTable.LABEL)
                .toJavaRDD()
                .zipWithIndex()
                .map(pair -> RowFactory.create(pair._2, pair._1.getString(0)));
        StructType schema = new StructType()
                .add(SampleTable.ID, DataTypes.LongType, false)
                .add(SampleTable.LABEL, DataTypes.StringType, true);
        return session.createDataFrame(rows, schema);
    }
}
