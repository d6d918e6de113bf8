package org.grapnel.spark.app;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.grapnel.data.FittedPreparation;
import org.grapnel.data.Preparation;
import org.grapnel.spark.data.SourceScan;
import org.grapnel.spark.prepare.DistributedPreparation;

/**
 * A table after its preparation, and how other samples are prepared in the same way.
 *
 * @param table samples as the model sees them, with the names of the features that stay
 * @param origins index of every feature in the table as read
 * @param scan the table as read
 */
record PreparedTable(
        SampleTable table,
        Preparation how,
        FittedPreparation fitted,
        List<Integer> origins,
        List<String> notes,
        SourceScan scan) {
    /** @param source name of the data, for messages */
    static PreparedTable create(SampleTable read, SourceScan scan, Preparation how, String source) {
        List<String> names = read.featureNames(scan.features());
        if (how.equals(Preparation.none())) {
            FittedPreparation none = new FittedPreparation(
                    java.util.OptionalDouble.empty(),
                    names.size(),
                    false,
                    how.normalize(),
                    names.stream()
                            .map(FittedPreparation.FeatureTransform::plain)
                            .toList());
            List<Integer> all = IntStream.range(0, names.size()).boxed().toList();
            return new PreparedTable(read.withNames(names), how, none, all, List.of(), scan);
        }
        DistributedPreparation fit = DistributedPreparation.fit(read.samples(), scan, how, source);
        FittedPreparation fitted = fit.fitted(names);
        JavaRDD<Row> rows = fit.apply(read.rows().toJavaRDD());
        StructType schema = new StructType();
        for (StructField field : read.rows().schema().fields())
            schema = field.name().equals(SampleTable.FEATURES)
                    ? schema.add(SampleTable.FEATURES, SQLDataTypes.VectorType(), false)
                    : schema.add(field);
        List<String> stay = fitted.features().stream()
                .map(FittedPreparation.FeatureTransform::name)
                .toList();
        SampleTable table = read.with(read.rows().sparkSession().createDataFrame(rows, schema))
                .withNames(stay);
        return new PreparedTable(table, how, fitted, fit.origins(), fit.notes(), scan);
    }
}
