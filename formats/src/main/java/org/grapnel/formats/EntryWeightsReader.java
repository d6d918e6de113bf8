package org.grapnel.formats;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.grapnel.data.DataException;
import org.grapnel.data.DataSource;
import org.grapnel.data.Dataset;
import org.grapnel.data.UnknownColumnException;
import org.grapnel.linalg.EntryWeights;
import org.grapnel.linalg.Matrix;

/**
 * Reads how much each entry of data counts. The file has the orientation of the data, in any format of data.
 *
 * <p>Features are matched by name, and other columns of the file do not count. A file without names, or data without names, has all features in the
 * order of the data. Samples are in the order of the data.
 */
public final class EntryWeightsReader {
    /** Beyond these, a weight has lost digits beside 1. */
    private static final double LEAST = 1e-9;

    private static final double MOST = 1e9;

    private final Path file;
    private final Dataset data;
    private final ReadOptions options;
    private final Dataset read;

    private EntryWeightsReader(Path file, Dataset data, ReadOptions options, Dataset read) {
        this.file = file;
        this.data = data;
        this.options = options;
        this.read = read;
    }

    /** Weights and the file that has them. */
    public record WeightsFile(EntryWeights weights, DataSource source) {}

    /** Reads a mask, with 1 for an observed entry and 0 for a missing one. */
    public static WeightsFile readMask(Path file, ReadOptions options, Dataset data) {
        String what = "a mask has 1 for an observed entry and 0 for a missing one";
        return open(file, options, data, what, reader -> reader.mask(what));
    }

    /** Reads weights: one for each entry, or as a line of the file one for each sample or one for each feature. */
    public static WeightsFile readWeights(Path file, ReadOptions options, Dataset data) {
        String what = "a weight is 0 for a missing entry, or a number from 1e-9 to 1e9";
        return open(file, options, data, what, reader -> reader.weights(what));
    }

    private interface Work {
        EntryWeights apply(EntryWeightsReader reader);
    }

    private static WeightsFile open(Path file, ReadOptions options, Dataset data, String what, Work work) {
        ReadOptions used = options;
        while (true) {
            try (Dataset read = read(file, used, what)) {
                return new WeightsFile(work.apply(new EntryWeightsReader(file, data, used, read)), read.source());
            } catch (UnknownColumnException absent) {
                used = without(used, absent);
            }
        }
    }

    private static Dataset read(Path file, ReadOptions options, String what) {
        try {
            return Datasets.read(file, options);
        } catch (UnknownColumnException e) {
            throw e;
        } catch (DataException e) {
            throw new DataException(e.getMessage() + "; " + what, e);
        }
    }

    /** Drops an option about a column of the data that this file does not have. */
    private static ReadOptions without(ReadOptions options, UnknownColumnException absent) {
        TableOptions table = options.table();
        List<String> drop = new ArrayList<>(table.drop());
        boolean dropped = drop.remove(absent.column());
        if (!dropped && table.id().filter(absent.column()::equals).isEmpty()) throw absent;
        TableOptions fewer = TableOptions.plain().withDrop(drop);
        if (dropped && table.id().isPresent()) fewer = fewer.withId(table.id().orElseThrow());
        if (table.decimal().isPresent())
            fewer = fewer.withDecimal(table.decimal().orElseThrow());
        return options.withTable(fewer);
    }

    private EntryWeights mask(String what) {
        int[] features = features();
        requireSamples();
        return build(features, (i, row) -> line(features[i], row), what, w -> w == 0 || w == 1);
    }

    private EntryWeights weights(String what) {
        int p = read.X().rows();
        int n = read.X().cols();
        boolean perSample = p == 1 && data.X().rows() > 1;
        boolean perFeature = n == 1 && data.X().cols() > 1;
        if (perSample && perFeature) throw shape();
        int[] features = perSample ? new int[data.X().rows()] : features();
        if (!perFeature) requireSamples();
        double[] one = new double[1];
        return build(
                features,
                (i, row) -> {
                    if (!perFeature) {
                        line(features[i], row);
                        return;
                    }
                    line(features[i], one);
                    Arrays.fill(row, one[0]);
                },
                what,
                w -> w == 0 || (w >= LEAST && w <= MOST));
    }

    private void line(int feature, double[] into) {
        read.X().row(feature, into);
    }

    private interface Allowed {
        boolean test(double weight);
    }

    private EntryWeights build(int[] features, EntryWeights.RowFunction weights, String what, Allowed allowed) {
        requireAllowed(features, what, allowed);
        return EntryWeights.ofDeficits(data.X().rows(), data.X().cols(), (i, row) -> {
            weights.fill(i, row);
            for (int j = 0; j < row.length; j++) row[j] = 1 - row[j];
        });
    }

    private void requireAllowed(int[] features, String what, Allowed allowed) {
        Matrix X = read.X();
        double[] row = new double[X.cols()];
        for (int i : IntStream.of(features).sorted().distinct().toArray()) {
            X.row(i, row);
            for (int j = 0; j < row.length; j++)
                if (!allowed.test(row[j])) {
                    String place = Datasets.locate(file, options, i, j)
                            .map(found -> "; it is in " + found)
                            .orElse("");
                    throw new DataException(
                            "%s: sample %d (%s), feature %d (%s) is %s: %s%s",
                            file, j, read.samples().get(j), i, read.features().get(i), row[j], what, place);
                }
        }
    }

    /** Where each feature of the data is in the file. */
    private int[] features() {
        List<String> names = read.features();
        int p = data.X().rows();
        boolean unnamed = isNumbered("f", names) || isNumbered("f", data.features());
        if (unnamed || names.equals(data.features())) {
            if (names.size() != p) throw shape();
            return IntStream.range(0, p).toArray();
        }
        Map<String, Integer> place = new HashMap<>();
        for (int i = 0; i < names.size(); i++)
            if (place.put(names.get(i), i) != null)
                throw new DataException("%s: two features are called '%s'", file, names.get(i));
        return data.features().stream()
                .mapToInt(name -> {
                    Integer at = place.get(name);
                    if (at == null)
                        throw new DataException(
                                "%s: the feature '%s' of the data is not there; it %s", file, name, sizes());
                    return at;
                })
                .toArray();
    }

    private void requireSamples() {
        List<String> names = read.samples();
        if (names.size() != data.X().cols()) throw shape();
        if (isNumbered("", names) || isNumbered("", data.samples())) return;
        for (int j = 0; j < names.size(); j++)
            if (!names.get(j).equals(data.samples().get(j)))
                throw new DataException(
                        "%s: sample %d is called '%s', in the data it is '%s'; the samples must have the order of the data",
                        file, j, names.get(j), data.samples().get(j));
    }

    private static boolean isNumbered(String prefix, List<String> names) {
        return names.equals(Dataset.numbered(prefix, names.size()));
    }

    private DataException shape() {
        return new DataException("%s: %s", file, sizes());
    }

    private String sizes() {
        int n = read.X().cols();
        int p = read.X().rows();
        return String.format(
                Locale.ROOT,
                "has %d sample%s and %d feature%s, the data have %d and %d",
                n,
                n == 1 ? "" : "s",
                p,
                p == 1 ? "" : "s",
                data.X().cols(),
                data.X().rows());
    }
}
