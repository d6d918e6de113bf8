package org.grapnel.spark.model;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.grapnel.runtime.Preconditions;
import org.grapnel.spark.data.SchemaChecks;

/**
 * The columns of a placement.
 *
 * @param features the vectors or arrays of the new samples
 * @param id their ids, if the data have them
 * @param output the column for h
 * @param prediction the column for the group
 * @param confidence the column for max hⱼ/Σ hⱼ, which is the confidence in a group of largest memberships
 * @param error the column for ‖x − Wh‖/‖x‖ on the kept features
 */
public record PlacementColumns(
        String features,
        Optional<String> id,
        String output,
        String prediction,
        Optional<String> confidence,
        Optional<String> error) {
    public PlacementColumns {
        List<String> names = names(output, prediction, confidence, error);
        Preconditions.require(
                names.stream().distinct().count() == names.size(),
                "the output columns are %s; they must differ",
                String.join(", ", names));
    }

    /** Creates columns without confidence and error. */
    public static PlacementColumns of(String features, Optional<String> id, String output, String prediction) {
        return new PlacementColumns(features, id, output, prediction, Optional.empty(), Optional.empty());
    }

    public PlacementColumns withConfidence(String name) {
        return new PlacementColumns(features, id, output, prediction, Optional.of(name), error);
    }

    public PlacementColumns withError(String name) {
        return new PlacementColumns(features, id, output, prediction, confidence, Optional.of(name));
    }

    private static List<String> names(
            String output, String prediction, Optional<String> confidence, Optional<String> error) {
        return Stream.of(Optional.of(output), Optional.of(prediction), confidence, error)
                .flatMap(Optional::stream)
                .toList();
    }

    /** Returns the schema with the columns added. Refuses columns that are missing or exist already. */
    public StructType addTo(StructType schema) {
        SchemaChecks.checkFeatures(schema, features);
        id.ifPresent(name -> SchemaChecks.checkId(schema, Optional.of(name)));
        SchemaChecks.checkFree(schema, "outputCol", output);
        SchemaChecks.checkFree(schema, "predictionCol", prediction);
        confidence.ifPresent(name -> SchemaChecks.checkFree(schema, "confidenceCol", name));
        error.ifPresent(name -> SchemaChecks.checkFree(schema, "errorCol", name));
        StructType placed =
                schema.add(output, SQLDataTypes.VectorType(), false).add(prediction, DataTypes.IntegerType, false);
        if (confidence.isPresent()) placed = placed.add(confidence.get(), DataTypes.DoubleType, false);
        return error.isPresent() ? placed.add(error.get(), DataTypes.DoubleType, false) : placed;
    }
}
