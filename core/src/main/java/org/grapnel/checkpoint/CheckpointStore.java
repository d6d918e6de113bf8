package org.grapnel.checkpoint;

import java.util.function.Supplier;

/** Where the runs of a solver are laid down, of which a command may make many, several at a time. */
@FunctionalInterface
public interface CheckpointStore {
    /** That of the run with this key; runs with the same key end with the same bits. */
    Checkpoint open(Supplier<String> key);

    /** Nothing is laid down. */
    static CheckpointStore none() {
        return key -> Checkpoint.none();
    }
}
