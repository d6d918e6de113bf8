package org.grapnel.spark.model;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

/**
 * Fitted rows of Hᵀ of a partition, with the group of each sample.
 *
 * @param first number of the first sample
 * @param ids ids of the samples; empty if they are numbered
 */
public record FactorPartition(int first, List<Object> ids, double[] Ht, int[] labels) implements Serializable {
    public FactorPartition(double[] Ht, int[] labels) {
        this(0, List.of(), Ht, labels);
    }

    public FactorPartition withFirstSample(int number) {
        return new FactorPartition(number, ids, Ht, labels);
    }

    public FactorPartition withIds(List<Object> names) {
        return new FactorPartition(first, names, Ht, labels);
    }

    /** Returns a row per sample: id, vector, group. */
    public Iterator<Row> rows() {
        int r = labels.length == 0 ? 0 : Ht.length / labels.length;
        return IntStream.range(0, labels.length)
                .mapToObj(j -> RowFactory.create(
                        ids.isEmpty() ? (Object) (long) (first + j) : ids.get(j),
                        Vectors.dense(Arrays.copyOfRange(Ht, j * r, (j + 1) * r)),
                        labels[j]))
                .iterator();
    }
}
