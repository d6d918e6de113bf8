package org.grapnel.cli.command;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.grapnel.FeatureSelection;
import org.grapnel.FeatureSelection.Strategy;
import org.grapnel.compare.ClusteringMethod;
import org.grapnel.compare.NamedMethod;

/** The baselines that need no factorisation: k-means on all or on selected features or on principal components, and the graph alone. */
enum BaselineOption {
    ALL_FEATURES,
    RANDOM,
    VARIANCE,
    LAPLACIAN_SCORE,
    MCFS,
    NDFS,
    STRUCTURE,
    PCA,
    GRAPH,
    LOUVAIN;

    /** The name on the command line. */
    String cliName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static List<String> cliNames() {
        return Arrays.stream(values()).map(BaselineOption::cliName).toList();
    }

    /** Whether it selects features and needs their number. */
    boolean needsKeep() {
        return this != ALL_FEATURES && this != PCA && this != GRAPH && this != LOUVAIN;
    }

    /** @param blend of structure */
    NamedMethod method(int keep, double blend) {
        ClusteringMethod way = switch (this) {
            case ALL_FEATURES -> ClusteringMethod.allFeatures();
            case RANDOM -> ClusteringMethod.randomFeatures(keep);
            case VARIANCE -> ClusteringMethod.selectedFeatures(Strategy.VARIANCE, keep);
            case LAPLACIAN_SCORE -> ClusteringMethod.selectedFeatures(Strategy.LAPLACIAN_SCORE, keep);
            case MCFS -> ClusteringMethod.selectedFeatures(Strategy.MCFS, keep);
            case NDFS -> ClusteringMethod.selectedFeatures(Strategy.NDFS, keep);
            case STRUCTURE ->
                ClusteringMethod.selectedFeatures(
                        FeatureSelection.of(Strategy.STRUCTURE).withBlend(blend), keep);
            case PCA -> ClusteringMethod.principalComponents();
            case GRAPH -> ClusteringMethod.graphAlone();
            case LOUVAIN -> ClusteringMethod.communities();
        };
        return new NamedMethod(methodName(), way);
    }

    /** The name of its row in the table. */
    String methodName() {
        return switch (this) {
            case GRAPH -> "graph alone";
            case LOUVAIN -> "louvain communities";
            default -> cliName() + " k-means";
        };
    }
}
