package org.grapnel.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

/**
 * The fitted rows of Hᵀ of a partition, with the group of each.
 *
 * @param first the number of the first sample
 * @param ids of the samples; none where they are numbered
 */
record Factors(int first, List<Object> ids, double[] Ht, int[] labels) implements Serializable {
    Factors(double[] Ht, int[] labels) {
        this(0, List.of(), Ht, labels);
    }

    Factors numbered(int number) {
        return new Factors(number, ids, Ht, labels);
    }

    Factors named(List<Object> names) {
        return new Factors(first, names, Ht, labels);
    }

    /** A row for each sample: id, vector, group. */
    Iterator<Row> rows() {
        int r = labels.length == 0 ? 0 : Ht.length / labels.length;
        return IntStream.range(0, labels.length)
                .mapToObj(j -> RowFactory.create(
                        ids.isEmpty() ? (Object) (long) (first + j) : ids.get(j),
                        Vectors.dense(Arrays.copyOfRange(Ht, j * r, (j + 1) * r)),
                        labels[j]))
                .iterator();
    }
}
