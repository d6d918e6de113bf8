package org.grapnel.formats.table;

import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.grapnel.data.DataException;
import org.grapnel.data.Dataset;
import org.grapnel.formats.TableOptions;
import org.grapnel.linalg.Matrix;

/** Selects features by name after a file was read, for formats without columns of other kinds. */
public final class FeatureSelection {
    private FeatureSelection() {}

    /** Returns the data with the features that the options leave; the given data are taken over. */
    public static Dataset apply(Dataset data, TableOptions options) {
        if (options.drop().isEmpty() && options.keep().isEmpty()) return data;
        try {
            int[] kept = kept(data, options);
            List<String> names =
                    IntStream.of(kept).mapToObj(data.features()::get).toList();
            Matrix X = data.X().selectRows(kept);
            data.close();
            return data.withFeatures(X, names);
        } catch (RuntimeException | Error e) {
            data.close();
            throw e;
        }
    }

    private static int[] kept(Dataset data, TableOptions options) {
        String file = data.source().path();
        ColumnFinder finder = new ColumnFinder(file, "feature", data.features());
        NavigableSet<Integer> dropped = find(finder, "--drop", options.drop());
        NavigableSet<Integer> wanted = find(finder, "--columns", options.keep());
        int[] kept = IntStream.range(0, data.features().size())
                .filter(i -> (options.keep().isEmpty() || wanted.contains(i)) && !dropped.contains(i))
                .toArray();
        if (kept.length == 0) throw new DataException("%s: --drop and --columns leave no feature", file);
        return kept;
    }

    private static NavigableSet<Integer> find(ColumnFinder finder, String option, List<String> words) {
        NavigableSet<Integer> found = new TreeSet<>();
        for (String word : words)
            finder.find(word).ifPresentOrElse(found::add, () -> found.addAll(finder.findAll(option, word)));
        return found;
    }
}
