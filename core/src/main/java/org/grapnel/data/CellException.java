package org.grapnel.data;

/** An entry of X that cannot be used, so that whoever knows the file can say where it stands there. */
public final class CellException extends DataException {
    private static final long serialVersionUID = 1;

    private final int sample;
    private final String feature;

    CellException(int sample, String feature, String message) {
        super(message);
        this.sample = sample;
        this.feature = feature;
    }

    /** Counted from 0. */
    public int sample() {
        return sample;
    }

    /** By name: features may have been left out before the entry was looked at. */
    public String feature() {
        return feature;
    }
}
