package org.grapnel.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Hints about counts of genes in cells, from the data as read: cells with a large share of mitochondrial counts. There are hints only for whole
 * numbers ≥ 0 and features with the names of genes.
 */
public final class CellHints {
    /** From this share of mitochondrial counts on a cell is often dying. */
    private static final double HIGH_SHARE = 0.2;

    private CellHints() {}

    /** Returns one sentence for each hint, in one pass over the data; without mitochondrial genes in no pass. */
    public static List<String> of(Dataset data) {
        boolean[] mitochondrial = new boolean[data.features().size()];
        for (int i = 0; i < mitochondrial.length; i++)
            mitochondrial[i] = data.features().get(i).startsWith("MT-")
                    || data.features().get(i).startsWith("mt-");
        int genes = (int) IntStream.range(0, mitochondrial.length)
                .filter(i -> mitochondrial[i])
                .count();
        if (genes == 0 || genes == mitochondrial.length) return List.of();
        double[] total = new double[data.X().cols()];
        double[] share = new double[total.length];
        boolean[] counts = {true};
        for (int i = 0; i < mitochondrial.length && counts[0]; i++) {
            boolean counted = mitochondrial[i];
            data.X().forEachInRow(i, (j, x) -> {
                counts[0] &= x >= 0 && x == Math.rint(x) && x <= Double.MAX_VALUE;
                total[j] += x;
                if (counted) share[j] += x;
            });
        }
        if (!counts[0]) return List.of();
        List<String> hints = new ArrayList<>();
        long high = IntStream.range(0, total.length)
                .filter(j -> share[j] > HIGH_SHARE * total[j])
                .count();
        if (high > 0)
            hints.add(String.format(
                    Locale.ROOT,
                    "%d of %d samples have more than %.0f %% of their counts in the %d mitochondrial genes (MT-…); such cells are often dying: filter them before the fit",
                    high,
                    total.length,
                    100 * HIGH_SHARE,
                    genes));
        return hints;
    }
}
