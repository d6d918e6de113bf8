package org.grapnel.compare;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** A measure of a trial. A method that cannot have it leaves it out. */
public enum Measure {
    NMI(Direction.HIGH),
    ACC(Direction.HIGH),
    ARI(Direction.HIGH),
    /** ‖X − WH‖ / ‖X‖ over all features: dropped features count in full. */
    RELATIVE_ERROR(Direction.LOW),
    /** The lowest relative error that any W on the kept features can reach. */
    RELATIVE_ERROR_FLOOR(Direction.NEITHER),
    /** The share of the divergence from the background that a model of the loss kl explains: dropped features explain nothing. */
    DEVIANCE_EXPLAINED(Direction.HIGH),
    /** The final objective F; comparable only between methods that minimise the same F. */
    OBJECTIVE(Direction.NEITHER),
    /** The time of selection, solving and grouping, without building the graph. */
    SECONDS(Direction.LOW),
    ITERATIONS(Direction.NEITHER),
    /** The number of features that the method uses. */
    KEPT(Direction.NEITHER);

    /** Which direction of the scale is better. */
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

    /** Whether tables leave out its columns if no method has it. */
    public boolean isOptional() {
        return this == DEVIANCE_EXPLAINED;
    }

    /** The key in files, as in {@code summary.json}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the measure with this key, if there is one. */
    public static Optional<Measure> parse(String key) {
        return Arrays.stream(values()).filter(m -> m.key().equals(key)).findFirst();
    }
}
