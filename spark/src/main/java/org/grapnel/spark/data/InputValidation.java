package org.grapnel.spark.data;

import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.spark.sql.Row;
import org.grapnel.data.DataException;
import org.grapnel.runtime.Preconditions;
import org.jspecify.annotations.Nullable;

/**
 * Validates and counts the rows of a partition: samples, features, non-zeros, sparse vectors and the first invalid row. The driver
 * reports the first fault of all partitions.
 *
 * @param features length of the first vector; −1 in an empty partition
 * @param firstId id of the first row, if there are ids
 */
record InputValidation(
        long samples,
        int features,
        @Nullable String firstId,
        long nonZeros,
        long sparseVectors,
        @Nullable InvalidRow fault)
        implements Serializable {
    /** Index of the vector column. */
    static final int FEATURES = 0;

    /** Index of the id column, if there is one. */
    static final int ID = 1;

    /**
     * An invalid row.
     *
     * @param at position in the partition
     * @param text end of a sentence that begins with the row; empty if only the length is wrong
     */
    record InvalidRow(long at, @Nullable String id, String text, int length) implements Serializable {}

    static InputValidation scan(Iterator<Row> rows) {
        long samples = 0;
        long nonZeros = 0;
        long sparseVectors = 0;
        int features = -1;
        String firstId = null;
        while (rows.hasNext()) {
            Row row = rows.next();
            String id = row.size() > ID && !row.isNullAt(ID) ? row.get(ID).toString() : null;
            if (samples == 0) firstId = id;
            Optional<String> fault = findFault(row);
            if (fault.isPresent())
                return new InputValidation(
                        samples,
                        features,
                        firstId,
                        nonZeros,
                        sparseVectors,
                        new InvalidRow(samples, id, fault.get(), features));
            SampleVector x = SampleVector.of(row.get(FEATURES));
            if (samples == 0) features = x.size();
            if (x.size() != features)
                return new InputValidation(
                        samples, features, firstId, nonZeros, sparseVectors, new InvalidRow(samples, id, "", x.size()));
            nonZeros += x.nonZeros();
            if (x.isSparse()) sparseVectors++;
            samples++;
        }
        return new InputValidation(samples, features, firstId, nonZeros, sparseVectors, null);
    }

    /** Returns whether the data were given dense: no more than half of the rows are sparse vectors. */
    static boolean isGivenDense(List<InputValidation> partitions) {
        long samples = partitions.stream().mapToLong(InputValidation::samples).sum();
        long sparse =
                partitions.stream().mapToLong(InputValidation::sparseVectors).sum();
        return 2 * sparse <= samples;
    }

    private static Optional<String> findFault(Row row) {
        if (row.size() > ID && row.isNullAt(ID)) return Optional.of(" has a null id; every row needs an id");
        if (row.isNullAt(FEATURES)) return Optional.of(" has a null vector; every row needs a vector");
        SampleVector x = SampleVector.of(row.get(FEATURES));
        return x.size() == 0 ? Optional.of(" has an empty vector; every row needs features") : x.fault();
    }

    /** Names a row by its id, or else by its number. */
    static String describeRow(@Nullable String id, long number) {
        return id == null ? "row " + number : "row '" + id + "'";
    }

    /**
     * Refuses invalid rows, and returns the first sample number of every partition, followed by the number of samples.
     */
    static int[] offsets(List<InputValidation> partitions) {
        long[] first = new long[partitions.size() + 1];
        InputValidation reference = null;
        long referenceFirst = 0;
        for (int q = 0; q < partitions.size(); q++) {
            InputValidation part = partitions.get(q);
            long at = first[q];
            InvalidRow fault = part.fault;
            if (reference == null && part.features >= 0) {
                reference = part;
                referenceFirst = at;
            }
            if (reference != null && part.features >= 0 && part.features != reference.features)
                fault = new InvalidRow(0, part.firstId, "", part.features);
            if (fault != null)
                throw new DataException(
                        "%s",
                        describeRow(fault.id, at + fault.at)
                                + (fault.text.isEmpty() && reference != null
                                        ? length(fault.length, reference, referenceFirst)
                                        : fault.text));
            first[q + 1] = at + part.samples;
        }
        long n = first[partitions.size()];
        if (n == 0) throw new DataException("the DataFrame has no rows; a fit needs samples");
        Preconditions.require(
                n < Integer.MAX_VALUE, "%d samples are more than the maximum of %d", n, Integer.MAX_VALUE - 1);
        int[] numbers = new int[first.length];
        for (int q = 0; q < first.length; q++) numbers[q] = (int) first[q];
        return numbers;
    }

    private static String length(int length, InputValidation reference, long first) {
        return String.format(
                Locale.ROOT,
                " has a vector of length %d, but %s has length %d; all rows must have the same number of features",
                length,
                describeRow(reference.firstId, first),
                reference.features);
    }
}
