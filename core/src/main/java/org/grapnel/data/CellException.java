package org.grapnel.data;

/** Thrown for an invalid entry of X. It has the place of the entry, so that a caller can name its place in the file. */
public final class CellException extends DataException {
    private static final long serialVersionUID = 1;

    private final int sample;
    private final int feature;
    private final boolean oneOfMany;
    private final String fault;

    /** @param squaredRemedy the end of the message: a remedy that only the loss squared allows; may be empty */
    CellException(int sample, int feature, boolean oneOfMany, String fault, String squaredRemedy) {
        super(fault + squaredRemedy);
        this.sample = sample;
        this.feature = feature;
        this.oneOfMany = oneOfMany;
        this.fault = fault;
    }

    /** The error without the remedy that only the loss squared allows, for the loss kl. */
    public CellException forCounts() {
        CellException other = new CellException(sample, feature, oneOfMany, fault, "");
        other.initCause(this);
        return other;
    }

    /** The index of the sample, from 0. */
    public int sample() {
        return sample;
    }

    /** The index of the feature in the data as read, from 0; features may have been dropped before the entry was checked. */
    public int feature() {
        return feature;
    }

    /** Whether the message is about several entries, of which this is the first. */
    public boolean isOneOfMany() {
        return oneOfMany;
    }
}
