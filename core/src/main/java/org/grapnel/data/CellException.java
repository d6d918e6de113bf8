package org.grapnel.data;

/** Thrown for an invalid entry of X. It has the place of the entry, so that a caller can name its place in the file. */
public final class CellException extends DataException {
    private static final long serialVersionUID = 1;

    private final int sample;
    private final int feature;
    private final boolean oneOfMany;

    CellException(int sample, int feature, boolean oneOfMany, String message) {
        super(message);
        this.sample = sample;
        this.feature = feature;
        this.oneOfMany = oneOfMany;
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
