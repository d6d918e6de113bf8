package org.grapnel.tune;

import org.grapnel.FitListener;
import org.grapnel.solve.Step;

/** Who looks on while parameters are chosen: hears of every fit that is begun and done, never of two at a time. */
public interface TuningListener extends FitListener {
    /** A number of groups was suggested, or compared with what was asked for. */
    default void onGroupCount(GroupCount count, int used) {}

    /** So many fits are done of about so many, and others of this stage begin. */
    default void onStage(TuningStage stage, int done, int of) {}

    /** A fit is done, and will not be made again. */
    void onFitDone(TuningFit tried);

    /** Nobody looks on. */
    static TuningListener none() {
        return new TuningListener() {
            @Override
            public void onFitDone(TuningFit tried) {}

            @Override
            public void accept(Step step) {}
        };
    }
}
