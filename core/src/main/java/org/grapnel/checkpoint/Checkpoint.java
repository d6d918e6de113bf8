package org.grapnel.checkpoint;

import java.util.function.Consumer;

/**
 * Where one run of a solver saves its state, so that it can be resumed after an interruption. All that the next iteration depends on is saved,
 * not the factors alone: a resumed run ends with the same bits as an uninterrupted one.
 */
public interface Checkpoint {
    /** What an earlier run has saved. */
    enum CheckpointStatus {
        NONE,
        /** The state after an iteration of a run that was interrupted. */
        UNFINISHED,
        /** The solution of a run that finished. */
        FINISHED
    }

    /** What there is to {@link #read}. */
    CheckpointStatus status();

    /** Reads what an earlier run has saved. */
    void read(Consumer<StateStream> state);

    /** Called after every iteration but the last: saves the state if enough time has passed. */
    void afterIteration(Consumer<StateStream> state);

    /** Called when the run is interrupted: saves the state. */
    void onInterrupt(Consumer<StateStream> state);

    /**
     * Called when the run has finished: saves the solution, unless the run was so short that saving would take too large a share of its time.
     *
     * @param seconds the time that the run took
     */
    void onFinish(double seconds, Consumer<StateStream> solution);

    /** A checkpoint that saves nothing. */
    static Checkpoint none() {
        return new Checkpoint() {
            @Override
            public CheckpointStatus status() {
                return CheckpointStatus.NONE;
            }

            @Override
            public void read(Consumer<StateStream> state) {
                throw new IllegalStateException("there is no checkpoint to read");
            }

            @Override
            public void afterIteration(Consumer<StateStream> state) {}

            @Override
            public void onInterrupt(Consumer<StateStream> state) {}

            @Override
            public void onFinish(double seconds, Consumer<StateStream> solution) {}
        };
    }
}
