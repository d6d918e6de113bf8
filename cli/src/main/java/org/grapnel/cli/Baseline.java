package org.grapnel.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.grapnel.FeatureChoice;
import org.grapnel.FeatureChoice.By;
import org.grapnel.compare.Contender;
import org.grapnel.compare.Way;

/** What the field does without a factorisation: k-means on all or on chosen features, and the graph alone. */
enum Baseline {
    ALL_FEATURES,
    RANDOM,
    VARIANCE,
    LAPLACIAN_SCORE,
    MCFS,
    STRUCTURE,
    GRAPH;

    /** The name users type. */
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static List<String> words() {
        return Arrays.stream(values()).map(Baseline::word).toList();
    }

    /** Whether it looks at some features only, and wants to be told how many. */
    boolean needsKeep() {
        return this != ALL_FEATURES && this != GRAPH;
    }

    /** @param blend of structure */
    Contender contender(int keep, double blend) {
        Way way = switch (this) {
            case ALL_FEATURES -> Way.allFeatures();
            case RANDOM -> Way.randomFeatures(keep);
            case VARIANCE -> Way.selectedFeatures(By.VARIANCE, keep);
            case LAPLACIAN_SCORE -> Way.selectedFeatures(By.LAPLACIAN_SCORE, keep);
            case MCFS -> Way.selectedFeatures(By.MCFS, keep);
            case STRUCTURE ->
                Way.selectedFeatures(FeatureChoice.of(By.STRUCTURE).withBlend(blend), keep);
            case GRAPH -> Way.graphAlone();
        };
        return new Contender(this == GRAPH ? "graph alone" : word() + " k-means", way);
    }
}
