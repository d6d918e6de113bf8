package org.grapnel.spark.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.spark.sql.Row;
import org.grapnel.data.DataException;
import org.grapnel.linalg.SparseMatrix;

/** Builds the panels of a partition one at a time. */
final class PanelIterator implements Iterator<IdentifiedPanel> {
    /** Maximum number of entries in a panel, unless a single sample has more: 8 MB. */
    static final int NUMBERS = Panel.NUMBERS;

    /** Maximum number of samples in a sparse panel, which bounds the size of their columns of H. */
    static final int SAMPLES = 1 << 14;

    private final Iterator<Row> rows;
    private final int features;
    private final boolean sparse;
    private final int[] cuts;
    private int next;

    /**
     * @param first number of the partition's first sample
     * @param cuts ascending sample numbers at which a new panel begins
     */
    PanelIterator(Iterator<Row> rows, int features, boolean sparse, int first, int[] cuts) {
        this.rows = rows;
        this.features = features;
        this.sparse = sparse;
        this.cuts = cuts;
        next = first;
    }

    @Override
    public boolean hasNext() {
        return rows.hasNext();
    }

    @Override
    public IdentifiedPanel next() {
        if (!rows.hasNext()) throw new NoSuchElementException("the partition has no more rows");
        int at = Arrays.binarySearch(cuts, next + 1);
        int cut = at >= 0 ? at : -at - 1;
        int limit = cut < cuts.length ? cuts[cut] - next : Integer.MAX_VALUE;
        List<Object> ids = new ArrayList<>();
        Panel panel = sparse ? sparse(limit, ids) : dense(limit, ids);
        next += panel.samples();
        return new IdentifiedPanel(panel, ids);
    }

    private Panel dense(int limit, List<Object> ids) {
        int width = Math.min(limit, Math.max(1, NUMBERS / features));
        double[][] X = new double[features][width];
        int m = 0;
        while (m < width && rows.hasNext()) {
            SampleVector x = sample(next + m, ids);
            for (int e = 0; e < x.stored(); e++) X[x.index(e)][m] = x.value(e) + 0.0; // turns −0 into 0
            m++;
        }
        if (m < width) for (int i = 0; i < features; i++) X[i] = Arrays.copyOf(X[i], m);
        return new DensePanel(next, m, X);
    }

    private Panel sparse(int limit, List<Object> ids) {
        int[] row = new int[Math.min(NUMBERS, 1024)];
        int[] column = new int[row.length];
        double[] value = new double[row.length];
        int count = 0;
        int m = 0;
        // the last sample may exceed the limit
        while (m < limit && m < SAMPLES && count < NUMBERS && rows.hasNext()) {
            SampleVector x = sample(next + m, ids);
            int needed = count + x.stored();
            if (needed > row.length) {
                int larger = Math.max(needed, 2 * row.length);
                row = Arrays.copyOf(row, larger);
                column = Arrays.copyOf(column, larger);
                value = Arrays.copyOf(value, larger);
            }
            for (int e = 0; e < x.stored(); e++) {
                if (x.value(e) == 0) continue;
                row[count] = x.index(e);
                column[count] = m;
                value[count++] = x.value(e);
            }
            m++;
        }
        return new SparsePanel(
                next,
                SparseMatrix.ofTriples(
                        features,
                        m,
                        Arrays.copyOf(row, count),
                        Arrays.copyOf(column, count),
                        Arrays.copyOf(value, count)));
    }

    /** Reads a sample, and refuses it if it was valid in the first read and no longer is. */
    private SampleVector sample(int number, List<Object> ids) {
        Row row = rows.next();
        boolean isComplete = !row.isNullAt(InputValidation.FEATURES)
                && (row.size() <= InputValidation.ID || !row.isNullAt(InputValidation.ID));
        SampleVector x = isComplete ? SampleVector.of(row.get(InputValidation.FEATURES)) : null;
        if (x == null || x.size() != features || x.fault().isPresent())
            throw new DataException("row %d changed between two reads: %s", number, Ingestion.CHANGES);
        if (row.size() > InputValidation.ID) ids.add(row.get(InputValidation.ID));
        return x;
    }
}
