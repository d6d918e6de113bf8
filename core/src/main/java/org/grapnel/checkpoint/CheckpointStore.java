package org.grapnel.checkpoint;

import java.util.function.Supplier;

/** The checkpoints of all solver runs of a command, of which several may run at a time. */
@FunctionalInterface
public interface CheckpointStore {
    /** Opens the checkpoint of the run with this key. Runs with the same key end with the same bits. */
    Checkpoint open(Supplier<String> key);

    /** A store that saves nothing. */
    static CheckpointStore none() {
        return key -> Checkpoint.none();
    }
}
