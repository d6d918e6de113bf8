package org.grapnel.compare;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What is measured in a trial. A way that has no such number leaves it out. */
public enum Measure {
    NMI(Direction.HIGH),
    ACC(Direction.HIGH),
    ARI(Direction.HIGH),
    /** ‖X − WH‖ / ‖X‖, of all features: those that were dropped count in full. */
    RELATIVE_ERROR(Direction.LOW),
    /** What no W on the kept features can go below. */
    RELATIVE_ERROR_FLOOR(Direction.NEITHER),
    /** F at the end; it ranks only contenders that minimise the same F. */
    OBJECTIVE(Direction.NEITHER),
    /** What one waits for this way once there is a graph: choosing features, solving and grouping. */
    SECONDS(Direction.LOW),
    ITERATIONS(Direction.NEITHER),
    /** How many features were looked at in the end. */
    KEPT(Direction.NEITHER);

    /** Which end of the scale is good. */
    public enum Direction {
        HIGH,
        LOW,
        NEITHER
    }

    private final Direction better;

    Measure(Direction better) {
        this.better = better;
    }

    public Direction better() {
        return better;
    }

    /** The key in files, as in {@code summary.json}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The one with this key. */
    public static Optional<Measure> parse(String key) {
        return Arrays.stream(values()).filter(m -> m.key().equals(key)).findFirst();
    }
}
