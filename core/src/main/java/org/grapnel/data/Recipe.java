package org.grapnel.data;

import java.util.Locale;
import java.util.Optional;

/** A named {@link Preparation} for a kind of data. {@link RecipeHint} tells which one fits some data. */
public enum Recipe {
    /** The data as they are. */
    NONE("the data as they are"),
    /** Counts such as those of single cells: every sample to the same sum, then log(1 + x). */
    COUNTS("every sample scaled to the same sum, then log(1 + x)"),
    /** Counts of words: tf-idf and unit length, so that neighbours are found by the angle between texts. */
    TEXT("words weighted by how few texts have them (tf-idf), texts at unit length"),
    /** Grey levels: divided by the largest. */
    PICTURES("grey levels divided by the largest");

    private final String content;

    Recipe(String content) {
        this.content = content;
    }

    /** Says in words what the recipe does. */
    public String content() {
        return content;
    }

    /** Returns the preparation of this recipe alone. */
    public Preparation preparation() {
        return Preparation.none().withRecipe(this);
    }

    /** Returns how this recipe scales X. */
    public Normalization normalization() {
        return switch (this) {
            case NONE -> Normalization.NONE;
            case COUNTS -> Normalization.TOTAL;
            case TEXT -> Normalization.TFIDF;
            case PICTURES -> Normalization.MAX;
        };
    }

    /** Returns the recipe that some data look like; empty if none does. */
    public static Optional<Recipe> suggest(Dataset data) {
        return RecipeHint.of(data).map(RecipeHint::recipe);
    }

    /** The word on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
