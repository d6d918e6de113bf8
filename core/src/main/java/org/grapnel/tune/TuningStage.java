package org.grapnel.tune;

import java.util.Arrays;

/** The purpose of a fit, in the order in which tuning makes them. */
public enum TuningStage {
    /** Every graph with one alpha in the recommended method, otherwise every number of neighbours with every alpha. */
    GRID("grid"),
    /** Other alphas at the best graph, in the recommended method. */
    ALPHA("alpha"),
    /** The best of the grid from two more starts. */
    SEEDS("seeds"),
    /** Other numbers of features at the best point. Fits with random starts begin at its final H. */
    PATH("path"),
    /** The chosen number of features from cold starts, as {@code fit} makes it. */
    CONFIRM("confirm"),
    /** Half and twice the chosen values. */
    CHANGE("change"),
    /** The chosen fit on a subset, to compare with null models where the data are large. */
    SUBSET("sample"),
    /** The chosen fit on a null model without groups ({@code NullModel}). */
    NULL_MODEL("cloud");

    private final String code;

    TuningStage(String code) {
        this.code = code;
    }

    /** The word in journals and CSV files. */
    public String code() {
        return code;
    }

    public static TuningStage parse(String code) {
        return Arrays.stream(values())
                .filter(stage -> stage.code.equals(code))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown stage '" + code + "'"));
    }
}
