package org.grapnel.studio.job;

import java.util.Locale;
import org.grapnel.data.DataException;

/** The states of a run. */
public enum RunState {
    QUEUED,
    RUNNING,
    DONE,
    FAILED,
    STOPPED;

    public boolean isFinal() {
        return this != QUEUED && this != RUNNING;
    }

    static RunState parse(String word) {
        for (RunState state : values()) if (state.toString().equals(word)) return state;
        throw new DataException("the state '%s' of a run is unknown", word);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
