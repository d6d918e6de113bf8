package org.grapnel.select;

import java.util.Locale;
import org.grapnel.runtime.Preconditions;

/**
 * A number of features to keep, suggested by the path of {@link GroupContrast}: the number at which the features together separate the groups
 * best. Fewer features say less about the groups; more add noise to the distances. It is a suggestion, not a test.
 *
 * @param suggested the peak of the path; 0 if no feature differs between the groups by more than chance
 * @param informative how many of the searched features differ between the groups by more than chance
 * @param searched the length of the path
 */
public record FeatureCount(int suggested, int informative, int searched) {
    /** The longest path that is searched. */
    public static final int MOST = 500;

    public FeatureCount {
        Preconditions.require(
                0 <= suggested && suggested <= informative && informative <= searched,
                "0 <= suggested <= informative <= searched must hold, got %d, %d, %d",
                suggested,
                informative,
                searched);
    }

    /** Returns the peak of the path of a selection by groups. */
    public static FeatureCount of(Selection selection) {
        int searched = selection.order().size();
        return new FeatureCount(
                selection.peak().orElse(0), selection.informative().orElse(searched), searched);
    }

    /** Whether any feature differs between the groups by more than chance. */
    public boolean hasEvidence() {
        return suggested > 0;
    }

    /** The reason for the suggestion. */
    public String sentence() {
        if (!hasEvidence()) return "no feature differs between the groups by more than chance";
        return suggested == MOST
                ? String.format(
                        Locale.ROOT,
                        "the features still separate the groups better up to %,d, the most that are tried",
                        MOST)
                : String.format(
                        Locale.ROOT,
                        "the first %,d features separate the groups best; %,d of the first %,d differ between them by more than chance",
                        suggested,
                        informative,
                        searched);
    }
}
