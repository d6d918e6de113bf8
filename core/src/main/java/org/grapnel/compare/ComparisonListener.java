package org.grapnel.compare;

import org.grapnel.FitListener;
import org.grapnel.solve.Step;

/** Who looks on while a contest runs: sees trials begin and end, and within them what any {@link FitListener} sees. */
public interface ComparisonListener extends FitListener {
    /** A trial begins; {@code done} of all of them are behind. */
    default void onTrialStart(NamedMethod contender, int repeat, int done) {}

    /** A trial has ended, and will not be run again. */
    void onTrialEnd(Trial trial);

    /** Nobody looks on. */
    static ComparisonListener none() {
        return new ComparisonListener() {
            @Override
            public void onTrialEnd(Trial trial) {}

            @Override
            public void accept(Step step) {}
        };
    }
}
