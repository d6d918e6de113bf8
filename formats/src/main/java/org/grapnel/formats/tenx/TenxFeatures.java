package org.grapnel.formats.tenx;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.grapnel.data.DataException;
import org.grapnel.formats.input.Excerpt;
import org.grapnel.formats.input.NameValidator;
import org.grapnel.linalg.Matrix;

/**
 * The features of 10x data with their types. One type is read: genes, or the one that the options name, because the
 * counts of genes and of antibodies have different scales.
 *
 * @param types the type of every feature, or nothing where the file has none
 */
record TenxFeatures(List<String> names, List<String> types) {
    private static final String GENES = "Gene Expression";

    /**
     * Returns the indices of the features of the wanted type, and reports which others are left out.
     *
     * @param wanted the type to read; by default genes, or the only type
     */
    int[] choose(Optional<String> wanted, String file, Consumer<String> notice) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (String type : types) counts.merge(type, 1, Integer::sum);
        if (counts.isEmpty() && wanted.isEmpty())
            return IntStream.range(0, names.size()).toArray();
        String type = wanted.or(
                        () -> counts.size() == 1 ? counts.keySet().stream().findFirst() : Optional.of(GENES))
                .orElse(GENES);
        if (!counts.containsKey(type))
            throw new DataException(
                    "%s: has no features of type '%s'%s",
                    file,
                    Excerpt.of(type),
                    counts.isEmpty()
                            ? "; it names no types"
                            : "; choose one with --layer: " + list(counts.keySet())
                                    + NameValidator.didYouMean(type, counts.keySet()));
        if (counts.size() > 1) {
            int read = counts.remove(type);
            notice.accept(String.format(
                    Locale.ROOT,
                    "only features of type %s are read (%d of %d); --layer chooses another type: %s",
                    Excerpt.of(type),
                    read,
                    names.size(),
                    list(counts.keySet())));
        }
        return IntStream.range(0, names.size())
                .filter(i -> types.get(i).equals(type))
                .toArray();
    }

    private static String list(Collection<String> types) {
        return types.stream().map(type -> "'" + Excerpt.of(type) + "'").collect(Collectors.joining(", "));
    }

    /** Keeps the chosen rows of X and frees X if there are others. */
    Matrix select(Matrix X, int[] chosen) {
        if (chosen.length == X.rows()) return X;
        try {
            return X.selectRows(chosen);
        } finally {
            X.close();
        }
    }

    /** Returns the names of the chosen features, made unique. */
    List<String> names(int[] chosen, Consumer<String> notice) {
        return NameValidator.makeUnique(
                IntStream.of(chosen).mapToObj(names::get).toList(), notice);
    }
}
