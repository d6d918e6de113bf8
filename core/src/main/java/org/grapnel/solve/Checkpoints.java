package org.grapnel.solve;

import java.util.function.Supplier;

/** Where the runs of a solver are laid down, of which a command may make many, several at a time. */
@FunctionalInterface
public interface Checkpoints {
    /** That of the run with this key; runs with the same key end with the same bits. */
    Checkpoint of(Supplier<String> key);

    /** Nothing is laid down. */
    static Checkpoints none() {
        return key -> Checkpoint.none();
    }
}
