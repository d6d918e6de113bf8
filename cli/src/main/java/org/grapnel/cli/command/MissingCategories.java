package org.grapnel.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.grapnel.data.Dataset;
import org.grapnel.data.FittedPreparation;
import org.grapnel.linalg.DenseMatrix;

/** Adds features of zeros for the categories of a fit that new samples do not have. */
final class MissingCategories {
    private MissingCategories() {}

    /**
     * Returns the samples with all categories of the fit; the given samples are taken over.
     *
     * @param oneHot the columns of categories, whose features are called {@code column=category}
     */
    static Dataset add(Dataset read, FittedPreparation recipe, List<String> oneHot) {
        Set<String> there = Set.copyOf(read.features());
        List<String> missing = recipe.features().stream()
                .map(FittedPreparation.FeatureTransform::name)
                .filter(name -> !there.contains(name))
                .filter(name -> oneHot.stream().anyMatch(column -> name.startsWith(column + "=")))
                .toList();
        if (missing.isEmpty() || !(read.X() instanceof DenseMatrix X)) return read;
        List<String> names = new ArrayList<>(read.features());
        names.addAll(missing);
        try (read) {
            DenseMatrix all = DenseMatrix.zeros(names.size(), X.cols());
            for (int i = 0; i < X.rows(); i++) all.copyRow(i, X, i);
            return read.withFeatures(all, names);
        }
    }
}
