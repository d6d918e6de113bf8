package org.grapnel.tune;

import org.grapnel.Watch;
import org.grapnel.solve.Step;

/** Who looks on while parameters are chosen: hears of every fit that is begun and done, never of two at a time. */
public interface Onlooker extends Watch {
    /** A number of groups was suggested, or compared with what was asked for. */
    default void groups(GroupCount count, int used) {}

    /** So many fits are done of about so many, and others of this stage begin. */
    default void begins(Stage stage, int done, int of) {}

    /** A fit is done, and will not be made again. */
    void ended(Tried tried);

    /** Nobody looks on. */
    static Onlooker none() {
        return new Onlooker() {
            @Override
            public void ended(Tried tried) {}

            @Override
            public void accept(Step step) {}
        };
    }
}
