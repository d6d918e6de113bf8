package org.grapnel.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.grapnel.data.Description.CellSummary;
import org.grapnel.data.Description.CellValue;
import org.grapnel.data.Description.Duplicate;
import org.grapnel.data.Description.DuplicateSummary;
import org.grapnel.data.Description.LabelCandidate;
import org.grapnel.data.Description.LabelClass;
import org.grapnel.data.Description.NameSummary;
import org.grapnel.data.Description.ScaleSpread;
import org.grapnel.data.Description.ValueSummary;
import org.grapnel.linalg.DistinctColumns;
import org.grapnel.linalg.Matrix;
import org.grapnel.linalg.SparseMatrix;
import org.grapnel.runtime.ExecutionContext;

/** Builds a {@link Description}: one pass over the features, then a comparison of those that may be equal. */
final class DescriptionBuilder {
    private static final int FIRST = 5;
    private static final int MOST_CLASSES = 100;
    private static final Set<String> LABELS = Set.of(
            "label", "labels", "class", "target", "y", "group", "cluster", "type", "celltype", "cell_type", "digit");

    private final ExecutionContext context;
    private final Dataset data;
    private final Matrix X;
    private final int n;
    private final double[] row;
    private final CellCollector missing = new CellCollector();
    private final CellCollector infinite = new CellCollector();
    private final CellCollector negative = new CellCollector();
    private final List<String> constant = new ArrayList<>();
    private final List<Double> deviations = new ArrayList<>();
    private final List<Integer> varying = new ArrayList<>();
    private final int[] hash;
    private final Quantiles quantiles;
    private long nonZeros;
    private long finite;
    private boolean whole = true;
    private double min = Double.POSITIVE_INFINITY;
    private double max = Double.NEGATIVE_INFINITY;
    private double mean;

    DescriptionBuilder(ExecutionContext context, Dataset data) {
        this.context = context;
        this.data = data;
        X = data.X();
        n = X.cols();
        row = new double[n];
        hash = new int[X.rows()];
        quantiles = new Quantiles(X.nonZeros());
    }

    /** Counts cells and keeps the first ones. */
    private static final class CellCollector {
        private long count;
        private final List<CellValue> first = new ArrayList<>();

        void add(int i, int j, double x) {
            count++;
            if (first.size() < FIRST) first.add(new CellValue(i, j, x));
        }

        CellSummary cells() {
            return new CellSummary(count, first);
        }
    }

    Description build() {
        for (int i = 0; i < X.rows(); i++) feature(i);
        long zeros = (long) X.rows() * n - nonZeros;
        Optional<ValueSummary> values = finite == 0
                ? Optional.empty()
                : Optional.of(new ValueSummary(min, max, mean, quantiles.at(finite - zeros, zeros, 0.25, 0.5, 0.75)));
        return new Description(
                n,
                X.rows(),
                X instanceof SparseMatrix,
                bytes(X),
                zeros,
                values,
                whole && finite > 0,
                missing.cells(),
                infinite.cells(),
                negative.cells(),
                new NameSummary(constant.size(), constant.stream().limit(FIRST).toList()),
                repeatedFeatures(),
                repeatedSamples(),
                scales(),
                likeLabels(),
                classes(),
                data.picture());
    }

    /** 8 bytes for a dense entry; for a sparse non-zero value and index, by rows and by columns. */
    static long bytes(Matrix X) {
        return X instanceof SparseMatrix
                ? 24 * X.nonZeros() + 4L * (X.rows() + X.cols() + 2)
                : 8L * X.rows() * X.cols();
    }

    private void feature(int i) {
        X.row(i, row);
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        double sum = 0;
        int numbers = 0;
        for (int j = 0; j < n; j++) {
            double x = row[j] + 0.0; // −0 is 0
            row[j] = x;
            if (x != 0) nonZeros++;
            if (!(Math.abs(x) <= Double.MAX_VALUE)) {
                (Double.isNaN(x) ? missing : infinite).add(i, j, x);
                continue;
            }
            numbers++;
            if (x != 0) quantiles.add(x);
            if (x < 0) negative.add(i, j, x);
            if (whole && x != Math.rint(x)) whole = false;
            low = Math.min(low, x);
            high = Math.max(high, x);
            sum += x;
        }
        if (numbers == 0) return;
        double center = sum / numbers;
        finite += numbers;
        mean += (center - mean) * numbers / finite;
        min = Math.min(min, low);
        max = Math.max(max, high);
        if (low == high) {
            if (numbers == n) constant.add(data.features().get(i));
            return;
        }
        double squares = 0;
        for (double x : row) if (Math.abs(x) <= Double.MAX_VALUE) squares += (x - center) * (x - center);
        deviations.add(Math.sqrt(squares / numbers));
        varying.add(i);
        hash[i] = Arrays.hashCode(row);
    }

    private Optional<ScaleSpread> scales() {
        if (deviations.size() < 2) return Optional.empty();
        double[] sorted =
                deviations.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int last = sorted.length - 1;
        return Optional.of(new ScaleSpread(sorted[(int) (0.05 * last)], sorted[(int) Math.ceil(0.95 * last)]));
    }

    /** Compares the varying features that have equal hashes. */
    private DuplicateSummary repeatedFeatures() {
        Map<Integer, List<Integer>> byHash = new HashMap<>();
        double[] other = new double[n];
        int count = 0;
        List<Duplicate> first = new ArrayList<>();
        for (int i : varying) {
            List<Integer> alike = byHash.computeIfAbsent(hash[i], key -> new ArrayList<>());
            int equal = -1;
            for (int l : alike) {
                X.row(i, row);
                X.row(l, other);
                if (!same(row, other)) continue;
                equal = l;
                break;
            }
            if (equal < 0) {
                alike.add(i);
                continue;
            }
            count++;
            if (first.size() < FIRST)
                first.add(new Duplicate(
                        data.features().get(equal), data.features().get(i)));
        }
        return new DuplicateSummary(count, first);
    }

    /** Whether all entries are equal; two missing values are equal. */
    private static boolean same(double[] a, double[] b) {
        for (int j = 0; j < a.length; j++)
            if (a[j] != b[j] && !(Double.isNaN(a[j]) && Double.isNaN(b[j]))) return false;
        return true;
    }

    private DuplicateSummary repeatedSamples() {
        DistinctColumns distinct = DistinctColumns.find(context, X);
        int[] earliest = distinct.first();
        List<Duplicate> first = new ArrayList<>();
        for (int j = 0; j < n && first.size() < FIRST; j++) {
            int earlier = earliest[distinct.group(j)];
            if (earlier < j)
                first.add(new Duplicate(
                        data.samples().get(earlier), data.samples().get(j)));
        }
        return new DuplicateSummary(n - distinct.count(), first);
    }

    /** Finds features with a name of labels, and the first and last feature if only they hold classes 0, 1, … or 1, 2, … */
    private List<LabelCandidate> likeLabels() {
        List<LabelCandidate> found = new ArrayList<>();
        int last = X.rows() - 1;
        for (int i = 0; i <= last; i++) {
            boolean called = LABELS.contains(data.features().get(i).toLowerCase(Locale.ROOT));
            boolean atTheEdge = data.picture().isEmpty() && !whole && (i == 0 || i == last);
            if (!called && !atTheEdge) continue;
            X.row(i, row);
            Set<Double> values = new HashSet<>();
            for (int j = 0; j < n && values.size() <= MOST_CLASSES; j++) values.add(row[j]);
            int c = values.size();
            boolean few = c >= 2 && c <= MOST_CLASSES && 3L * c <= n;
            boolean counts = few && (counts(values, 0) || counts(values, 1));
            if (few && (called || counts))
                found.add(new LabelCandidate(data.features().get(i), c));
        }
        return found;
    }

    private static boolean counts(Set<Double> values, int from) {
        for (int c = from; c < from + values.size(); c++) if (!values.contains((double) c)) return false;
        return true;
    }

    private List<LabelClass> classes() {
        Map<String, Integer> sizes = new HashMap<>();
        for (String label : data.labels().orElse(List.of())) sizes.merge(label, 1, Integer::sum);
        return sizes.entrySet().stream()
                .map(group -> new LabelClass(group.getKey(), group.getValue()))
                .sorted(Comparator.comparingInt(LabelClass::size).reversed().thenComparing(LabelClass::label))
                .toList();
    }
}
