package org.grapnel.spark.data;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.rdd.DeterministicLevel;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;
import org.grapnel.data.DataException;
import org.grapnel.runtime.Preconditions;
import org.grapnel.spark.rdd.RddCheckpoints;
import org.grapnel.spark.rdd.SparkErrors;
import scala.Tuple2;

/**
 * Reads a DataFrame of feature vectors into {@link Panels}.
 *
 * <p>The source is read twice: first to count, validate and choose dense or sparse storage, then to build the panels,
 * which stay in memory or on disk. Samples are numbered in the order of the source for any number of partitions. The
 * driver receives nothing that grows with the samples.
 */
public final class Ingestion implements AutoCloseable {
    /** Share of non-zeros below which zeros are not stored. */
    static final double SPARSE = 0.25;

    static final String CHANGES = "the plan is not deterministic; write its result to a file first, or set a"
            + " checkpoint directory (SparkContext.setCheckpointDir)";

    private final JavaRDD<IdentifiedPanel> pieces;
    private final Panels panels;
    private final Optional<JavaRDD<List<Object>>> ids;
    private final List<String> notes;

    private Ingestion(
            JavaRDD<IdentifiedPanel> pieces, Panels panels, Optional<JavaRDD<List<Object>>> ids, List<String> notes) {
        this.pieces = pieces;
        this.panels = panels;
        this.ids = ids;
        this.notes = List.copyOf(notes);
    }

    /** Returns X, persisted until {@link #close}. */
    public Panels panels() {
        return panels;
    }

    /** Returns the ids, one list per partition; empty if samples are numbered. */
    public Optional<JavaRDD<List<Object>>> ids() {
        return ids;
    }

    /** Returns remarks about the data. */
    public List<String> notes() {
        return notes;
    }

    @Override
    public void close() {
        ids.ifPresent(JavaRDD::unpersist);
        pieces.unpersist();
        RddCheckpoints.delete(pieces);
    }

    /**
     * Reads and validates the data.
     *
     * @param idCol column of ids; empty to number the samples
     * @param partitions number of partitions; empty for that of the source
     */
    public static Ingestion read(
            Dataset<?> data, String featuresCol, Optional<String> idCol, Optional<Integer> partitions) {
        SchemaChecks.checkFeatures(data.schema(), featuresCol);
        SchemaChecks.checkId(data.schema(), idCol);
        Preconditions.require(partitions.orElse(1) >= 1, "partitions must be at least 1, got %d", partitions.orElse(1));
        List<Column> columns = new ArrayList<>(List.of(SchemaChecks.column(featuresCol)));
        idCol.ifPresent(name -> columns.add(SchemaChecks.column(name)));
        return SparkErrors.translate(() -> {
            JavaRDD<Row> rows = data.select(columns.toArray(Column[]::new)).toJavaRDD();
            return read(rows, idCol.isPresent(), partitions);
        });
    }

    private static Ingestion read(JavaRDD<Row> rows, boolean hasIds, Optional<Integer> partitions) {
        List<InputValidation> validations = rows.mapPartitions(
                        part -> List.of(InputValidation.scan(part)).iterator())
                .collect();
        int[] first = InputValidation.offsets(validations);
        int n = first[first.length - 1];
        int p = validations.stream().mapToInt(InputValidation::features).max().orElseThrow();
        long nonZeros =
                validations.stream().mapToLong(InputValidation::nonZeros).sum();
        if (nonZeros == 0) throw new DataException("every entry is zero; a fit needs non-zero data");
        boolean sparse = nonZeros < SPARSE * n * p;
        int count = partitions.orElse(first.length - 1);
        boolean repartitions = count != first.length - 1;
        int[] target = repartitions ? evenOffsets(n, count) : first;
        int[] cuts = repartitions ? target : new int[0];
        JavaRDD<IdentifiedPanel> pieces =
                rows.mapPartitionsWithIndex((q, part) -> new PanelIterator(part, p, sparse, first[q], cuts), true);
        if (repartitions)
            pieces = pieces.mapToPair(piece -> new Tuple2<>(piece.panel().first(), piece))
                    .repartitionAndSortWithinPartitions(new SampleRangePartitioner(target))
                    .values();
        List<String> notes = new ArrayList<>();
        pieces.persist(StorageLevel.MEMORY_AND_DISK());
        try {
            // a lost partition that is read again might hold other samples, or samples in another order
            if (!rows.rdd().outputDeterministicLevel().equals(DeterministicLevel.DETERMINATE())) {
                RddCheckpoints.ensureDirectory(JavaSparkContext.fromSparkContext(rows.context()));
                pieces.checkpoint();
            }
            Panels panels = panels(pieces, p, first, target, InputValidation.isGivenDense(validations), notes);
            Optional<JavaRDD<List<Object>>> ids = hasIds ? Optional.of(ids(pieces, target)) : Optional.empty();
            return new Ingestion(pieces, panels, ids, notes);
        } catch (Exception | Error e) { // Scala throws undeclared checked exceptions
            pieces.unpersist();
            throw e;
        }
    }

    /** Returns the first samples of partitions of nearly equal size. */
    private static int[] evenOffsets(int n, int count) {
        int[] first = new int[count + 1];
        for (int q = 0; q <= count; q++) first[q] = (int) ((long) n * q / count);
        return first;
    }

    private static Panels panels(
            JavaRDD<IdentifiedPanel> pieces, int p, int[] read, int[] first, boolean givenDense, List<String> notes) {
        // this job computes and persists the panels; the next one reads them
        List<Integer> samples = pieces.mapPartitions(
                        part -> List.of(countSamples(part)).iterator())
                .collect();
        for (int q = 0; q < samples.size(); q++)
            if (samples.get(q) != first[q + 1] - first[q])
                throw new DataException(
                        "the data changed between two reads: the first had %d rows, the second other ones; %s",
                        read[read.length - 1], CHANGES);
        JavaRDD<Panel> panels = pieces.map(IdentifiedPanel::panel);
        PanelTotals totals = PanelTotals.compute(panels, p);
        noteZeros(
                notes,
                "feature",
                Arrays.stream(totals.rowSquares()).filter(square -> square == 0).count());
        noteZeros(notes, "sample", totals.zeroSamples());
        return new Panels(panels, first, givenDense, totals);
    }

    private static int countSamples(Iterator<IdentifiedPanel> pieces) {
        int samples = 0;
        while (pieces.hasNext()) samples += pieces.next().panel().samples();
        return samples;
    }

    private static void noteZeros(List<String> notes, String what, long zero) {
        if (zero > 0) notes.add(zero + " " + what + (zero == 1 ? " is" : "s are") + " all zero");
    }

    /** Returns the persisted ids of each partition; refuses duplicates. */
    private static JavaRDD<List<Object>> ids(JavaRDD<IdentifiedPanel> pieces, int[] first) {
        JavaRDD<List<Object>> ids = pieces.mapPartitions(part -> {
            List<Object> all = new ArrayList<>();
            part.forEachRemaining(piece -> all.addAll(piece.ids()));
            return List.of(all).iterator();
        });
        ids.persist(StorageLevel.MEMORY_AND_DISK());
        try {
            List<DuplicateId> duplicates = ids.mapPartitionsWithIndex((q, part) -> numbered(first[q], part), true)
                    .mapToPair(pair -> pair)
                    .reduceByKey(IdPositions::and)
                    .filter(pair -> pair._2.second != Integer.MAX_VALUE)
                    .map(pair -> new DuplicateId(pair._1.toString(), pair._2.first, pair._2.second))
                    .takeOrdered(1, DuplicateId.BY_PLACE);
            if (!duplicates.isEmpty())
                throw new DataException(
                        "rows %2$d and %3$d (counted from 0) have the same id '%1$s'; ids must be distinct",
                        duplicates.get(0).id, duplicates.get(0).first, duplicates.get(0).second);
            return ids;
        } catch (Exception | Error e) { // Scala throws undeclared checked exceptions
            ids.unpersist();
            throw e;
        }
    }

    private static Iterator<Tuple2<Object, IdPositions>> numbered(int first, Iterator<List<Object>> lists) {
        List<Object> ids = lists.hasNext() ? lists.next() : Collections.emptyList();
        return new Iterator<>() {
            private int at;

            @Override
            public boolean hasNext() {
                return at < ids.size();
            }

            @Override
            public Tuple2<Object, IdPositions> next() {
                return new Tuple2<>(ids.get(at), new IdPositions(first + at++, Integer.MAX_VALUE));
            }
        };
    }

    /** The two lowest sample numbers with the same id. */
    private record IdPositions(int first, int second) implements Serializable {
        IdPositions and(IdPositions other) {
            int low = Math.min(first, other.first);
            int next = Math.min(Math.max(first, other.first), Math.min(second, other.second));
            return new IdPositions(low, next);
        }
    }

    private record DuplicateId(String id, int first, int second) implements Serializable {
        static final DuplicateIdOrder BY_PLACE = (a, b) -> Integer.compare(a.second, b.second);

        interface DuplicateIdOrder extends java.util.Comparator<DuplicateId>, Serializable {}
    }

    /** Sends a panel to the partition of its first sample. */
    private static final class SampleRangePartitioner extends Partitioner {
        private static final long serialVersionUID = 1;

        private final int[] first;

        SampleRangePartitioner(int[] first) {
            this.first = first;
        }

        @Override
        public int numPartitions() {
            return first.length - 1;
        }

        @Override
        public int getPartition(Object key) {
            // surplus samples go to the last partition, where they are counted
            int number = Math.min((Integer) key, first[first.length - 1] - 1);
            return Panels.partitionOf(number, first);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof SampleRangePartitioner that && Arrays.equals(first, that.first);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(first);
        }
    }
}
