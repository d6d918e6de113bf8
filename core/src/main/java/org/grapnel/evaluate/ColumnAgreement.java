package org.grapnel.evaluate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.grapnel.cluster.Clustering;
import org.grapnel.data.Dataset;
import org.grapnel.data.SampleColumn;

/**
 * How far groups agree with a column about the samples, such as their batch, over the samples that have a value. The agreement is {@link Nmi}, the
 * score that also compares groups with labels. A column of {@link SampleColumn#measurements} is first cut into
 * {@value #BINS} bins with the same number of samples.
 *
 * <p>Groups follow a column if NMI is at least {@value #FOLLOWED}, or if one of the two nearly determines the other, as when every batch has
 * groups of its own: I / min(H(C), H(T)) is at least {@value #NESTED}. For this decision I is reduced by (R − 1)(C − 1)/2n, which R values and C
 * groups of n samples share by chance (Miller, Note on the bias of information estimates, 1955).
 *
 * @param column the name of the column
 * @param values the number of different values
 * @param nmi undefined for a column with one value, or with a value of its own for most samples
 */
public record ColumnAgreement(String column, int values, Score nmi, boolean groupsFollow) {
    private static final double FOLLOWED = 0.5;
    private static final double NESTED = 0.8;
    private static final int BINS = 10;

    /** Compares groups with each column. */
    public static List<ColumnAgreement> compute(List<SampleColumn> columns, Clustering groups) {
        return columns.stream().map(column -> compute(column, groups)).toList();
    }

    public static ColumnAgreement compute(SampleColumn column, Clustering groups) {
        List<String> known = new ArrayList<>();
        List<Integer> of = new ArrayList<>();
        for (int j = 0; j < column.values().size(); j++) {
            String value = column.values().get(j);
            if (SampleColumn.isMissing(value)) continue;
            known.add(value);
            of.add(groups.labelOf(j));
        }
        int values = new HashSet<>(known).size();
        int[] group = of.stream().mapToInt(g -> g).toArray();
        if (values < 2) return undefined(column, values, "the column has fewer than two values");
        Optional<double[]> numbers = column.measurements();
        if (numbers.isPresent()) return compare(column, values, binned(numbers.get(), groups));
        if (2 * values > known.size()) return undefined(column, values, "most samples have a value of their own");
        return compare(column, values, ContingencyTable.of(known, group));
    }

    private static ColumnAgreement undefined(SampleColumn column, int values, String reason) {
        return new ColumnAgreement(column.name(), values, Score.undefined("%s", reason), false);
    }

    private static ColumnAgreement compare(SampleColumn column, int values, ContingencyTable table) {
        double nmi = Nmi.compute(table);
        double mutual = Nmi.mutualInformation(table);
        double chance = (table.classes().size() - 1.0) * (table.clusters().size() - 1.0) / (2.0 * table.samples());
        double beyond = mutual == 0 ? 0 : Math.max(0, 1 - chance / mutual);
        boolean follows = table.clusters().size() > 1
                && (beyond * nmi >= FOLLOWED || beyond * Nmi.compute(table, NmiNormalizer.MIN) >= NESTED);
        return new ColumnAgreement(column.name(), values, Score.of(nmi), follows);
    }

    /** Cuts the numbers that are not missing into bins of equal size; equal numbers share a bin. */
    private static ContingencyTable binned(double[] numbers, Clustering groups) {
        int[] known = IntStream.range(0, numbers.length)
                .filter(j -> Double.isFinite(numbers[j]))
                .toArray();
        double[] sorted =
                IntStream.of(known).mapToDouble(j -> numbers[j]).sorted().toArray();
        double[] upper = new double[BINS - 1];
        for (int b = 1; b < BINS; b++) upper[b - 1] = sorted[(int) ((long) b * sorted.length / BINS)];
        int[] bin = IntStream.of(known)
                .map(j -> (int) Arrays.stream(upper)
                        .filter(bound -> numbers[j] >= bound)
                        .count())
                .toArray();
        return ContingencyTable.of(bin, IntStream.of(known).map(groups::labelOf).toArray());
    }

    /**
     * Returns a warning for each column that the groups follow. There is none for a column with which they agree no better than with the
     * labels: it may merely go along with the true classes.
     */
    public static List<String> warnings(Dataset data, Clustering groups) {
        double truth = data.labels()
                .map(labels -> Nmi.compute(ContingencyTable.of(labels, groups.toArray())))
                .orElse(Double.NEGATIVE_INFINITY);
        return compute(data.columns(), groups).stream()
                .filter(color -> color.groupsFollow && color.nmi.get() > truth)
                .map(color -> String.format(
                        Locale.ROOT,
                        "the groups follow '%s' (NMI %.2f): if it is technical, as a batch is, they may not be the groups you look for",
                        color.column,
                        color.nmi.get()))
                .toList();
    }
}
