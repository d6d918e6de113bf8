package org.grapnel.compare;

import org.grapnel.Watch;
import org.grapnel.solve.Step;

/** Who looks on while a contest runs: sees trials begin and end, and within them what any {@link Watch} sees. */
public interface Spectator extends Watch {
    /** A trial begins; {@code done} of all of them are behind. */
    default void begins(Contender contender, int repeat, int done) {}

    /** A trial has ended, and will not be run again. */
    void ended(Trial trial);

    /** Nobody looks on. */
    static Spectator none() {
        return new Spectator() {
            @Override
            public void ended(Trial trial) {}

            @Override
            public void accept(Step step) {}
        };
    }
}
