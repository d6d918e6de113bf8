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
 * The first look at the rows of a partition: how many, how long, how full, and the first that no model can take. The driver says what is wrong,
 * of all partitions the first.
 *
 * @param features of the first row; −1 where there is none
 * @param firstId the id of the first row, where there are ids
 */
record InputValidation(
        long samples,
        int features,
        @Nullable String firstId,
        long nonZeros,
        @Nullable InvalidRow fault) implements Serializable {
    /** Column of the vectors among those that are read. */
    static final int FEATURES = 0;

    /** Column of the ids, where there are any. */
    static final int ID = 1;

    /**
     * What is wrong with a row.
     *
     * @param at its place in the partition
     * @param text the end of a sentence that begins with the row; empty where only its length is wrong
     */
    record InvalidRow(long at, @Nullable String id, String text, int length) implements Serializable {}

    static InputValidation scan(Iterator<Row> rows) {
        long samples = 0;
        long nonZeros = 0;
        int features = -1;
        String firstId = null;
        while (rows.hasNext()) {
            Row row = rows.next();
            String id = row.size() > ID && !row.isNullAt(ID) ? row.get(ID).toString() : null;
            if (samples == 0) firstId = id;
            Optional<String> wrong = findFault(row);
            if (wrong.isPresent())
                return new InputValidation(
                        samples, features, firstId, nonZeros, new InvalidRow(samples, id, wrong.get(), features));
            SampleVector x = SampleVector.of(row.get(FEATURES));
            if (samples == 0) features = x.size();
            if (x.size() != features)
                return new InputValidation(
                        samples, features, firstId, nonZeros, new InvalidRow(samples, id, "", x.size()));
            nonZeros += x.nonZeros();
            samples++;
        }
        return new InputValidation(samples, features, firstId, nonZeros, null);
    }

    private static Optional<String> findFault(Row row) {
        if (row.size() > ID && row.isNullAt(ID)) return Optional.of(" has no id: null is not allowed");
        if (row.isNullAt(FEATURES)) return Optional.of(" has no vector: null is not allowed");
        SampleVector x = SampleVector.of(row.get(FEATURES));
        return x.size() == 0 ? Optional.of(" has no features: its vector is empty") : x.fault();
    }

    /** How a row is called: by its id, or else by its place. */
    static String describeRow(@Nullable String id, long number) {
        return id == null ? "row " + number : "row '" + id + "'";
    }

    /** Refuses what no model can take, and returns the number of the first sample of every partition, and of all samples. */
    static int[] offsets(List<InputValidation> partitions) {
        long[] first = new long[partitions.size() + 1];
        InputValidation filled = null;
        long filledFirst = 0;
        for (int q = 0; q < partitions.size(); q++) {
            InputValidation part = partitions.get(q);
            long at = first[q];
            InvalidRow fault = part.fault;
            if (filled == null && part.features >= 0) {
                filled = part;
                filledFirst = at;
            }
            if (filled != null && part.features >= 0 && part.features != filled.features)
                fault = new InvalidRow(0, part.firstId, "", part.features);
            if (fault != null)
                throw new DataException(
                        "%s",
                        describeRow(fault.id, at + fault.at)
                                + (fault.text.isEmpty() && filled != null
                                        ? length(fault.length, filled, filledFirst)
                                        : fault.text));
            first[q + 1] = at + part.samples;
        }
        long n = first[partitions.size()];
        if (n == 0) throw new DataException("the DataFrame has no rows: there is nothing to fit");
        Preconditions.require(
                n < Integer.MAX_VALUE, "%d samples are more than the %d that are allowed", n, Integer.MAX_VALUE - 1);
        int[] numbers = new int[first.length];
        for (int q = 0; q < first.length; q++) numbers[q] = (int) first[q];
        return numbers;
    }

    private static String length(int length, InputValidation filled, long first) {
        return String.format(
                Locale.ROOT,
                " has a vector of length %d, %s one of length %d: all rows must have the same number of features",
                length,
                describeRow(filled.firstId, first),
                filled.features);
    }
}
