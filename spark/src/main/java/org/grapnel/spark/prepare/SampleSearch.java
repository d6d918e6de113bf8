package org.grapnel.spark.prepare;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Row;
import org.grapnel.spark.data.SampleVector;

/** Finds samples that a preparation refuses: their number, and the names of the first three. */
final class SampleSearch {
    private static final int SHOWN = 3;

    private SampleSearch() {}

    /** A property of a sample as read. */
    interface SampleTest extends Serializable {
        boolean test(SampleVector x);
    }

    /** The samples found. */
    record FoundSamples(long count, List<String> first) implements Serializable {
        FoundSamples {
            first = List.copyOf(first);
        }

        boolean isOne() {
            return count == 1;
        }

        /** Names the first samples, as the beginning of a sentence. */
        @Override
        public String toString() {
            return (isOne() ? "sample " : count + " samples, ")
                    + String.join(", ", first)
                    + (count > first.size() ? ", …," : "");
        }
    }

    /** @param offsets the first sample of every partition */
    static FoundSamples find(JavaRDD<Row> rows, int[] offsets, SampleTest wanted) {
        List<FoundSamples> parts = rows.mapPartitionsWithIndex(
                        (q, part) -> List.of(find(part, offsets[q], wanted)).iterator(), true)
                .collect();
        List<String> first = new ArrayList<>();
        parts.forEach(part -> first.addAll(part.first));
        return new FoundSamples(
                parts.stream().mapToLong(FoundSamples::count).sum(), first.subList(0, Math.min(SHOWN, first.size())));
    }

    private static FoundSamples find(Iterator<Row> rows, int offset, SampleTest wanted) {
        long count = 0;
        List<String> first = new ArrayList<>();
        for (int j = offset; rows.hasNext(); j++) {
            Row row = rows.next();
            if (!wanted.test(SampleVector.of(row.get(0)))) continue;
            count++;
            if (first.size() < SHOWN) first.add(j + " (" + (row.size() > 1 ? row.get(1) : j) + ")");
        }
        return new FoundSamples(count, first);
    }
}
