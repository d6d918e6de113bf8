package org.grapnel.spark.pipeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import scala.Tuple2;

/**
 * The known classes of the samples. Those of a bounded number of samples reach the driver.
 *
 * @param rows a row for each sample: its class as text and, if the samples have ids, its id; without ids in the order of the samples
 * @param ids the ids of the samples, one list per partition
 */
public record SampleLabels(Dataset<Row> rows, Optional<JavaRDD<List<Object>>> ids) {
    /**
     * Collects the classes of some samples; empty if one of them has none.
     *
     * @param first the number of the first sample of every partition, followed by the number of samples
     */
    Optional<List<String>> collect(int[] ascending, int[] first) {
        List<Object> wanted = ids.map(names -> names(names, ascending, first))
                .orElseGet(() -> new ArrayList<>(Arrays.stream(ascending)
                        .mapToObj(j -> (Object) (long) j)
                        .toList()));
        HashSet<Object> sought = new HashSet<>(wanted);
        JavaRDD<Tuple2<Object, String>> named = ids.isPresent()
                ? rows.toJavaRDD()
                        .filter(row -> !row.isNullAt(0))
                        .map(row -> new Tuple2<>(row.get(1), row.getString(0)))
                : rows.toJavaRDD()
                        .zipWithIndex()
                        .filter(pair -> !pair._1.isNullAt(0))
                        .map(pair -> new Tuple2<>((Object) pair._2, pair._1.getString(0)));
        Map<Object, String> found = new HashMap<>();
        for (Tuple2<Object, String> pair :
                named.filter(pair -> sought.contains(pair._1)).collect()) found.put(pair._1, pair._2);
        List<String> classes =
                wanted.stream().map(found::get).filter(Objects::nonNull).toList();
        return classes.size() == wanted.size() ? Optional.of(classes) : Optional.empty();
    }

    /** The ids of some samples, in their order. */
    private static List<Object> names(JavaRDD<List<Object>> names, int[] ascending, int[] first) {
        return names.mapPartitionsWithIndex(
                        (q, own) -> {
                            List<Object> all = own.next();
                            return Arrays.stream(ascending)
                                    .filter(j -> j >= first[q] && j < first[q + 1])
                                    .mapToObj(j -> all.get(j - first[q]))
                                    .iterator();
                        },
                        true)
                .collect();
    }
}
