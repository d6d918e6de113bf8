package org.grapnel.checkpoint;

import java.util.function.Consumer;

/**
 * Where one run of a solver is laid down while it goes on, so that it can be continued when it was cut off. A run that is continued ends with the
 * same bits as one that never was: all that the next iteration depends on is laid down, not the factors alone.
 */
public interface Checkpoint {
    /** What an earlier run has left. */
    enum CheckpointStatus {
        NOTHING,
        /** It was cut off: the state after one of its iterations. */
        UNDER_WAY,
        /** It had ended: the solution. */
        ENDED
    }

    CheckpointStatus status();

    /** Hands over what was {@link #status}. */
    void read(Consumer<StateStream> state);

    /** After an iteration that was not the last: lays the state down if it is time. */
    void afterIteration(Consumer<StateStream> state);

    /** The run will stop here without having ended: lays the state down. */
    void onInterrupt(Consumer<StateStream> state);

    /** The run has ended after so many seconds: lays the solution down, if making it again would take longer. */
    void onFinish(double seconds, Consumer<StateStream> solution);

    /** Nothing is laid down. */
    static Checkpoint none() {
        return new Checkpoint() {
            @Override
            public CheckpointStatus status() {
                return CheckpointStatus.NOTHING;
            }

            @Override
            public void read(Consumer<StateStream> state) {
                throw new IllegalStateException("nothing was laid down");
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
