package org.grapnel.data;

/** An entry of X that cannot be used, so that whoever knows the file can say where it stands there. */
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

    /** Counted from 0. */
    public int sample() {
        return sample;
    }

    /** Counted from 0 in the data as they were read: features may have been left out before the entry was looked at. */
    public int feature() {
        return feature;
    }

    /** Whether the message speaks of several entries, of which this is the first. */
    public boolean isOneOfMany() {
        return oneOfMany;
    }
}
