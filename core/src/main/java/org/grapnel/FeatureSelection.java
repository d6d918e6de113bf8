package org.grapnel;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.grapnel.plugin.Extension;
import org.grapnel.runtime.Preconditions;
import org.grapnel.select.Selector;
import org.grapnel.solve.SolverKind;

/**
 * How the k features are selected.
 *
 * @param blend θ of {@link Strategy#STRUCTURE}: 0 preserves neighbours, 1 preserves distances
 * @param severalNumbers for {@link Strategy#GROUPS}: whether the number of groups is not known, so that several numbers count together
 * @param selector the selector of {@link Strategy#PLUGIN}
 */
public record FeatureSelection(
        Strategy by, double blend, boolean severalNumbers, Optional<Extension<Selector>> selector) {
    /** The selection strategies. */
    public enum Strategy {
        /** The constraint of the model, inside the solver. */
        MODEL,
        /** The k features of largest norm, which a well-solved ‖W‖₂,₀ ≤ k selects. */
        ENERGY,
        /** The features that explain most with their best row of W, as in best-support. */
        GAIN,
        /** Group contrast: the features that best tell the groups of the graph apart. */
        GROUPS,
        /** Neighbour contrast: the features whose distances best separate neighbours from other samples. */
        STRUCTURE,
        VARIANCE,
        LAPLACIAN_SCORE,
        /** Multi-cluster feature selection: the features that best reconstruct the eigenvectors of the graph. */
        MCFS,
        /** Nonnegative discriminative feature selection: the features that best predict the graph's groups by a sparse linear map. */
        NDFS,
        /** A selector from outside the library, see {@link FeatureSelection#of(Extension)}. */
        PLUGIN;

        /** The word on the command line. */
        public String cliName() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** The strategies of the library, which a word names. */
        public static List<Strategy> named() {
            return Arrays.stream(values()).filter(by -> by != PLUGIN).toList();
        }

        public static Strategy parse(String word) {
            return named().stream()
                    .filter(b -> b.cliName().equals(word))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("unknown way to select '" + word + "', allowed are "
                            + named().stream().map(Strategy::cliName).collect(Collectors.joining(", "))));
        }

        /** Whether the strategy uses the neighbour graph. */
        public boolean needsGraph() {
            return this == GROUPS
                    || this == STRUCTURE
                    || this == LAPLACIAN_SCORE
                    || this == MCFS
                    || this == NDFS
                    || this == PLUGIN;
        }
    }

    public FeatureSelection {
        Preconditions.require(blend >= 0 && blend <= 1, "blend must be between 0 and 1, got %s", blend);
        Preconditions.require(
                selector.isPresent() == (by == Strategy.PLUGIN),
                "a selection has a selector exactly where it is a plugin");
    }

    /** Returns the selection by the model's constraint. */
    public static FeatureSelection model() {
        return of(Strategy.MODEL);
    }

    public static FeatureSelection of(Strategy by) {
        return new FeatureSelection(by, 0, false, Optional.empty());
    }

    /** Returns the selection by a selector from outside the library. */
    public static FeatureSelection of(Extension<Selector> selector) {
        return new FeatureSelection(Strategy.PLUGIN, 0, false, Optional.of(selector));
    }

    /** The word on the command line: that of the strategy, or the name of the plugin. */
    public String name() {
        return selector.map(Extension::name).orElse(by.cliName());
    }

    public FeatureSelection withBlend(double theta) {
        return new FeatureSelection(by, theta, severalNumbers, selector);
    }

    /** Tells several numbers of groups apart together, for data whose number of groups is not known. */
    public FeatureSelection withSeveralNumbers() {
        return new FeatureSelection(by, blend, true, selector);
    }

    /** Whether the selection runs before this solver, and not inside it. */
    boolean runsBefore(SolverKind solver) {
        return by != Strategy.MODEL && !(by == Strategy.GAIN && solver == SolverKind.BEST_SUPPORT);
    }
}
