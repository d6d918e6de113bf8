package org.grapnel.spark.model;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.storage.StorageLevel;
import org.grapnel.spark.rdd.RddCheckpoints;

/**
 * Fitted rows of Hᵀ of a partition, with the group of each sample.
 *
 * @param first number of the first sample
 * @param ids ids of the samples; empty if they are numbered
 * @param confidence how sure each group is; empty if that is not known
 */
public record FactorPartition(int first, List<Object> ids, double[] Ht, int[] labels, double[] confidence)
        implements Serializable {
    public FactorPartition(double[] Ht, int[] labels) {
        this(0, List.of(), Ht, labels, new double[0]);
    }

    public FactorPartition withFirstSample(int number) {
        return new FactorPartition(number, ids, Ht, labels, confidence);
    }

    public FactorPartition withIds(List<Object> names) {
        return new FactorPartition(first, names, Ht, labels, confidence);
    }

    public FactorPartition withConfidence(double[] shares) {
        return new FactorPartition(first, ids, Ht, labels, shares);
    }

    /** Returns a row per sample: id, vector, group and, if it is known, the confidence. */
    public Iterator<Row> rows() {
        int r = labels.length == 0 ? 0 : Ht.length / labels.length;
        return IntStream.range(0, labels.length).mapToObj(j -> row(j, r)).iterator();
    }

    private Row row(int j, int r) {
        Object id = ids.isEmpty() ? (Object) (long) (first + j) : ids.get(j);
        Object h = Vectors.dense(Arrays.copyOfRange(Ht, j * r, (j + 1) * r));
        return confidence.length == 0
                ? RowFactory.create(id, h, labels[j])
                : RowFactory.create(id, h, labels[j], confidence[j]);
    }

    /** Joins ids, factors and groups, and checkpoints them, so that their inputs can be released. */
    public static JavaRDD<FactorPartition> persist(
            int[] first,
            Optional<JavaRDD<List<Object>>> ids,
            JavaRDD<double[]> Ht,
            JavaRDD<int[]> labels,
            Optional<JavaRDD<double[]>> confidence) {
        JavaRDD<FactorPartition> grouped = Ht.zipPartitions(
                labels,
                (h, own) -> List.of(new FactorPartition(h.next(), own.next())).iterator());
        JavaRDD<FactorPartition> sure = confidence
                .map(all -> grouped.zipPartitions(
                        all,
                        (part, own) ->
                                List.of(part.next().withConfidence(own.next())).iterator()))
                .orElse(grouped);
        JavaRDD<FactorPartition> numbered = sure.mapPartitionsWithIndex(
                (q, part) -> List.of(part.next().withFirstSample(first[q])).iterator(), true);
        JavaRDD<FactorPartition> factors = ids.map(all -> numbered.zipPartitions(
                        all,
                        (part, names) ->
                                List.of(part.next().withIds(names.next())).iterator()))
                .orElse(numbered);
        factors.persist(StorageLevel.MEMORY_AND_DISK());
        try {
            RddCheckpoints.write(factors);
        } catch (Exception | Error e) { // Scala throws undeclared checked exceptions
            factors.unpersist();
            throw e;
        }
        return factors;
    }
}
