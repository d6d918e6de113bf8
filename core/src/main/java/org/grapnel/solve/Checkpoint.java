package org.grapnel.solve;

import java.util.function.Consumer;
import org.grapnel.linalg.Ledger;

/**
 * Where one run of a solver is laid down while it goes on, so that it can be continued when it was cut off. A run that is continued ends with the
 * same bits as one that never was: all that the next iteration depends on is laid down, not the factors alone.
 */
public interface Checkpoint {
    /** What an earlier run has left. */
    enum Found {
        NOTHING,
        /** It was cut off: the state after one of its iterations. */
        UNDER_WAY,
        /** It had ended: the solution. */
        ENDED
    }

    Found found();

    /** Hands over what was {@link #found}. */
    void read(Consumer<Ledger> state);

    /** After an iteration that was not the last: lays the state down if it is time. */
    void passed(Consumer<Ledger> state);

    /** The run will stop here without having ended: lays the state down. */
    void left(Consumer<Ledger> state);

    /** The run has ended after so many seconds: lays the solution down, if making it again would take longer. */
    void ended(double seconds, Consumer<Ledger> solution);

    /** Nothing is laid down. */
    static Checkpoint none() {
        return new Checkpoint() {
            @Override
            public Found found() {
                return Found.NOTHING;
            }

            @Override
            public void read(Consumer<Ledger> state) {
                throw new IllegalStateException("nothing was laid down");
            }

            @Override
            public void passed(Consumer<Ledger> state) {}

            @Override
            public void left(Consumer<Ledger> state) {}

            @Override
            public void ended(double seconds, Consumer<Ledger> solution) {}
        };
    }
}
