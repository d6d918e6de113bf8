package org.grapnel.laws;

import java.util.Locale;

/** A property that makes the numbers of a problem difficult. */
enum Hazard {
    DENORMALS,
    HUGE_1E308,
    TINY_1E308,
    LARGE_UNITS,
    SMALL_UNITS,
    OUTLIER,
    RANK_DEFICIENT,
    TWIN_FEATURES,
    TWIN_SAMPLES,
    ALL_EQUAL,
    ONE_FEATURE,
    TWO_SAMPLES,
    FULL_RANK,
    ZERO_FEATURES,
    ZERO_SAMPLES,
    DEAD_W,
    DEAD_H,
    LAMBDA_0,
    LAMBDA_1E12,
    LAMBDA_1E_300,
    ISOLATED_SAMPLES,
    FAINT_EDGES,
    NO_EDGES,
    ALPHA_1E12,
    ALPHA_1E_12,
    MISSING_ENTRIES,
    EMPTY_FEATURES,
    EMPTY_SAMPLES,
    WEIGHT_1E_300,
    WEIGHT_1E9,
    WEIGHTS_OF_1,
    WHOLE_COUNTS,
    FRACTIONAL_COUNTS,
    HUGE_COUNTS;

    /** Returns the description for the page of figures. */
    String words() {
        return switch (this) {
            case DENORMALS -> "denormal entries";
            case HUGE_1E308 -> "entries of 1e308";
            case TINY_1E308 -> "all entries around 1e-308";
            case LARGE_UNITS -> "large units (1e20 to 1e120)";
            case SMALL_UNITS -> "small units (1e-120 to 1e-20)";
            case OUTLIER -> "one gigantic outlier (1e6 times all others, or more)";
            case RANK_DEFICIENT -> "X of a lower rank than r";
            case TWIN_FEATURES -> "duplicated features";
            case TWIN_SAMPLES -> "duplicated samples";
            case ALL_EQUAL -> "all entries equal";
            case ONE_FEATURE -> "p = 1";
            case TWO_SAMPLES -> "n = 2";
            case FULL_RANK -> "r = min(p, n)";
            case ZERO_FEATURES -> "features that are all zero";
            case ZERO_SAMPLES -> "samples that are all zero";
            case DEAD_W -> "a start with a zero column of W";
            case DEAD_H -> "a start with a zero row of H";
            case LAMBDA_0 -> "lambda = 0";
            case LAMBDA_1E12 -> "lambda = 1e12";
            case LAMBDA_1E_300 -> "lambda = 1e-300";
            case ISOLATED_SAMPLES -> "samples without a neighbour";
            case FAINT_EDGES -> "edges of weight 1e-300";
            case NO_EDGES -> "a graph without edges";
            case ALPHA_1E12 -> "joint term: alpha = 1e12";
            case ALPHA_1E_12 -> "joint term: alpha = 1e-12";
            case MISSING_ENTRIES -> "weights: missing entries";
            case EMPTY_FEATURES -> "weights: features without any entry";
            case EMPTY_SAMPLES -> "weights: samples without any entry";
            case WEIGHT_1E_300 -> "weights: one of 1e-300";
            case WEIGHT_1E9 -> "weights: one of 1e9, the others far below";
            case WEIGHTS_OF_1 -> "weights: all of them 1";
            case WHOLE_COUNTS -> "loss kl: whole counts";
            case FRACTIONAL_COUNTS -> "loss kl: numbers that are not whole";
            case HUGE_COUNTS -> "loss kl: counts of 1e12 or more";
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
