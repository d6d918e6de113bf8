package org.grapnel.spark.data;

import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Row;
import org.grapnel.spark.rdd.SparkErrors;

/**
 * One pass over a table of samples: its size, the first sample of every partition, and a fingerprint of its numbers.
 *
 * <p>The fingerprint is the sum, modulo 2⁶⁴, of a hash of every row: of the index and the bits of its non-zero entries.
 * It depends neither on the number of partitions nor on whether zeros are stored. Driver memory: a few numbers for each
 * partition.
 */
public final class SourceScan {
    private final int[] offsets;
    private final int features;
    private final long hash;

    private SourceScan(int[] offsets, int features, long hash) {
        this.offsets = offsets;
        this.features = features;
        this.hash = hash;
    }

    /** The validation and the hash of one partition. */
    private record PartitionScan(InputValidation validation, long hash) implements Serializable {}

    /**
     * Reads all rows; refuses the first row that a fit cannot use.
     *
     * @param rows vectors in the first column and, if there are ids, ids in the second
     */
    public static SourceScan read(JavaRDD<Row> rows) {
        List<PartitionScan> parts = SparkErrors.translate(
                () -> rows.mapPartitions(part -> List.of(scan(part)).iterator()).collect());
        List<InputValidation> validations =
                parts.stream().map(PartitionScan::validation).toList();
        int[] offsets = InputValidation.offsets(validations);
        int features =
                validations.stream().mapToInt(InputValidation::features).max().orElseThrow();
        return new SourceScan(
                offsets, features, parts.stream().mapToLong(PartitionScan::hash).sum());
    }

    private static PartitionScan scan(Iterator<Row> rows) {
        RowHashes hashes = new RowHashes(rows);
        InputValidation validation = InputValidation.scan(hashes);
        return new PartitionScan(validation, hashes.sum);
    }

    /** Adds up the hashes of the rows that pass. */
    private static final class RowHashes implements Iterator<Row> {
        private final Iterator<Row> rows;
        private long sum;

        RowHashes(Iterator<Row> rows) {
            this.rows = rows;
        }

        @Override
        public boolean hasNext() {
            return rows.hasNext();
        }

        @Override
        public Row next() {
            Row row = rows.next();
            if (!row.isNullAt(InputValidation.FEATURES))
                sum += hash(SampleVector.of(row.get(InputValidation.FEATURES)));
            return row;
        }
    }

    private static long hash(SampleVector x) {
        long hash = mix(x.size());
        for (int e = 0; e < x.stored(); e++)
            if (x.value(e) != 0) hash = mix(hash ^ mix(x.index(e) + 1L) ^ Double.doubleToLongBits(x.value(e)));
        return hash;
    }

    /** The finalizer of SplitMix64: every bit of the input changes half of the output. */
    private static long mix(long z) {
        long a = z + 0x9E3779B97F4A7C15L;
        long b = (a ^ (a >>> 30)) * 0xBF58476D1CE4E5B9L;
        long c = (b ^ (b >>> 27)) * 0x94D049BB133111EBL;
        return c ^ (c >>> 31);
    }

    /** Returns the first sample of every partition, followed by the number of samples. */
    public int[] offsets() {
        return offsets.clone();
    }

    public int samples() {
        return offsets[offsets.length - 1];
    }

    public int features() {
        return features;
    }

    /** Returns samples, features and hash as one word: {@code 90x12-0123456789abcdef}. */
    public String fingerprint() {
        return samples() + "x" + features + "-" + String.format(java.util.Locale.ROOT, "%016x", hash);
    }
}
